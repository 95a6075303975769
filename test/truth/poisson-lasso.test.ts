// Paths of Poisson regressions with a lasso and an elastic net, as glmnet makes them by `poisson-lasso.R`.
import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { CountRows } from '../../dist/src/memory/penalties/count-rows.js'
import { kernelModule, Kernels } from '../../dist/src/memory/threads/kernels.js'
import { randomOf } from '../contract/tables.ts'
import { rank, select } from '../untyped.ts'

interface Case {
  readonly name: string
  readonly n: number
  readonly d: number
  readonly alpha: number
  readonly least: number
  readonly x: readonly number[]
  readonly y: readonly number[]
  readonly w: readonly number[]
  readonly part: readonly number[]
  readonly lambda: readonly number[]
  readonly beta: readonly number[]
  readonly intercepts: readonly number[]
  readonly mean?: readonly number[]
  readonly error?: readonly number[]
}

const cases = JSON.parse(
  readFileSync(new URL('poisson-lasso.json', import.meta.url), 'utf8'),
) as readonly Case[]

function tableOf({ n, d, x, y, w, part }: Case) {
  return tableFromColumns({
    ...Object.fromEntries(Array.from({ length: d }, (_, j) => [`x${j}`, x.slice(j * n, (j + 1) * n)])),
    y: [...y],
    w: [...w],
    part: part.map((one) => `p${one}`),
  })
}

const optionsOf = ({ alpha, least, lambda }: Case) =>
  `ratio=${alpha},least=${least},penalties=${Math.max(20, lambda.length)}`
const spec = { target: 'y', task: 'regression', minRows: 0 } as const

describe.each(cases)('path of a Poisson regression: $name', (given) => {
  it('has the penalties, weights and intercepts of glmnet, and a certificate', async () => {
    const { n, d, x, lambda, beta, intercepts } = given
    const by = [`poisson-lasso:choose=bic,${optionsOf(given)}`]
    const { rankings } = await rank(tableOf(given), { ...spec, weights: 'w', drop: ['part'], by })
    const path = rankings[0].path!
    expect(path.gap).toBeLessThanOrEqual(1e-10)
    const found = new Map(path.coefficients.map((one) => [one.feature, one.coefficients]))
    expect(path.penalties.length).toBe(lambda.length)
    let furthest = 0
    lambda.forEach((penalty, step) => {
      expect(path.penalties[step] / penalty).toBeCloseTo(1, 7)
      furthest = Math.max(furthest, Math.abs(Number(path.intercepts[step]) - intercepts[step]))
      for (let j = 0; j < d; j++) {
        const size = Math.max(...x.slice(j * n, (j + 1) * n).map(Math.abs))
        const apart = (found.get(`x${j}`)?.[step] ?? 0) - beta[step * d + j]
        furthest = Math.max(furthest, Math.abs(apart) * size)
      }
    })
    expect(furthest).toBeLessThan(1e-6)
  })
})

it('held-out rows are judged as by cv.glmnet', async () => {
  const given = cases.find(({ mean }) => mean)!
  const { path } = await select(tableOf(given), {
    ...spec,
    group: 'part',
    drop: ['w'],
    criterion: `poisson-lasso:${optionsOf(given)}`,
  })
  const { heldOut, penalties } = path!
  expect(heldOut!.metric).toBe('deviance')
  penalties.forEach((_, step) => {
    // Held-out paths are fitted to a gap of 1e-5.
    expect(Math.abs(heldOut!.mean[step] / given.mean![step] - 1)).toBeLessThan(1e-4)
    expect(Math.abs(heldOut!.error[step] / given.error![step] - 1)).toBeLessThan(1e-4)
  })
})

