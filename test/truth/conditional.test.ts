// I(X;Y|Z) by neighbours: values made outside criba, analytic ones, by hand, and laws.
import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { near } from '../laws/given.ts'
import { score } from '../untyped.ts'

interface Case {
  readonly x: readonly string[]
  readonly y: readonly [string]
  readonly given: readonly string[]
  readonly k: number
  readonly rule: 'frenzel-pompe' | 'mesner-shalizi'
  readonly scale: string
  readonly nats: number
}
type Columns = Readonly<Record<string, readonly (number | string)[]>>

const truth = JSON.parse(readFileSync(new URL('conditional.json', import.meta.url), 'utf8')) as {
  readonly columns: Columns
  readonly cases: readonly Case[]
}

/** I(X;Y|Z) in bits, ties as they are. */
async function bitsOf(
  columns: Columns,
  { x, y: [target], given, k, rule, scale }: Omit<Case, 'nats'>,
): Promise<number> {
  const estimator = rule === 'frenzel-pompe' ? 'nearest' : rule
  const options = { estimator, k, scale, ...(estimator === 'nearest' && { jitter: 0 }) }
  const by = [{ method: 'joint-mi', options }]
  const { scores, warnings } = await score(tableFromColumns(columns), { features: x, target, given, by })
  expect(warnings.map(({ code }) => code).filter((code) => code !== 'ties')).toEqual([])
  expect(scores[0].units).toBe('bits')
  return scores[0].score as number
}

describe('conditional information by neighbours', () => {
  it.each(truth.cases.map((one) => [JSON.stringify({ ...one, nats: undefined }), one] as const))(
    'is that of the papers: %s',
    async (_, one) => near((await bitsOf(truth.columns, one)) * Math.LN2, one.nats),
  )

  it('is by hand what the counts say', async () => {
    // k = 1, unscaled. The nearest of the five rows is in all three 1, 1, 2, 3 and 5 away; strictly nearer than that are in
    // (x, z) 0, 0, 0, 0, 1 other rows, in (y, z) none, in z 0, 1, 2, 1, 4.
    const columns = { x: [0, 1, 3, 6, 10], y: [0, 0, 2, 2, 7], z: [0, 1, 1, 4, 4] }
    /** ψ(m + 1) − ψ(1) = 1 + 1/2 + … + 1/m. */
    const psi = (m: number) => [0, 1, 3 / 2, 11 / 6, 25 / 12][m]
    const nats = [0, 1, 2, 1, 4].map((z, row) => psi(z) - psi(row === 4 ? 1 : 0) - psi(0))
    const how = { ...plain, k: 1, rule: 'frenzel-pompe', scale: 'none' } as const
    near((await bitsOf(columns, how)) * Math.LN2, nats.reduce((total, value) => total + value, 0) / 5)
  })

  it.each([0, 0.4, 0.8])(
    'of normal variables with partial correlation %f is −½·log2(1 − ρ²)',
    async (rho) => {
      const [rows, random] = [4000, randomOf(5)]
      const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
      const z = Array.from({ length: rows }, normal)
      const [a, b] = [0, 1].map(() => Array.from({ length: rows }, normal))
      const x = z.map((common, row) => 0.7 * common + a[row])
      const y = z.map((common, row) => rho * a[row] + Math.sqrt(1 - rho * rho) * b[row] - common)
      const bits = await bitsOf({ x, y, z }, { ...plain, rule: 'frenzel-pompe', k: 5 })
      // Its standard error is about 0.02 bits, and its bias smaller.
      expect(Math.abs(bits + Math.log2(1 - rho * rho) / 2)).toBeLessThan(0.06)
      const mixed = await bitsOf({ x, y, z }, { ...plain, rule: 'mesner-shalizi', k: 5 })
      expect(Math.abs(mixed + Math.log2(1 - rho * rho) / 2)).toBeLessThan(0.1)
    },
  )

  it('of levels comes to that of counts where each cell has many rows', async () => {
    const random = randomOf(9)
    const draw = (count: number) => Array.from({ length: 3000 }, () => Math.floor(count * random()))
    const [z, noise, other] = [draw(2), draw(4), draw(2)]
    const x = other.map((value) => `x${value}`)
    // Exclusive or: beside z, x says y, but for some of a quarter of the rows.
    const y = z.map((value, row) => `y${noise[row] === 0 ? value : (value + other[row]) % 2}`)
    const columns = { x, y, z: z.map((value) => `z${value}`) }
    const bits = await bitsOf(columns, { ...plain, rule: 'mesner-shalizi' })
    const given = { features: ['x'], target: 'y', given: ['z'], by: ['joint-mi:estimator=plug-in'] }
    const counted = (await score(tableFromColumns(columns), given)).scores[0].score as number
    expect(counted).toBeGreaterThan(0.2)
    expect(Math.abs(bits - counted)).toBeLessThan(0.002)
  })

  describe.each(['frenzel-pompe', 'mesner-shalizi'] as const)('by %s', (rule) => {
    const how = { ...plain, rule }
    const { x, y, z } = truth.columns
    const zs = { x, y, z }

    it('is the same for X and Y exchanged', async () => {
      near(await bitsOf(zs, how), await bitsOf({ x: y, y: x, z }, how))
    })

    it('does not depend on the order of the rows', async () => {
      const order = [...x.keys()].sort((a, b) => Number(y[a]) - Number(y[b]))
      const sorted = Object.fromEntries(
        Object.entries(zs).map(([name, values]) => [name, order.map((row) => values[row])]),
      )
      near(await bitsOf(sorted, how), await bitsOf(zs, how))
    })

    it('given a constant is that given nothing', async () => {
      const constant = { ...zs, z: x.map(() => 7) }
      near(await bitsOf(constant, how), await bitsOf(zs, { ...how, given: [] }))
    })

    it('of a constant is 0', async () => {
      expect(Math.abs(await bitsOf({ ...zs, x: x.map(() => 7) }, how))).toBeLessThan(1e-12)
    })
  })

  it('is the same whatever levels are called', async () => {
    const { x, group, many } = truth.columns
    const how = { ...plain, rule: 'mesner-shalizi' } as const
    const turned = many.map((value) => `${[...String(value)].reverse().join('')}!`)
    near(
      await bitsOf({ x, y: group, z: many }, how),
      await bitsOf({ x, y: group.map((one) => 'zyx'['abc'.indexOf(String(one))]), z: turned }, how),
    )
  })

  it('is not conditioned by estimators that know no given columns', async () => {
    const table = tableFromColumns(truth.columns)
    const by = ['joint-mi:estimator=ksg2']
    await expect(score(table, { features: ['x'], target: 'y', given: ['z'], by })).rejects.toThrow(
      'invalid given: joint-mi:estimator=ksg2 is not conditioned on other columns (use nearest or mesner-shalizi, or counts: plug-in, miller-madow or shrink)',
    )
  })
})

const plain = { x: ['x'], y: ['y'] as const, given: ['z'], k: 3, scale: 'standard' }
