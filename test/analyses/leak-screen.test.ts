// Columns that may predict the classes, by samples of the rows: none that does may be missing.
import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import type { ColumnContents } from '../../src/analyses/profile/contents.ts'
import { mayPredict } from '../../src/analyses/profile/leak-screen.ts'
import { SampledColumn } from '../../src/analyses/profile/sampled-column.ts'
import { RequestBatcher } from '../../src/analyses/scope/request-batcher.ts'
import { MemorySource } from '../../src/memory/index.ts'
import { randomOf } from '../contract/tables.ts'
import { isLong } from '../properties/runs.ts'

/** The share of the errors of one guess that is left by cuts in the order of the classes' means, or by levels; worked plainly. */
function leftOf(values: readonly (number | null)[], classes: readonly number[]): number {
  const present = values.flatMap((value, row) => (value === null ? [] : [{ value, of: classes[row] }]))
  const kinds = [...new Set(classes)]
  const meanOf = (kind: number) => {
    const own = present.filter(({ of }) => of === kind)
    return { kind, n: own.length, mean: own.reduce((sum, { value }) => sum + value, 0) / own.length }
  }
  const order = kinds
    .map(meanOf)
    .filter(({ n }) => n > 0)
    .sort((a, b) => a.mean - b.mean)
  const sorted = present.map(({ value }) => value).sort((a, b) => a - b)
  let part = 0
  const cuts = order.slice(0, -1).map(({ n }) => sorted[(part += n) - 1])
  const distinct = new Set(sorted).size
  const levelOf = (value: number | null) =>
    value === null
      ? 'missing'
      : distinct <= Math.min(1000, present.length / 10)
        ? value
        : cuts.filter((cut) => cut < value).length
  const tables = new Map<unknown, number[]>()
  values.forEach((value, row) => {
    const level = levelOf(value)
    if (!tables.has(level))
      tables.set(
        level,
        kinds.map(() => 0),
      )
    tables.get(level)![kinds.indexOf(classes[row])]++
  })
  const right = [...tables.values()].reduce((sum, counts) => sum + Math.max(...counts), 0)
  const most = Math.max(...kinds.map((kind) => classes.filter((one) => one === kind).length))
  return (classes.length - right) / (classes.length - most)
}

const shapes = [
  { rows: 300, shares: [0.5, 0.5] },
  { rows: 6000, shares: [0.5, 0.5] },
  { rows: 6000, shares: [0.97, 0.03] },
  { rows: 4000, shares: [0.6, 0.2, 0.15, 0.05] },
  { rows: 5000, shares: [0.3, 0.2, 0.2, 0.1, 0.1, 0.1] },
  { rows: 6000, shares: Array.from({ length: 14 }, () => 1 / 14) },
]

// Those that repeat others in size and number of classes are for the long tests.
const often = shapes.filter(
  ({ rows, shares }) => isLong || (rows !== 5000 && (rows < 6000 || shares[0] !== 0.5)),
)

describe.each(often)('of $rows rows, classes $shares', ({ rows, shares }) => {
  it('all that leave a tenth of the errors are kept, most that leave more than half are not', async () => {
    const random = randomOf(rows + shares.length)
    const classes = Array.from({ length: rows }, () => {
      const drawn = random()
      let sum = 0
      return Math.max(
        0,
        shares.findIndex((share) => drawn < (sum += share)),
      )
    })
    const columns = Array.from({ length: 60 }, (_, i) => {
      const width = (1.5 * (i % 20)) / 19
      const order = shares.map(random)
      return classes.map((of) => {
        const value = (i % 3 === 0 ? of : order[of] * shares.length) + width * (random() - 0.5) * 2
        if (i % 4 === 1 && random() < 0.05) return null
        // Heavy tails, few levels, codes of levels in no order.
        if (i % 4 === 2) return Math.sinh(4 * value)
        if (i % 4 === 3) return Math.round(value * 20)
        return value
      })
    })
    const named = columns.map((values, i) => [`x${i}`, values] as const)
    const source = new MemorySource(
      tableFromColumns([...named, ['y', classes.map((of) => 'abcdefghijklmn'[of])]]),
    )
    const contents = columns.map(
      (_, column) => ({ column: { column }, numbers: {} }) as unknown as ColumnContents,
    )
    const target = { column: columns.length, coding: { kind: 'values' } } as const
    const kept = await mayPredict(new RequestBatcher(source), target, contents, {})
    const isKept = (i: number) => kept.includes(contents[i])
    const lefts = columns.map((values) => leftOf(values, classes))
    const leaks = [...lefts.keys()].filter((i) => lefts[i] <= 0.1)
    expect(leaks.length).toBeGreaterThan(3)
    expect(leaks.filter((i) => !isKept(i))).toEqual([])
    const plain = [...lefts.keys()].filter((i) => lefts[i] > 0.5 && i % 4 !== 3)
    expect(plain.length).toBeGreaterThan(3)
    expect(plain.filter(isKept).length).toBeLessThan(plain.length / 4)
  })
})

