import { tableFromColumns } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EntropySums, emptyEntropies } from '../../dist/src/core/statistics/entropies.js'
import { MemorySource } from '../../dist/src/memory/source.js'
import { sumsOfSet } from '../../dist/src/memory/tables/entropies-job.js'
import { valueEntropiesJob } from '../../dist/src/memory/tables/value-entropies-job.js'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'

const value = fc.oneof(
  fc.constantFrom(-0, 0, 1, 5e-324, -5e-324, 1.7e308, -1.7e308),
  fc.integer({ min: 0, max: 9 }).map((tenths) => tenths / 10),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const cases = fc.integer({ min: 1, max: 200 }).chain((rows) => {
  const list = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: rows, maxLength: rows })
  return fc.record({
    columns: fc.array(list(fc.option(value, { freq: 10 })), { minLength: 1, maxLength: 3 }),
    isExcluded: fc.option(list(fc.boolean())),
    tabled: fc.constantFrom(2, 3, 1000),
  })
})

/** How often each value occurs in the rows that are not excluded; 0 and −0 are one value. */
function plainCounts(cells: readonly (number | null)[], isExcluded: readonly boolean[] | null): number[] {
  const counts = new Map<number, number>()
  cells.forEach((cell, row) => {
    if (cell !== null && !isExcluded?.[row]) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  })
  return [...counts.values()]
}

describe.each(buildNames)('the entropy of sorted values, %s', (build) => {
  it('agrees with counting by hand', () =>
    fc.assert(
      fc.asyncProperty(cases, async ({ columns, isExcluded, tabled }) => {
        const rows = columns[0].length
        const tables = new EntropySums(rows)
        const job = valueEntropiesJob.open(await loadBuild(build), {
          rows,
          excluded: isExcluded && Uint8Array.from(isExcluded, Number),
          high: tables.high.slice(0, tabled),
          low: tables.low.slice(0, tabled),
        })
        const { sums, untabled } = job(
          columns.map((cells) => ({
            values: Float64Array.from(cells, (cell) => cell ?? NaN),
            missing: cells.includes(null) ? Uint8Array.from(cells, (cell) => (cell === null ? 1 : 0)) : null,
          })),
        )
        const [answer, expected] = [emptyEntropies(columns.length), emptyEntropies(columns.length)]
        let from = 0
        columns.forEach((cells, i) => {
          const left = sums[i * sumsOfSet + 4]
          tables.putSums(answer, i, sums, i * sumsOfSet, untabled.subarray(from, from + left))
          tables.put(expected, i, plainCounts(cells, isExcluded))
          from += left
        })
        expect(from).toBe(untabled.length)
        expect(answer).toEqual(expected)
      }),
      { numRuns: runs(120) },
    ))
})

it('is in its place among entropies of texts and of levels, and equals them', async () => {
  const numbers = [3, 1, null, 3, 2.5, 2.5, 3, -0, 0]
  const table = tableFromColumns({
    x: numbers,
    text: numbers.map((cell) => (cell === null ? null : `t${cell + 0}`)),
    y: numbers.map((_, row) => row),
  })
  const each = [1, 0, 2, 0].map((column, i) => ({
    column,
    coding: i < 3 ? ({ kind: 'values' } as const) : { kind: 'levels' as const, levels: [0, 1, 2.5, 3] },
  }))
  const source = new MemorySource(table)
  const [{ n, high, low, cells }] = await source.answer([
    { kind: 'entropy', family: { base: [], each }, view: {} },
  ])
  expect([...n]).toEqual([8, 8, 9, 8])
  expect([...cells]).toEqual([4, 4, 9, 4])
  for (const part of [high, low]) expect([part[1], part[3]]).toEqual([part[0], part[0]])
  expect(source.work.kernels).toMatchObject({ valueEntropy: 2 })
})
