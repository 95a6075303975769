import { readFileSync } from 'node:fs'
import * as criba from 'criba'
import { tableFromColumns } from 'criba'
import type { ColumnDescription, DataSpec, Description, Table } from 'criba'
import { readTable } from 'criba/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../messy/table-text.ts'
import { kinds } from '../parity/engines.ts'
import type { Closable } from '../parity/engines.ts'
import { inTurn } from '../properties/runs.ts'

type Columns = Parameters<typeof tableFromColumns>[0]

const columnsOf = async (table: Table, spec: DataSpec = {}) =>
  new Map((await criba.describe(table, spec)).columns.map((column) => [column.name, column]))

/** The histogram of one column of numbers. */
async function histogramOf(x: readonly (number | null)[], spec: DataSpec = {}, others: Columns = {}) {
  const columns = await columnsOf(tableFromColumns({ x, ...others }), spec)
  return columns.get('x')!.histogram
}

/** Counts value by value in bins between two ends, each with its upper end. */
function plainCounts(values: readonly number[], from: number, to: number, bins: number): number[] {
  const counts = new Array<number>(bins).fill(0)
  for (const value of values) {
    if (value < from || value > to) continue
    let bin = 0
    while (bin < bins - 1 && (value - from) * bins > (bin + 1) * (to - from)) bin++
    counts[bin]++
  }
  return counts
}

const tenthsOf = (value: number) => Math.round(10 * value)

const penguins = readFileSync('examples/penguins.csv', 'utf8').trim().split('\n')
const names = penguins[0].split(',')
const cellsOf = (name: string) =>
  penguins
    .slice(1)
    .map((line) => line.split(',')[names.indexOf(name)])
    .filter((cell) => cell !== '' && cell !== 'NA')

describe('the bins of whole numbers near 2^53', () => {
  it.each([
    ['up to 2^53', 2 ** 53, 92, 12],
    ['beyond 2^51', 2 ** 52 + 7, 36, 12],
    ['below 0', -(2 ** 53) + 92, 92, 12],
    ['below 2^51', 2 ** 51 - 9, 24, 12],
  ])('have the same number of them: %s', async (_, last, numbers, bins) => {
    const values = Array.from({ length: numbers }, (_, i) => last - i)
    const { counts, from, to } = (await histogramOf(values))!
    expect(counts).toHaveLength(bins)
    const width = (to - from) / bins
    const rest = numbers - (bins - 1) * width
    const full = new Array<number>(bins - 1).fill(width)
    expect([
      [rest, ...full],
      [...full, rest],
    ]).toContainEqual(counts)
  })

  it('are even where the numbers are far apart', async () => {
    const values = Array.from({ length: 1200 }, (_, i) => 9_007_199_254_730_000 + i)
    const { counts } = (await histogramOf(values))!
    expect(counts).toEqual(counts.map(() => expect.closeTo(100, -0.5) as number))
  })
})