describe('a column in a sample', () => {
  const random = randomOf(21)
  const shape = { rows: 120, classes: 4 }
  const drawn = Array.from({ length: shape.rows }, () => Math.floor(random() * random() * shape.classes))
  const sizes = Float64Array.from(
    { length: shape.classes },
    (_, kind) => drawn.filter((of) => of === kind).length,
  )
  const sample = { rows: Int32Array.from(drawn.keys()), classes: Int32Array.from(drawn), sizes }
  const column = new SampledColumn(sample)
  const columns = Array.from({ length: 200 }, (_, i) =>
    drawn.map((of) => {
      const value = of + (i % 10) * 0.3 * (random() - 0.5)
      if (i % 3 === 1 && random() < 0.1) return NaN
      return i % 4 === 0 ? Math.round(value) : i % 4 === 1 ? Math.exp(6 * value) : value
    }),
  )

  it('leaves what it leaves when all are sorted, however little is counted', () => {
    for (const values of columns) {
      const distinct = new Set(values.filter((value) => !Number.isNaN(value))).size
      column.read(Float64Array.from(values))
      expect(column.distinctUpTo(distinct)).toBe(distinct)
      // As many levels as values: the twin reads levels only of few.
      const isFew = distinct <= values.filter((value) => !Number.isNaN(value)).length / 10
      const left = leftOf(
        values.map((value) => (Number.isNaN(value) ? null : value)),
        drawn,
      )
      if (isFew) expect(column.leftByLevels()).toBeCloseTo(left, 12)
      // The better of two orders leaves no more than that of the means, which the twin takes.
      else expect(column.cutsLeaveMoreThan(left)).toBe(false)
      expect(column.distinctUpTo(distinct - 1)).toBe(null)
    }
  })

  it('of noise leaves more than half, and more of one class', () => {
    const noise = Array.from({ length: 50 }, () => Float64Array.from(drawn, random))
    expect(noise.filter((values) => column.read(values).cutsLeaveMoreThan(0.5)).length).toBeGreaterThan(45)
    const alone = { ...sample, classes: new Int32Array(shape.rows), sizes: Float64Array.of(shape.rows) }
    expect(new SampledColumn(alone).read(noise[0]).cutsLeaveMoreThan(0.99)).toBe(true)
  })
})

describe('rare classes', () => {
  const random = randomOf(8)
  const source = (columns: Record<string, readonly (number | null)[]>, classes: readonly number[]) => {
    const table = tableFromColumns({ ...columns, w: classes.map(() => 1), y: classes.map((of) => 'ab'[of]) })
    return new RequestBatcher(new MemorySource(table))
  }
  const keptOf = async (
    columns: Record<string, readonly (number | null)[]>,
    classes: readonly number[],
    view = {},
  ) => {
    const contents = Object.keys(columns).map((_, column) => {
      return { column: { column }, numbers: {} } as unknown as ColumnContents
    })
    const text = { column: { column: 99 }, numbers: null } as unknown as ColumnContents
    const target = { column: contents.length + 1, coding: { kind: 'values' } } as const
    const kept = await mayPredict(source(columns, classes), target, [...contents, text], view)
    expect(kept).toContain(text)
    return Object.keys(columns).filter((_, i) => kept.includes(contents[i]))
  }

  it('of whose rows one in 25 is wrong have their leaks kept', async () => {
    for (const share of [0.3, 0.05, 0.02]) {
      const classes = Array.from({ length: 8000 }, () => Number(random() < share))
      const leak = () => classes.map((of) => (of === 1 && random() < 0.04 ? 0 : of) + 0.9 * random())
      const columns = Object.fromEntries(
        Array.from({ length: isLong ? 150 : 50 }, (_, i) => [`leak ${i}`, leak()]),
      )
      expect(await keptOf({ ...columns, noise: classes.map(random) }, classes)).toEqual(Object.keys(columns))
    }
  })

  it('are in the order of their values, whatever a few far ones do to the means', async () => {
    const classes = Array.from({ length: 6000 }, () => Number(random() < 0.3))
    const far = classes.map((of) => (of === 0 && random() < 0.02 ? 1e6 : of + random()))
    // By means the class of smaller values comes last: a column that leaves 2 % is kept, though it is no leak by its means.
    expect(await keptOf({ far }, classes)).toEqual(['far'])
    const codes = classes.map((of) => 10 * Math.floor(3 * random()) + 3 * of + (of ? 1 : 2))
    expect(await keptOf({ codes }, classes)).toEqual(['codes'])
  })

  it('count without the rows of weight 0', async () => {
    const classes = Array.from({ length: 6000 }, (_, row) => row % 2)
    const weights = classes.map((_, row) => (row < 3000 ? 0 : 1))
    const leak = classes.map((of, row) => (row < 3000 ? random() : of + random()))
    const table = tableFromColumns({ leak, w: weights, y: classes.map((of) => 'ab'[of]) })
    const one = { column: { column: 0 }, numbers: {} } as unknown as ColumnContents
    const batcher = new RequestBatcher(new MemorySource(table))
    const target = { column: 2, coding: { kind: 'values' } } as const
    expect(await mayPredict(batcher, target, [one], { weights: 1, once: true })).toEqual([one])
    expect(await mayPredict(batcher, target, [one], {})).toEqual([])
  })
})
