import { tableFromColumns } from 'criba'
import { temporalMrmr } from 'criba/methods'
import type { SelectResult } from 'criba'
import { describe, expect, it } from 'vitest'
import {
  standardSeries,
  dtwSimilarity,
  warpingDistance,
} from '../../dist/src/methods/measures/time-series.js'
import { randomOf, shuffled } from '../contract/tables.ts'
import { near } from '../laws/given.ts'
import { rank, selectAsIs as select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

type Columns = Readonly<Record<string, readonly (number | string | null)[]>>

const rows = 30
const names = ['u', 'v', 'w', 'x']
const times = [0, 1, 2, 3]
const groups = Object.fromEntries(names.map((name) => [name, times.map((time) => `${name}${time}`)]))

/** Four series of four points that move away from where they begin, more or less by class; a number beside them. */
function seriesColumns(seed = 1): Record<string, (number | string)[]> {
  const random = randomOf(seed)
  const y = Array.from({ length: rows }, (_, row) => 'abc'[row % 3])
  const columns: Record<string, (number | string)[]> = {}
  names.forEach((name, i) => {
    for (const time of times)
      columns[`${name}${time}`] = y.map((level) => random() * 3 + (level === 'a' ? i * time * 0.3 : 0))
  })
  columns['age'] = y.map((level) => random() + (level === 'b' ? 0.3 : 0))
  return { ...columns, y }
}
const columns = seriesColumns()

const selectFrom = (data: Columns, spec: SelectSpec = {}) =>
  select(tableFromColumns(data), {
    target: 'y',
    criterion: 'temporal-mrmr',
    groups,
    ...(spec.k === undefined && { stop: 'none' }),
    ...spec,
  })
const pathOf = ({ steps }: SelectResult) => steps.map(({ feature, score }) => [feature, score] as const)
function expectSamePath(one: SelectResult, other: SelectResult) {
  expect(one.steps.map(({ feature }) => feature)).toEqual(other.steps.map(({ feature }) => feature))
  for (const [i, { score }] of one.steps.entries()) near(score, other.steps[i].score, 1e-12)
}
async function message(spec: SelectSpec, data: Columns = columns): Promise<string> {
  const error = await selectFrom(data, spec).catch((cause: unknown) => cause)
  return (error as Error).message
}

describe('dynamic time warping', () => {
  const series = (...values: number[]) => ({ length: values.length, values: Float64Array.from(values) })

  it('is what the table of costs says by hand', () => {
    // |a−b|: 1 0 2 / 0 1 3 / 2 1 1; summed along the cheapest paths: 1 1 3 / 1 2 4 / 3 2 3.
    expect(warpingDistance(series(1, 0, 2), series(0, 1, 3), 0)).toBe(3)
    // The second waits at 0 and at 1 as long as the first does.
    expect(warpingDistance(series(0, 0, 1, 1, 2), series(0, 1, 2), 0)).toBe(0)
    expect(warpingDistance(series(1, 2, 3), series(2), 0)).toBe(2)
    expect(warpingDistance(series(4), series(1), 0)).toBe(3)
  })

  it('is of series with mean 0 and standard deviation 1; constant ones are 0', () => {
    const { length, values } = standardSeries([
      Float64Array.of(1, 5, 1e200, NaN),
      Float64Array.of(3, 5, -1e200, 1),
    ])
    expect(length).toBe(2)
    expect([...values]).toEqual([-1, 1, 0, 0, 1, -1, NaN, NaN])
    const [up, flat] = [series(-1, 1), series(0, 0)]
    expect(dtwSimilarity(up, flat, 0)).toBe(0.5)
    expect(dtwSimilarity(flat, series(0), 0)).toBe(1)
  })
})

describe('temporal-mrmr', () => {
  it('takes the mean F of the points of time as relevance', async () => {
    const { rankings } = await rank(tableFromColumns(columns), { target: 'y', by: ['anova-f'] })
    const f = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score!]))
    const { steps } = await selectFrom(columns)
    expect(steps).toHaveLength(5)
    for (const { feature, relevance } of steps) {
      const points = groups[feature] ?? [feature]
      near(relevance!, points.reduce((sum, point) => sum + f.get(point)!, 0) / points.length, 1e-12)
    }
  })

  it('reads numbers as classes where the task says so', async () => {
    const numbered = { ...columns, y: columns['y'].map((level) => 'bca'.indexOf(level as string)) }
    expectSamePath(await selectFrom(numbered), await selectFrom(columns))
  })

  it.each(['dtw', 'pearson'])(
    'does not depend on the order of rows, nor of columns: %s',
    async (redundancy) => {
      const { age: _, ...data } = columns
      const criterion = temporalMrmr({ redundancy: redundancy as 'dtw' | 'pearson', form: 'quotient' })
      const plain = await selectFrom(data, { criterion })
      const order = shuffled([...data['y'].keys()], randomOf(3))
      const turned = Object.entries(data).map(
        ([name, cells]) => [name, order.map((row) => cells[row])] as const,
      )
      expectSamePath(await selectFrom(Object.fromEntries(turned), { criterion }), plain)
      const mixed = shuffled(Object.entries(data), randomOf(4))
      const found = await selectFrom(Object.fromEntries(mixed), { criterion })
      expectSamePath(found, plain)
      expect([...found.selected].sort()).toEqual([...plain.selected].sort())
    },
  )

  it('takes the order of a group as that of time', async () => {
    const other = { ...groups, x: ['x2', 'x0', 'x3', 'x1'] }
    const [plain, mixed] = [await selectFrom(columns), await selectFrom(columns, { groups: other })]
    const partsOf = ({ steps }: SelectResult) => steps.find(({ feature }) => feature === 'w')!
    near(partsOf(mixed).relevance!, partsOf(plain).relevance!)
    expect(Math.abs(partsOf(mixed).redundancy! - partsOf(plain).redundancy!)).toBeGreaterThan(1e-3)
    // All groups in another order of time, the same for all: ρ does not see it.
    const turn = (points: readonly string[]) => [2, 0, 3, 1].map((place) => points[place])
    const all = Object.fromEntries(Object.entries(groups).map(([name, points]) => [name, turn(points)]))
    const { age: _, ...data } = columns
    const criterion = 'temporal-mrmr:redundancy=pearson'
    expectSamePath(await selectFrom(data, { criterion, groups: all }), await selectFrom(data, { criterion }))
  })

  it('has redundancy 1 with a copy, also on another scale in time', async () => {
    const copied = Object.fromEntries(
      times.map((time) => [`copy${time}`, columns[`x${time}`].map((value) => 5 - 2 * (value as number))]),
    )
    const data = { ...columns, ...copied }
    const both = { ...groups, copy: times.map((time) => `copy${time}`) }
    const { age: _, ...even } = data
    const found = await selectFrom(even, { groups: both, criterion: 'temporal-mrmr:redundancy=pearson' })
    const [first, second] = ['x', 'copy'].map((name) =>
      found.steps.findIndex(({ feature }) => feature === name),
    )
    near(found.steps[first].relevance!, found.steps[second].relevance!)
    expect(found.steps.slice(0, 2).map(({ feature }) => feature)).toEqual(['x', 'copy'])
    near(found.steps[1].redundancy!, 1)
  })

  it('counts weights as repeated rows, and leaves incomplete rows out', async () => {
    const random = randomOf(5)
    const weights = columns['y'].map(() => Math.floor(random() * 3))
    const repeat = (cells: readonly (number | string)[]) =>
      cells.flatMap((cell, row) => new Array<number | string>(weights[row]).fill(cell))
    const repeated = Object.fromEntries(Object.entries(columns).map(([name, cells]) => [name, repeat(cells)]))
    const weighted = await selectFrom({ ...columns, n: weights }, { weights: 'n' })
    expectSamePath(weighted, await selectFrom(repeated))
    const holed = { ...columns, v2: columns['v2'].map((value, row) => (row % 7 === 0 ? null : value)) }
    const without = Object.fromEntries(
      Object.entries(columns).map(([name, cells]) => [name, cells.filter((_, row) => row % 7 !== 0)]),
    )
    expectSamePath(await selectFrom(holed, { missing: 'complete' }), await selectFrom(without))
  })

  it('begins beside what is kept, and looks at prices', async () => {
    const found = await selectFrom(columns, { keep: ['v1'], k: 3 })
    expect(found.selected.slice(0, 4)).toEqual(groups['v'])
    expect(found.steps).toHaveLength(2)
    const plain = await selectFrom(columns)
    const [first] = plain.steps
    expect(found.steps[0].feature).toBe(first.feature)
    expect(found.steps[0].redundancy).toBeGreaterThan(0)
    near(found.steps[0].score, first.score - found.steps[0].redundancy!)
    const dear = Object.fromEntries(groups[first.feature].map((name) => [name, 1e6]))
    const costs = { ...Object.fromEntries(Object.keys(columns).map((name) => [name, 1])), ...dear }
    const { y: _, ...prices } = costs
    const cheap = await selectFrom(columns, { costs: prices, k: 1 })
    expect(cheap.steps[0].feature).not.toBe(first.feature)
    const within = await selectFrom(columns, { costs: prices, budget: { cost: 9 } })
    expect(within.steps.map(({ feature }) => feature)).not.toContain(first.feature)
  })

  it('goes on from columns, explains a column, and goes by other searches', async () => {
    const plain = await selectFrom(columns, { k: 3 })
    const begun = await selectFrom(columns, { k: 3, startFrom: [groups[plain.steps[0].feature][2]] })
    expect(pathOf(begun)).toEqual(pathOf(plain).slice(1))
    const why = await selectFrom(columns, { k: 1, why: 'u3' })
    expect(why.why!.steps).toHaveLength(1)
    expect(why.why!.steps![0].score).toBeGreaterThan(0)
    expect(pathOf(await selectFrom(columns, { k: 3, search: 'beam:width=1' }))).toEqual(pathOf(plain))
    const { steps } = await selectFrom(columns, { k: 3, search: 'ranking' })
    const relevance = steps.map(({ score }) => score)
    expect(relevance).toEqual([...relevance].sort((a, b) => b - a))
  })

  it('says which series it cannot score, and why', async () => {
    const huge = { ...columns, u1: columns['u1'].map((_, row) => (row % 2 === 0 ? 1e300 : -1e300)) }
    const found = await selectFrom(huge)
    expect(found.selected).not.toContain('u0')
    expect(found.setAside).toHaveLength(1)
    expect(found.setAside[0].feature).toBe('u')
  })

  it('ends without k where the best gains no more than the F of noise', async () => {
    const found = await select(tableFromColumns(columns), { target: 'y', criterion: temporalMrmr, groups })
    expect(found.spec.stop).toBe('gain:1')
    expect(found.units).toBe('F')
    for (const { score } of found.steps) expect(score).toBeGreaterThan(1)
    expect(found.steps.length).toBeGreaterThan(0)
  })

  it('warns where no group holds two columns', async () => {
    const codes = async (spec: SelectSpec) =>
      (await selectFrom(columns, spec)).warnings.map(({ code }) => code)
    expect(await codes({ groups: {}, k: 2 })).toContain('no-series')
    expect(await codes({ groups: { one: ['u0'] }, k: 2 })).toContain('no-series')
    expect(await codes({ groups: { two: ['u0', 'u1'] }, k: 2 })).not.toContain('no-series')
    const { steps } = await selectFrom(columns, { groups: {} })
    for (const { redundancy } of steps.slice(1)) expect(redundancy).toBe(1)
  })

  it('refuses what it cannot do', async () => {
    expect(await message({ criterion: 'temporal-mrmr:redundancy=pearson' })).toBe(
      'unsuitable groups for temporal-mrmr: redundancy pearson needs equally many points of time (u has 4, age has 1: use redundancy=dtw, or drop columns)',
    )
    expect(await message({ stop: 'significance' })).toMatch(/^unsuitable stop: significance permutes levels/)
    expect(await message({ search: 'exhaustive' })).toMatch(/^unsuitable search for temporal-mrmr/)
  })
})
