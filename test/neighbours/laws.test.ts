// What estimates from neighbours must be near, and what must not change them.
import type { SetScore } from 'criba'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { randomNumbers } from '../parity/tables.ts'
import { columnsOf, normalNumbers, tableOf } from './data.ts'
import type { Columns } from './data.ts'
import { rank, score } from '../untyped.ts'
import type { ScoreSpec } from '../untyped.ts'

async function bitsOf(columns: Columns, by: string, spec: ScoreSpec): Promise<number> {
  return (await scoreOf(columns, by, spec)).score!
}

async function scoreOf(columns: Columns, by: string, spec: ScoreSpec): Promise<SetScore> {
  return (await score(tableOf(columns), { ...spec, by: [by] })).scores[0]
}

const rows = 1200
const range = Array.from({ length: rows }, (_, row) => row)

/** Normal columns, each correlated so much with the one before. */
function normals(names: readonly string[], correlation: number, seed: number): Record<string, number[]> {
  const normal = normalNumbers(seed)
  const columns: Record<string, number[]> = {}
  names.forEach((name, i) => {
    const before = columns[names[i - 1]]
    columns[name] = range.map((row) =>
      i === 0 ? normal() : correlation * before[row] + Math.sqrt(1 - correlation ** 2) * normal(),
    )
  })
  return columns
}

/** Within the error of an estimator of so many rows. */
function expectAbout(actual: number, expected: number, error: number): void {
  expect(Math.abs(actual - expected), `${actual} for ${expected}`).toBeLessThan(error)
}

