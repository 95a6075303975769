import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderJob } from '../../dist/src/memory/moments/order-job.js'
import type { OrderInput, OrderTask } from '../../dist/src/memory/moments/order-job.js'
import { runBatch } from '../../dist/src/memory/threads/pool.js'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { plainOrder } from './order-plain.ts'

type Cells = readonly (number | null)[]

const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
const tied = fc.constantFrom(-3, -0, 0, 1, 2, 5e-324, 1.7e308, -1.7e308)
/** Values of several distributions: buckets of equal width suit some and not others. */
const columns = (rows: number): fc.Arbitrary<Cells> =>
  fc
    .constantFrom(
      tied,
      finite,
      fc.integer({ min: -1e6, max: 1e6 }).map((i) => i / 7),
      fc.integer({ min: 0, max: 300 }).map((i) => 10 ** (i / 2 - 300)),
      fc.integer({ min: 0, max: 900 }).map((i) => i * 5e-324),
      fc.oneof(fc.constant(1e300), fc.integer({ min: 0, max: 5000 })),
    )
    .chain((value) => fc.array(fc.option(value, { freq: 20 }), { minLength: rows, maxLength: rows }))

interface Case {
  readonly columns: readonly Cells[]
  readonly weights: readonly number[] | null
  readonly isExcluded: readonly boolean[] | null
  readonly parts: readonly number[]
  readonly distinctUpTo: number
  readonly ties: boolean
}
const cases = (most: number): fc.Arbitrary<Case> =>
  fc.integer({ min: 1, max: most }).chain((rows) => {
    const list = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: rows, maxLength: rows })
    return fc.record({
      columns: fc.array(columns(rows), { minLength: 1, maxLength: 3 }),
      weights: fc.option(list(fc.constantFrom(0, 1, 2, 5))),
      isExcluded: fc.option(list(fc.boolean())),
      parts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
      distinctUpTo: fc.constantFrom(0, 1, 5, 40, 3000),
      ties: fc.boolean(),
    })
  })

/** How many are below a value and how many up to it, and its neighbours. */
function tieOf(sorted: readonly number[], value: number): readonly number[] {
  const below = sorted.filter((one) => one < value)
  const above = sorted.filter((one) => one > value)
  return [below.length, sorted.length - above.length, below.at(-1) ?? -Infinity, above[0] ?? Infinity]
}

function makeCase({ columns, weights, isExcluded, parts, distinctUpTo, ties }: Case) {
  const rows = columns[0].length
  // A view has either weights or excluded rows.
  const excluded = weights ? null : isExcluded
  const sorted = columns.map((cells) =>
    plainOrder(
      cells,
      cells.map((_, row) => (excluded?.[row] ? 0 : (weights?.[row] ?? 1))),
    ),
  )
  const ranksOf = (n: number) => parts.map((part) => 1 + Math.floor(part * (n - 1)))
  const task: OrderTask = {
    columns: columns.map((cells, i) => ({
      values: Float64Array.from(cells, (cell) => cell ?? NaN),
      missing: cells.includes(null) ? Uint8Array.from(cells, (cell) => (cell === null ? 1 : 0)) : null,
      ranks: Float64Array.from(ranksOf(sorted[i].length)),
      distinctUpTo,
      ties,
    })),
  }
  const input: OrderInput = {
    rows,
    weights: weights && Float64Array.from(weights),
    excluded: excluded && Uint8Array.from(excluded, Number),
    mostRanks: parts.length,
    mostDistinct: distinctUpTo,
  }
  const expected = sorted.map((values) => {
    const distinct = [...new Set(values)]
    const chosen = values.length === 0 ? [] : ranksOf(values.length).map((rank) => values[rank - 1])
    const isFew = distinct.length <= distinctUpTo
    return {
      values: chosen,
      distinct: isFew ? distinct : null,
      ties: ties && !isFew ? chosen.flatMap((value) => tieOf(values, value)) : [],
    }
  })
  return { task, input, expected }
}

describe.each(buildNames)('order statistics, %s', (build) => {
  const check = async (example: Case) => {
    const { task, input, expected } = makeCase(example)
    const { values, distinct, counts, ties } = orderJob.open(await loadBuild(build), input)(task)
    expect([...values]).toEqual(expected.flatMap((column) => column.values))
    expect([...distinct]).toEqual(expected.flatMap((column) => column.distinct ?? []))
    expect([...counts]).toEqual(expected.map((column) => column.distinct?.length ?? -1))
    expect([...ties]).toEqual(expected.flatMap((column) => column.ties))
  }

  it('are those of a sorted list', () =>
    fc.assert(fc.asyncProperty(cases(40), check), { numRuns: runs(200) }))

  it('are those of a sorted list, of many values', () =>
    fc.assert(fc.asyncProperty(cases(3000), check), { numRuns: runs(60) }))

  it('count ties without the values of excluded rows', async () => {
    const task = {
      columns: [
        {
          values: Float64Array.of(5, 7, 7, 9, 7, 1),
          missing: null,
          ranks: Float64Array.of(3),
          distinctUpTo: 0,
          ties: true,
        },
      ],
    }
    const excluded = Uint8Array.of(0, 0, 0, 0, 0, 1)
    const input = { rows: 6, weights: null, excluded, mostRanks: 1, mostDistinct: 0 }
    const { values, ties } = orderJob.open(await loadBuild(build), input)(task)
    expect([...values]).toEqual([7])
    // One value is below 7, four are up to it; 5 comes before it and 9 after.
    expect([...ties]).toEqual([1, 4, 5, 9])
  })

  it('count fractional weights', async () => {
    const task = {
      columns: [
        {
          values: Float64Array.of(3, 1, 2, 1),
          missing: null,
          ranks: Float64Array.of(0.5, 1, 1.25, 2, 7),
          distinctUpTo: 3,
          ties: false,
        },
      ],
    }
    const weights = Float64Array.of(0.5, 0.25, 0.75, 0.75)
    const input = { rows: 4, weights, excluded: null, mostRanks: 5, mostDistinct: 3 }
    const part = orderJob.open(await loadBuild(build), input)(task)
    // Cumulative weights are 1 up to value 1, 1.75 up to 2 and 2.25 up to 3: no value reaches rank 7, so it gets the
    // last.
    expect([...part.values]).toEqual([1, 1, 2, 3, 3])
    expect([...part.distinct]).toEqual([1, 2, 3])
  })
})

it('order statistics are the same bits on 1, 2 and 3 threads', async () => {
  const examples = fc
    .sample(cases(500), { seed: 5, numRuns: 12 })
    .map((one) => makeCase({ ...one, weights: null }))
  const rows = Math.min(...examples.map((one) => one.input.rows))
  const tasks = examples.map(({ task }) => ({
    columns: task.columns.map((column) => ({
      ...column,
      values: column.values.subarray(0, rows),
      missing: null,
      ranks: Float64Array.of(1, rows),
    })),
  }))
  const input = { rows, weights: null, excluded: null, mostRanks: 12, mostDistinct: 3000 }
  const batch = { job: orderJob, input, tasks, count: tasks.length, cost: 1000 }
  const one = await runBatch(batch, { threads: 1 })
  for (const threads of [2, 3]) expect(await runBatch(batch, { threads })).toEqual(one)
})
