import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import { momentsJob } from '../../dist/src/memory/moments/moments-job.js'
import type { MomentsInput, MomentsTask, NumericValues } from '../../dist/src/memory/moments/moments-job.js'
import { runBatch } from '../../dist/src/memory/threads/pool.js'
import { ranksJob } from '../../dist/src/memory/moments/ranks-job.js'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { plainRanks } from './order-plain.ts'

type Cells = readonly (number | null)[]

const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
/** Ties, both zeros, all magnitudes, and values that differ only in their last bits. */
const value = fc.oneof(
  fc.constantFrom(-3, -0, 0, 1, 2, 5e-324, -5e-324, 1.7e308, -1.7e308),
  finite,
  fc.integer({ min: 0, max: 2000 }).map((step) => 1e9 + step * 2 ** -23),
)
const cells = (length: number, gaps: boolean): fc.Arbitrary<Cells> =>
  fc.array(gaps ? fc.option(value, { freq: 6 }) : value, { minLength: length, maxLength: length })
const weight = fc.constantFrom(0, 1, 2, 3, 0.25)

function numbersOf(column: Cells): NumericValues {
  return {
    values: Float64Array.from(column, (cell) => cell ?? NaN),
    missing: column.includes(null) ? Uint8Array.from(column, (cell) => (cell === null ? 1 : 0)) : null,
  }
}

/** The ranks written by the kernels; null for excluded rows. */
function ranksOf(kernels: Kernels, column: Cells, weights: readonly number[]) {
  const { run } = kernels
  const arena = kernels.arena()
  const values = arena.copyOf(numbersOf(column).values)
  const isExcluded = column.map((cell, row) => cell === null || weights[row] === 0)
  const excluded = arena.bytes(column.length)
  const items = arena.numbers(column.length * 2)
  const spare = arena.numbers(column.length * 2)
  const counters = arena.bytes(run.sortCounters())
  const weightOf = arena.copyOf(Float64Array.from(weights))
  const ranks = arena.numbers(column.length)
  excluded.view.set(isExcluded.map(Number))
  const sort = [excluded.address, column.length, items.address, spare.address, counters.address] as const
  const count = run.sortRows(values.address, ...sort)
  const ties = run.rankRows(items.address, count, weightOf.address, ranks.address)
  return { ranks: Array.from(ranks.view, (rank, row) => (isExcluded[row] ? null : rank)), ties }
}

describe.each(buildNames)('ranks, %s', (build) => {
  it('agree with counting, with ties and weights', () =>
    fc.assert(
      fc.asyncProperty(
        fc
          .integer({ min: 1, max: 80 })
          .chain((rows) =>
            fc.tuple(cells(rows, true), fc.array(weight, { minLength: rows, maxLength: rows })),
          ),
        async ([column, weights]) => {
          expect(ranksOf(await loadBuild(build), column, weights)).toEqual(plainRanks(column, weights))
        },
      ),
      { numRuns: runs(200) },
    ))

  it('are right for values that differ only in their last bits', async () => {
    // One distant value makes the leading bits of all others equal.
    const column = Array.from({ length: 4000 }, (_, row) => 1e9 + (((row * 1237) % 4000) >> 1) * 2 ** -23)
    column[77] = -1e300
    const { ranks, ties } = ranksOf(await loadBuild(build), column, new Array<number>(4000).fill(1))
    const sorted = [...column].sort((a, b) => a - b)
    const expected = column.map((cell) => (sorted.indexOf(cell) + sorted.lastIndexOf(cell)) / 2 + 1)
    expect(ranks).toEqual(expected)
    expect(ties).toBe(1999 * 6)
  })

  it('have moments over the rows complete in each set', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }).chain((rows) =>
          fc.record({
            columns: fc.tuple(cells(rows, true), cells(rows, false), cells(rows, true), cells(rows, false)),
            base: fc.integer({ min: 0, max: 2 }),
            levels: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: rows, maxLength: rows }),
            isByClass: fc.boolean(),
            weights: fc.option(fc.array(weight, { minLength: rows, maxLength: rows })),
          }),
        ),
        async ({ columns, base, levels, isByClass, weights }) => {
          const input: MomentsInput = {
            rows: levels.length,
            width: base + 1,
            weights: weights && Float64Array.from(weights),
            excluded: null,
            classes: isByClass ? { codes: Uint8Array.from(levels), count: 3 } : null,
          }
          const task = {
            base: columns.slice(0, base).map(numbersOf),
            each: columns.slice(base).map(numbersOf),
          }
          const kernels = await loadBuild(build)
          const part = ranksJob.open(kernels, input)(task)
          columns.slice(base).forEach((column, member) => {
            const set = [...columns.slice(0, base), column]
            const rowWeights = levels.map((level, row) => {
              const isIncluded = set.every((cells) => cells[row] !== null) && !(isByClass && level === 3)
              return isIncluded ? (weights?.[row] ?? 1) : 0
            })
            const ranked = set.map((cells) => plainRanks(cells, rowWeights))
            expect([...part.ties.subarray(member * (base + 1), (member + 1) * (base + 1))]).toEqual(
              ranked.map(({ ties }) => ties),
            )
            const plain: MomentsTask = {
              base: ranked.slice(0, base).map(({ ranks }) => numbersOf(ranks)),
              each: ranked.slice(base).map(({ ranks }) => numbersOf(ranks)),
            }
            const expected = momentsJob.open(kernels, input)(plain)
            for (const name of ['n', 'mean', 'meanLow', 'min', 'max', 'comoment'] as const) {
              const size = expected[name].length
              expect(part[name].slice(member * size, (member + 1) * size)).toEqual(expected[name])
            }
          })
        },
      ),
      { numRuns: runs(100) },
    ))
})

it('moments of ranks are the same bits on 1, 2 and 8 threads', async () => {
  const column = (factor: number): Cells =>
    Array.from({ length: 9000 }, (_, row) => (row % 11 === factor ? null : (row * factor) % 977))
  const rows = { rows: 9000, width: 2, weights: null, excluded: null, classes: null }
  const tasks = Array.from({ length: 12 }, (_, i) => ({
    base: [numbersOf(column(5))],
    each: [numbersOf(column(i + 1))],
  }))
  const batch = { job: ranksJob, input: rows, tasks, count: tasks.length, cost: 1000 }
  const one = await runBatch(batch, { threads: 1 })
  for (const threads of [2, 8]) expect(await runBatch(batch, { threads })).toEqual(one)
})