describe('known values', () => {
  const estimators = ['nearest', 'ksg1', 'ksg2']

  it.each([0, 0.3, 0.6, 0.9])('the information of two normal columns, ρ = %d', async (correlation) => {
    const columns = normals(['x', 'y'], correlation, 1)
    const bits = -0.5 * Math.log2(1 - correlation ** 2)
    for (const estimator of estimators) {
      const by = `joint-mi:estimator=${estimator}`
      expectAbout(await bitsOf(columns, by, { features: ['x'], target: 'y' }), bits, 0.08)
    }
    const correlated = await bitsOf(columns, 'multi-information:estimator=nearest,k=3', {
      features: ['x', 'y'],
    })
    expectAbout(correlated, bits, 0.12)
    expectAbout(await bitsOf(columns, 'total-correlation:k=3', { features: ['x'], target: 'y' }), bits, 0.12)
  })

  it('the information of a sum with its parts', async () => {
    const normal = normalNumbers(2)
    const parts = { a: range.map(normal), b: range.map(normal), c: range.map(normal) }
    const y = range.map((row) => parts.a[row] + 2 * parts.b[row] + 0.5 * normal())
    const spec = { features: ['a', 'b'], target: 'y' }
    for (const estimator of estimators) {
      const by = `joint-mi:estimator=${estimator}`
      expectAbout(await bitsOf({ ...parts, y }, by, spec), 0.5 * Math.log2(1 + 5 / 0.25), 0.15)
      expectAbout(
        await bitsOf({ ...parts, y }, by, { ...spec, features: ['a'] }),
        0.5 * Math.log2(5.25 / 4.25),
        0.1,
      )
    }
  })

  it.each(['euclidean', 'chebyshev', 'manhattan'])('the entropy of normal columns, %s', async (metric) => {
    const columns = normals(['a', 'b', 'c'], 0.7, 3)
    for (const features of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
      const determinant = (1 - 0.49) ** (features.length - 1)
      const bits = 0.5 * Math.log2((2 * Math.PI * Math.E) ** features.length * determinant)
      for (const k of [1, 3]) {
        const by = `entropy:estimator=nearest,k=${k},metric=${metric}`
        expectAbout(await bitsOf(columns, by, { features }), bits, 0.15)
      }
    }
    const given = { features: ['b'], given: ['a'] }
    const bits = 0.5 * Math.log2(2 * Math.PI * Math.E * 0.51)
    expectAbout(await bitsOf(columns, `entropy:estimator=nearest,k=3,metric=${metric}`, given), bits, 0.15)
  })

  it('the entropy of other distributions', async () => {
    const random = randomNumbers(4)
    const columns = {
      uniform: range.map(() => 8 * random()),
      exponential: range.map(() => -Math.log(1 - random()) / 3),
    }
    const by = 'entropy:estimator=nearest,k=3'
    expectAbout(await bitsOf(columns, by, { features: ['uniform'] }), 3, 0.1)
    const exponential = (1 - Math.log(3)) / Math.LN2
    expectAbout(await bitsOf(columns, by, { features: ['exponential'] }), exponential, 0.1)
    const both = await bitsOf(columns, by, { features: ['uniform', 'exponential'] })
    expectAbout(both, 3 + exponential, 0.15)
  })

  it('the information of numbers with levels', async () => {
    const random = randomNumbers(5)
    const normal = normalNumbers(6)
    const level = range.map(() => (random() < 0.3 ? 'low' : 'high'))
    const x = level.map((one) => (one === 'low' ? -1 : 1) + normal())
    const expected = mixtureInformation(0.3, 1)
    const types = { level: 'categorical' } as const
    for (const estimator of ['nearest', 'ross']) {
      const by = `joint-mi:estimator=${estimator}`
      expectAbout(await bitsOf({ x, level }, by, { features: ['x'], target: 'level', types }), expected, 0.06)
      expectAbout(await bitsOf({ x, level }, by, { features: ['level'], target: 'x', types }), expected, 0.06)
    }
  })

  /** I(X; level) of a normal column whose mean is −m with this probability, else m, in bits, by the trapezoid rule. */
  function mixtureInformation(probability: number, m: number): number {
    const density = (x: number, mean: number) => Math.exp(-((x - mean) ** 2) / 2) / Math.sqrt(2 * Math.PI)
    const step = 0.001
    let entropy = 0
    for (let x = -12; x < 12; x += step) {
      const mixed = probability * density(x, -m) + (1 - probability) * density(x, m)
      if (mixed > 0) entropy -= step * mixed * Math.log2(mixed)
    }
    return entropy - 0.5 * Math.log2(2 * Math.PI * Math.E)
  }

  it('the variance of noise', async () => {
    const normal = normalNumbers(7)
    const random = randomNumbers(8)
    const x = range.map(() => 3 * random())
    const y = x.map((one) => Math.sin(2 * one) + 0.3 * normal())
    const spec = { features: ['x'], target: 'y' }
    for (const by of ['delta-test', 'delta-test:k=5', 'gamma-test', 'gamma-test:scale=none']) {
      const { score, parts } = await scoreOf({ x, y }, by, spec)
      expectAbout(parts!.inUnits / 0.09, 1, 0.15)
      if (by.endsWith('none')) near(score!, parts!.inUnits)
    }
    // Of a column that says nothing, all of the target is noise.
    const noise = range.map(() => random())
    for (const by of ['delta-test', 'gamma-test'])
      expectAbout(await bitsOf({ noise, y }, by, { features: ['noise'], target: 'y' }), 1, 0.15)
    // Of a constant column every other row is a neighbour.
    const flat = range.map(() => 5)
    near(await bitsOf({ flat, y }, 'delta-test', { features: ['flat'], target: 'y' }), rows / (rows - 1))
  })

  it('nothing, where columns are independent', async () => {
    const random = randomNumbers(9)
    const normal = normalNumbers(10)
    // At the edge of a bounded column neighbours are farther, which only more rows make up for.
    const column = () => range.map(normal)
    const columns = {
      a: column(),
      b: column(),
      c: column(),
      level: range.map(() => 'uvw'[Math.floor(3 * random())]),
    }
    const target = 'c'
    for (const estimator of estimators) {
      const by = `joint-mi:estimator=${estimator}`
      expectAbout(await bitsOf(columns, by, { features: ['a'], target }), 0, 0.08)
      expectAbout(await bitsOf(columns, by, { features: ['a', 'b'], target }), 0, 0.08)
    }
    for (const features of [['a'], ['a', 'b']])
      expectAbout(await bitsOf(columns, 'joint-mi:estimator=ross', { features, target: 'level' }), 0, 0.08)
    const spec = { features: ['a', 'b'], target }
    expectAbout(await bitsOf(columns, 'total-correlation:metric=chebyshev,k=3', spec), 0, 0.15)
  })
})

const few = columnsOf('continuous', 150, 41)
const level = few['level']
const sets = [['a'], ['a', 'b'], ['b', 'c', 'd']]
const ofNumbers = ['joint-mi', 'joint-mi:estimator=ksg2', 'total-correlation', 'delta-test', 'gamma-test']
const changed = (columns: Columns, change: Readonly<Record<string, (x: number) => number>>): Columns =>
  Object.fromEntries(
    Object.entries(columns).map(([name, cells]) => [
      name,
      cells.map((cell) => (typeof cell === 'number' && change[name] ? change[name](cell) : cell)),
    ]),
  )