describe('the histogram of a column', () => {
  it('counts the cells of a file', async () => {
    const columns = await columnsOf(await readTable('examples/penguins.csv'), { target: 'species' })
    for (const name of ['bill_length_mm', 'bill_depth_mm', 'flipper_length_mm', 'body_mass_g']) {
      const values = cellsOf(name).map(Number)
      const { from, to, counts, ...others } = columns.get(name)!.histogram!
      // In tenths, which are whole: a cut such as 13.1 + 0.7 is not exact.
      const [tenths, low, high] = [values.map(tenthsOf), tenthsOf(from), tenthsOf(to)]
      expect(counts).toEqual(plainCounts(tenths, low, high, 12))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(342)
      expect(others).toEqual({})
    }
    // Whole numbers at most 144 apart: 60 of them in bins of five.
    expect(columns.get('flipper_length_mm')!.histogram).toMatchObject({ from: 171.5, to: 231.5 })
    expect(columns.get('bill_length_mm')!.histogram).toMatchObject({ from: 32.1, to: 59.6 })
    expect(columns.get('body_mass_g')!.histogram).toMatchObject({ from: 2700, to: 6300 })
  })

  it('has a bin for each of few whole numbers, with ties in one', async () => {
    expect(await histogramOf([3, 1, 1, 5, 5, 5, null])).toEqual({
      from: 0.5,
      to: 5.5,
      counts: [2, 0, 1, 0, 3],
    })
    expect(await histogramOf([0, 1, 1, 0, 0])).toEqual({ from: -0.5, to: 1.5, counts: [3, 2] })
    // 13 numbers in bins of two: the last has one, and none beyond.
    const thirteen = Array.from({ length: 13 }, (_, i) => i)
    expect(await histogramOf(thirteen)).toEqual({ from: -0.5, to: 13.5, counts: [2, 2, 2, 2, 2, 2, 1] })
  })

  it('has a bin with both its ends first, and then with its upper end', async () => {
    // Cuts at 0.5, 1, … 5.5: every value but the first is an upper end.
    const halves = Array.from({ length: 13 }, (_, i) => i / 2)
    expect(await histogramOf([...halves, 0.25])).toEqual({
      from: 0,
      to: 6,
      counts: [3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    })
  })

  it('counts decimals at a cut below it, whatever they are off by as binary numbers', async () => {
    // 1.2 / 12 is 0.09999999999999999.
    const tenths = Array.from({ length: 26 }, (_, i) => (i % 13) / 10)
    expect(await histogramOf(tenths)).toEqual({
      from: 0,
      to: 1.2,
      counts: [4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
    })
  })

  it('is one bin for equal values, and absent without values', async () => {
    const columns = await columnsOf(
      tableFromColumns({
        a: [2.5, null, 2.5],
        zero: [0, -0, 0],
        none: [null, null, NaN],
        b: ['u', 'u', 'v'],
      }),
      { types: { none: 'numeric' } },
    )
    expect(columns.get('a')!.histogram).toEqual({ from: 2.5, to: 2.5, counts: [2] })
    expect(columns.get('zero')!.histogram).toEqual({ from: 0, to: 0, counts: [3] })
    expect(columns.get('none')).not.toHaveProperty('histogram')
    expect(columns.get('none')).not.toHaveProperty('min')
    expect(columns.get('b')).not.toHaveProperty('histogram')
  })

  it('begins at zero where the smallest value is a negative zero', async () => {
    expect(await histogramOf([-0, 0.5, 1.2])).toMatchObject({ from: 0, to: 1.2 })
  })

  it('spans all numbers', async () => {
    const wide = await histogramOf([-1.7e308, 0, 1.7e308])
    expect(wide).toEqual({ from: -1.7e308, to: 1.7e308, counts: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1] })
    const tiny = await histogramOf([1e-300, 1, 1e300])
    expect(tiny).toEqual({ from: 1e-300, to: 1e300, counts: [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] })
    const next = 1 + Number.EPSILON
    const narrow = await histogramOf([1, next, next])
    expect(narrow!.counts.reduce((sum, count) => sum + count, 0)).toBe(3)
    const large = 2 ** 53
    const beyond = await histogramOf([large, large + 2, large + 4])
    expect(beyond).toMatchObject({ from: large, to: large + 4 })
    expect(beyond!.counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  })

  it('counts a row as often as its weight', async () => {
    const w = [2, 0, 1, 3, 1]
    const expected = { from: 0.5, to: 3.5, counts: [2, 1, 4] }
    expect(await histogramOf([1, 9, 2, 3, 3], { weights: 'w' }, { w })).toEqual(expected)
    // Sampling weights 1, 2, 1 sum to (Σw)²/Σw² = 16/6 rows.
    const sampled = await histogramOf([1, 2, 3], { samplingWeights: 's' }, { s: [1, 2, 1] })
    sampled!.counts.forEach((count, bin) => expect(count).toBeCloseTo([2 / 3, 4 / 3, 2 / 3][bin], 6))
    expect(sampled!.counts).toHaveLength(3)
  })

  it('counts only rows with a target', async () => {
    const y = ['a', 'b', null, 'b']
    expect(await histogramOf([1, 2, 7, 2], { target: 'y' }, { y })).toEqual({
      from: 0.5,
      to: 2.5,
      counts: [1, 2],
    })
  })
})

describe('a few values far from all others', () => {
  const near = Array.from({ length: 300 }, (_, i) => i + 0.5)

  // The least value of the bins is 2.5, 0 or below; values just below it are outside.
  it.each([0, 2.5, 200.25])('are counted beside the bins, of values less %s', async (less) => {
    const values = near.map((value) => value - less)
    const [from, to] = [2.5 - less, 298.5 - less]
    // 303 values, of which three, 1 %, may be outside at each end.
    expect(await histogramOf([...values, -1e6, 1e7, 2e7])).toEqual({
      from,
      to,
      counts: plainCounts(values, from, to, 12),
      below: 3,
      above: 3,
    })
  })

  it('leave an end alone that is not far', async () => {
    const { from, to, below, above } = (await histogramOf([...near, 1e7, 2e7]))!
    expect([from, to, below, above]).toEqual([0.5, 298.5, undefined, 3])
  })

  it('may be one row of few', async () => {
    const ten = [1.5, 2, 3, 4, 5, 6, 7, 8, 9]
    expect(await histogramOf([...ten, 1e9])).toMatchObject({ from: 1.5, to: 9, above: 1 })
  })

  it('do not count as few where they are more than 1 %', async () => {
    const many = [...near, ...near, ...Array.from({ length: 60 }, (_, i) => 1e7 + i)]
    expect(await histogramOf(many)).toMatchObject({ from: 0.5, to: 1e7 + 59 })
  })

  it('keep all bins where nearly all rows have one value', async () => {
    const zeros = [...new Array<number>(400).fill(0), 1000.5, 3000.5]
    expect(await histogramOf(zeros)).toMatchObject({ from: 0, to: 3000.5 })
  })

  it('are below a bound that is a value of many rows', async () => {
    const ties = [...new Array<number>(200).fill(0.25), ...near, -1e6]
    const { from, below, counts } = (await histogramOf(ties))!
    expect([from, below]).toEqual([0.25, 1])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(500)
  })
})

describe('the frequencies of levels', () => {
  it('count the cells of a file', async () => {
    const columns = await columnsOf(await readTable('examples/penguins.csv'), { target: 'species' })
    expect(columns.get('species')!.frequencies).toEqual({
      most: [
        { level: 'Adelie', count: 152 },
        { level: 'Gentoo', count: 124 },
        { level: 'Chinstrap', count: 68 },
      ],
      others: 0,
    })
    const { most, others } = columns.get('sex')!.frequencies!
    const sexes = cellsOf('sex')
    for (const { level, count } of most) expect(sexes.filter((sex) => sex === level)).toHaveLength(count)
    expect([most.length, others]).toEqual([2, 0])
  })

  it('list twelve, equally frequent ones in order, and count the others', async () => {
    const level = (i: number) => `level ${String(i).padStart(2, '0')}`
    const texts = Array.from({ length: 20 }, (_, i) => [level(19 - i), level(i)]).flat()
    const { most, others } = (await columnsOf(tableFromColumns({ t: [...texts, level(7)] }))).get(
      't',
    )!.frequencies!
    const expected = [7, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11].map((i) => ({ level: level(i), count: 2 }))
    expect(most).toEqual([{ level: level(7), count: 3 }, ...expected.slice(1)])
    expect(others).toBe(16)
  })

  it('count weights, and levels that are numbers', async () => {
    const columns = await columnsOf(
      tableFromColumns({ t: ['a', 'b', 'c', 'b'], n: [1, 1, 2, 3], w: [1, 2, 0, 3] }),
      { weights: 'w', types: { n: 'categorical' } },
    )
    expect(columns.get('t')!.frequencies).toEqual({
      most: [
        { level: 'b', count: 5 },
        { level: 'a', count: 1 },
      ],
      others: 0,
    })
    expect(columns.get('n')!.frequencies!.most.map(({ level }) => level)).toEqual([1, 3])
  })

  it('are absent where there are more than 10,000 levels, or none', async () => {
    const ids = Array.from({ length: 10_001 }, (_, i) => `id ${i}`)
    const columns = await columnsOf(
      tableFromColumns({
        ids,
        fewer: ids.map((id, i) => (i < 10_000 ? id : null)),
        none: ids.map(() => null),
      }),
    )
    expect(columns.get('ids')).not.toHaveProperty('frequencies')
    expect(columns.get('none')).not.toHaveProperty('frequencies')
    expect(columns.get('fewer')!.frequencies).toMatchObject({ others: 9988 })
  })
})

describe('from every engine', () => {
  const { normal, uniform, whole, pick } = draws(17)
  const rows = Array.from({ length: 450 }, () => null)
  const table = tableFromColumns({
    gaussian: rows.map(() => (uniform() < 0.1 ? null : normal())),
    far: rows.map((_, i) => (i < 5 ? 1e9 * uniform() : i < 9 ? -1e12 : normal())),
    whole: rows.map(() => whole(0, 40)),
    sizes: rows.map(() => 10 ** whole(-300, 300) * pick([-1, 1])),
    zero: rows.map(() => pick([0, -0])),
    days: rows.map(() => new Date(86_400_000 * whole(18_000, 19_000))),
    text: rows.map(() => pick(['a', 'b', 'c', null])),
    many: rows.map(() => `t${whole(0, 300)}`),
    y: rows.map(() => pick(['u', 'v', null])),
    w: rows.map(() => whole(0, 3)),
    s: rows.map(() => 0.1 + uniform()),
  })
  const specs: readonly DataSpec[] = [
    {},
    { target: 'y' },
    { weights: 'w' },
    { samplingWeights: 's', target: 'y' },
  ]
  /** What memory says of each, found once for all engines. */
  let ours: readonly Description[]
  beforeAll(async () => {
    ours = await Promise.all(specs.map((spec) => criba.describe(table, spec)))
  })
  const shown = ({ histogram, frequencies, min, max, distinct }: ColumnDescription) => ({
    histogram,
    frequencies,
    min,
    max,
    distinct,
  })

  describe.each(kinds)('$name', (kind) => {
    let source: Closable
    beforeAll(async () => {
      source = await kind.open(table)
    })
    afterAll(() => source.close())

    // What is asked is the same for every spec: all of them of every engine in the long tests.
    const own = kind === kinds[0] ? inTurn(specs, 1, 2) : inTurn(specs, kinds.indexOf(kind), 4)
    it.each(own.map((spec) => [spec, specs.indexOf(spec)] as const))(
      'gives the same for %j',
      async (spec, place) => {
        const queried = await criba.describe(source, spec)
        expect(queried.columns.map(shown)).toEqual(ours[place].columns.map(shown))
        expect(ours[place].columns.some(({ histogram }) => histogram?.above)).toBe(true)
      },
    )
  })
})