describe('counts', () => {
  const table = (y: readonly number[]) =>
    tableFromColumns({ x: y.map((_, i) => (i * 7) % 11), z: y.map((_, i) => 'abc'[(i * 5) % 3]), y: [...y] })
  const counts = Array.from({ length: 30 }, (_, i) => (i * 13) % 7)

  it('below 0 are refused, also those held out', async () => {
    const by = ['poisson-lasso:choose=bic']
    const below = table(counts.map((count, i) => (i === 4 ? -1 : count)))
    await expect(rank(below, { ...spec, by })).rejects.toThrow(
      'unsuitable target: y is -1 in row 5 (a Poisson regression needs counts, from 0 to 9007199254740991)',
    )
  })

  it('that are 0 in all rows but those of one fold are refused', async () => {
    const rare = table(counts.map((_, i) => (i === 4 ? 3 : 0)))
    await expect(rank(rare, { ...spec, by: ['poisson-lasso'] })).rejects.toThrow(
      'unsuitable folds for a path: without one of them y is 0 in all rows',
    )
  })

  it.each([1e-300, 1e-3, 1e9])('in units of %d have the same path', async (unit) => {
    const by = ['poisson-lasso:penalties=10']
    const plain = (await rank(table(counts), { ...spec, by })).rankings[0]
    const scaled = (await rank(table(counts.map((count) => count * unit)), { ...spec, by })).rankings[0]
    expect(scaled.path!.chosen.place).toBe(plain.path!.chosen.place)
    scaled.scores.forEach(({ feature, score }, i) => {
      expect(feature).toBe(plain.scores[i].feature)
      expect(Number(score) / unit / Number(plain.scores[i].score)).toBeCloseTo(1, 8)
    })
  })

  // The greatest penalty is |mean(x·(y − ȳ))| over the deviation of x.
  it.each([0, 1e6, 1e12])(
    'above %d have the first penalty of what is above it, and a certificate',
    async (offset) => {
      const x = counts.map((_, i) => (i * 7) % 11)
      const y = counts.map((count, i) => offset + count + x[i])
      const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length
      const [meanX, meanY] = [mean(x), mean(y.map((one) => one - offset))]
      const covariance = mean(x.map((one, i) => (one - meanX) * (y[i] - offset - meanY)))
      const first = covariance / Math.sqrt(mean(x.map((one) => (one - meanX) ** 2)))
      const { rankings } = await rank(tableFromColumns({ x, y }), {
        ...spec,
        by: ['poisson-lasso:choose=bic'],
      })
      expect(rankings[0].path!.penalties[0] / first).toBeCloseTo(1, offset > 1e9 ? 3 : 9)
      expect(rankings[0].path!.gap).toBeLessThanOrEqual(1e-10)
    },
  )

  it('have the same path in DuckDB', async () => {
    const source = await duckSourceOf(table(counts))
    const by = ['poisson-lasso:penalties=10']
    const [memory, duck] = [await rank(table(counts), { ...spec, by }), await rank(source, { ...spec, by })]
    expect(duck.rankings).toEqual(memory.rankings)
    source.close()
  })

  it('any share of the slopes at the best intercept bounds the loss from below, all of them exactly there', async () => {
    const kernels = await Kernels.load(await kernelModule())
    const random = randomOf(3)
    const drawn = () => Float64Array.from(counts, () => 4 * random() - 2)
    const rows = new CountRows(
      kernels,
      kernels.arena(),
      Float64Array.from(counts),
      new Float64Array(counts.length).fill(1 / counts.length),
    )
    for (let trial = 0; trial < 20; trial++) {
      const from = [drawn()]
      const { sums, likelihood } = rows.withBestIntercepts({ sums: from, likelihood: rows.likelihood(from) })
      const [slopes] = likelihood.slopes()
      expect(slopes.reduce((sum, slope) => sum + slope, 0)).toBeCloseTo(0, 12)
      for (const share of [1, 0.9, 0.1, 0]) {
        const at = (other: Float64Array) =>
          rows.likelihood([other]).loss - share * slopes.reduce((sum, one, i) => sum + one * other[i], 0)
        const bound = likelihood.dualAt(share)
        expect(at(drawn())).toBeGreaterThan(bound)
        if (share === 1) expect(at(sums[0])).toBeCloseTo(bound, 10)
      }
    }
  })
})

it('counts that differ by little more than their rounding end with a certificate that says so', async () => {
  const x = Array.from({ length: 40 }, (_, row) => (7 * row) % 40)
  const y = x.map((_, row) => 1e15 + ((row * row) % 3))
  const { rankings } = await rank(tableFromColumns({ x, y }), {
    ...spec,
    by: ['poisson-lasso:choose=bic,penalties=5'],
  })
  // Rounding is as great as the loss.
  expect(rankings[0].path!.gap).toBeGreaterThan(1e-10)
})