describe('scale', () => {
  const linear = changed(few, {
    a: (x) => 3.7 * x + 11,
    b: (x) => -1e-3 * x,
    c: (x) => 1e6 * x - 5,
    d: (x) => x - 1e3,
    y: (x) => -20 * x + 3,
  })

  it.each(['standard', 'minmax'])('%s: units do not matter', async (scale) => {
    for (const features of sets) {
      for (const by of ofNumbers) {
        // Noise that parts ties is not turned round with a column.
        const asTied = by.startsWith('joint-mi') ? ',jitter=0' : ''
        const scaled = `${by}${by.includes(':') ? ',' : ':'}scale=${scale}${asTied}`
        const spec = { features, target: 'y' }
        near(await bitsOf(linear, scaled, spec), await bitsOf(few, scaled, spec))
      }
      const ross = `joint-mi:estimator=ross,scale=${scale},jitter=0`
      const spec = { features, target: 'level' }
      near(await bitsOf(linear, ross, spec), await bitsOf(few, ross, spec))
    }
  })

  it('none: only the units all columns share do not matter, to the bit where they are halved', async () => {
    const quarter = (x: number) => x / 4
    const halved = changed(few, { a: quarter, b: quarter, c: quarter, d: quarter, y: quarter })
    for (const features of sets) {
      for (const rule of ['ksg1', 'ksg2']) {
        const by = `joint-mi:estimator=${rule},scale=none`
        const spec = { features, target: 'y' }
        expect(await bitsOf(halved, by, spec)).toBe(await bitsOf(few, by, spec))
        if (features.length > 1)
          expect(await bitsOf(linear, by, spec)).not.toBeCloseTo(await bitsOf(few, by, spec), 6)
      }
      const delta = await scoreOf(halved, 'delta-test:scale=none', { features, target: 'y' })
      expect(delta.score! * 16).toBe(await bitsOf(few, 'delta-test:scale=none', { features, target: 'y' }))
      expect(delta.parts!.inUnits).toBe(delta.score)
      const by = 'entropy:estimator=nearest,k=2'
      near(
        await bitsOf(halved, by, { features }),
        (await bitsOf(few, by, { features })) - 2 * features.length,
      )
    }
  })

  it.each([
    ['delta-test', 'share of var(y)'],
    ['delta-test:scale=minmax', 'share of range(y)²'],
    ['gamma-test:scale=none', 'y²'],
    ['gamma-test:target=rank', 'share of var(rank of y)'],
    ['delta-test:target=rank,scale=minmax', 'share of range(rank of y)²'],
    ['delta-test:target=rank,scale=none', '(rank of y)²'],
  ])('%s is in units of %s, in a score and in a ranking', async (by, units) => {
    const spec = { features: ['a', 'b'], target: 'y' }
    expect((await scoreOf(few, by, spec)).units).toBe(units)
    const { rankings } = await rank(tableOf(few), { target: 'y', by: [by] })
    expect(rankings[0].units).toBe(units)
  })

  it('gives noise in the units of the target too', async () => {
    for (const by of ['delta-test', 'gamma-test']) {
      const before = await scoreOf(few, by, { features: ['a', 'b'], target: 'y' })
      const after = await scoreOf(linear, by, { features: ['a', 'b'], target: 'y' })
      near(after.parts!.inUnits, 400 * before.parts!.inUnits)
      const y = few['y'] as readonly number[]
      const mean = y.reduce((sum, one) => sum + one, 0) / y.length
      const variance = y.reduce((sum, one) => sum + (one - mean) ** 2, 0) / y.length
      near(before.parts!.inUnits, before.score! * variance)
    }
  })
})

describe('symmetry', () => {
  it('of the information of two columns', async () => {
    for (const estimator of ['ksg1', 'ksg2']) {
      const by = `joint-mi:estimator=${estimator}`
      near(
        await bitsOf(few, by, { features: ['a'], target: 'y' }),
        await bitsOf(few, by, { features: ['y'], target: 'a' }),
        1e-12,
      )
    }
    expect(await bitsOf(few, 'joint-mi', { features: ['a'], target: 'level' })).toBe(
      await bitsOf(few, 'joint-mi', { features: ['level'], target: 'a' }),
    )
  })

  it('of total correlation: the target is one column more', async () => {
    for (const features of sets) {
      const all = [...features, 'y']
      const together = await bitsOf(few, 'multi-information:estimator=nearest', { features: all })
      for (const target of all) {
        const rest = all.filter((name) => name !== target)
        near(await bitsOf(few, 'total-correlation', { features: rest, target }), together, 1e-12)
      }
    }
  })

  it('of names of levels', async () => {
    const renamed = level.map((one) => ({ u: 'zebra', v: '', w: 'Ω' })[one as 'u' | 'v' | 'w'])
    for (const features of sets)
      expect(await bitsOf({ ...few, level: renamed }, 'joint-mi', { features, target: 'level' })).toBe(
        await bitsOf(few, 'joint-mi', { features, target: 'level' }),
      )
  })
})

describe('jitter', () => {
  const tied = columnsOf('rounded', 150, 42)
  const by = 'joint-mi:estimator=ksg1,jitter=1e-6'
  const spec = { features: ['a', 'b'], target: 'y' }

  it('belongs to a name: other columns, and where they stand, change nothing', async () => {
    const expected = await bitsOf(tied, by, spec)
    const more = { first: few['a'], ...Object.fromEntries(Object.entries(tied).reverse()) }
    expect(await bitsOf(more, by, spec)).toBe(expected)
    const { a, b, y } = tied
    expect(await bitsOf({ a, b, y }, by, spec)).toBe(expected)
    expect(await bitsOf({ other: a, b, y }, by, { ...spec, features: ['other', 'b'] })).not.toBe(expected)
  })

  it('is the same where columns are ranked as where one is scored', async () => {
    const one = 'estimator=ksg1,jitter=1e-6'
    const { rankings } = await rank(tableOf(tied), { target: 'y', by: [`mutual-information:${one}`] })
    for (const feature of ['a', 'b', 'c'])
      expect(rankings[0].scores.find((entry) => entry.feature === feature)!.score).toBe(
        await bitsOf(tied, `joint-mi:${one}`, { features: [feature], target: 'y' }),
      )
  })

  it('parts tied rows, and changes little where none are', async () => {
    const warned = await score(tableOf(tied), { ...spec, by: ['joint-mi:estimator=ksg1'] })
    expect(warned.warnings.map(({ code }) => code)).toContain('ties')
    const [parted] = (await score(tableOf(tied), { ...spec, by: [by] })).warnings
    expect(parted.message).toMatch(/neighbours tie: .*noise of 0.000001 standard deviations parts them/)
    const asTied = await bitsOf(tied, 'joint-mi:estimator=ksg1,jitter=0', spec)
    expect(await bitsOf(tied, by, spec)).not.toBe(asTied)
    expect(await bitsOf(tied, 'joint-mi:estimator=ksg1', spec)).not.toBe(asTied)
    // Where no neighbours tie there is nothing to part, and no noise.
    const smooth: Columns = {
      a: Array.from({ length: 60 }, (_, i) => Math.sqrt(i + 0.3) * ((i * 37) % 61)),
      b: Array.from({ length: 60 }, (_, i) => Math.sqrt(2 * i + 0.7) * ((i * 23) % 59)),
      y: Array.from({ length: 60 }, (_, i) => Math.sqrt(3 * i + 0.1) * ((i * 41) % 67)),
    }
    for (const size of [1e-10, 0.5])
      expect(await bitsOf(smooth, `joint-mi:estimator=ksg1,jitter=${size}`, spec)).toBe(
        await bitsOf(smooth, 'joint-mi:estimator=ksg1,jitter=0', spec),
      )
  })
})

it('clip: what is below 0 becomes 0, and nothing else changes', async () => {
  let below = 0
  for (const estimator of ['ksg1', 'ksg2', 'ross', 'nearest']) {
    for (const features of [['a'], ['c'], ['d'], ['e'], ['e', 'f'], ['c', 'd', 'e', 'f']]) {
      const spec = { features, target: estimator === 'ross' ? 'level' : 'y' }
      const found = await bitsOf(few, `joint-mi:estimator=${estimator}`, spec)
      if (found < 0) below++
      const clipped = await bitsOf(few, `joint-mi:estimator=${estimator},clip=true`, spec)
      expect(clipped).toBe(Math.max(0, found))
    }
  }
  expect(below).toBeGreaterThan(2)
})
