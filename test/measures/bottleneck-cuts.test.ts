import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bottleneck } from '../../dist/src/methods/discretisers/bottleneck.js'
import type { Counts } from '../../dist/src/core/statistics/counts.js'
import { runs } from '../properties/runs.ts'
import { classTable, plainEntropy, rowsTable, tableOfColumns } from './tables.ts'

const view = { weights: null } as never
const cut = (table: Counts, bins: number) =>
  bottleneck.cuts([[table]], { bins, target: null, names: [], view })[0]

/** I[C;f(X)] of the bins that cuts make. */
function kept({ levels, cells }: Counts, cuts: readonly number[]): number {
  const classes = levels[1].length
  const binned = new Float64Array((cuts.length + 1) * classes)
  cells.forEach((count, cell) => {
    const value = levels[0][Math.floor(cell / classes)] as number
    const bin = cuts.filter((one) => one < value).length
    binned[bin * classes + (cell % classes)] += count
  })
  const table = rowsTable(
    Array.from({ length: cuts.length + 1 }, (_, bin) =>
      Array.from(binned.slice(bin * classes, (bin + 1) * classes)),
    ),
  )
  const H = (...axes: number[]) => plainEntropy(table, axes)
  return H(0) + H(1) - H(0, 1)
}

describe('the cuts of the bottleneck', () => {
  it('are the best of all ways to cut a column into at most so many bins', () =>
    fc.assert(
      fc.property(classTable(2, 8), fc.integer({ min: 2, max: 5 }), (table, bins) => {
        const values = table.levels[0] as number[]
        const ways = Array.from({ length: 2 ** (values.length - 1) }, (_, mask) =>
          values.filter((_, i) => (mask >> i) % 2 === 1),
        ).filter((cuts) => cuts.length < bins)
        const found = cut(table, bins)
        expect(found.length).toBeLessThan(bins)
        const best = Math.max(...ways.map((cuts) => kept(table, cuts)))
        expect(kept(table, found)).toBeGreaterThanOrEqual(best - 1e-12)
      }),
      { numRuns: runs(100) },
    ))

  it('are the largest observed value of the left part', () => {
    const values = [1.5, 2, 4, 7, 7.25, 9]
    const classes = ['a', 'a', 'a', 'b', 'b', 'a']
    const table = tableOfColumns([values.flatMap((value) => [value, value]), classes.flatMap((c) => [c, c])])
    expect(cut(table, 10)).toEqual([4, 7.25])
    expect(cut(table, 1)).toEqual([])
  })

  it('keep a slightly informative column, and drop an uninformative one', () => {
    // 52 of 100 against 48 of 100: 0.0012 bits, far less than a bin costs at any β of use.
    const weak = rowsTable([
      [52, 48],
      [48, 52],
    ])
    expect(cut({ ...weak, levels: [[0, 1], weak.levels[1]] }, 5)).toEqual([0])
    const nothing = rowsTable([
      [20, 30],
      [40, 60],
    ])
    expect(cut({ ...nothing, levels: [[0, 1], nothing.levels[1]] }, 5)).toEqual([])
  })

  it('of many values find the classes', () => {
    const values = Array.from({ length: 3000 }, (_, i) => i)
    const classes = values.map((value) => (value < 1000 ? 'low' : value < 2200 ? 'middle' : 'high'))
    expect(cut(tableOfColumns([values, classes]), 10)).toEqual([999, 2199])
  })

  it('of many mixed values come near the border', () => {
    // Every seventh row is of the other class, so no two neighbours run for long.
    const values = Array.from({ length: 4000 }, (_, i) => i)
    const classes = values.map((value) => (value < 1500 === value % 7 > 0 ? 'a' : 'b'))
    const table = tableOfColumns([values, classes])
    expect(Math.abs(cut(table, 2)[0] - 1500)).toBeLessThanOrEqual(4000 / 256)
    const nearest = Math.min(...cut(table, 4).map((one) => Math.abs(one - 1500)))
    expect(nearest).toBeLessThanOrEqual(4000 / 256)
  })

  it('ask for the tables of values by classes', () => {
    const target = { column: 3, coding: { kind: 'levels', levels: ['a', 'b'] } } as const
    const [request] = bottleneck.needs([{ column: 1, coding: null }], {
      bins: 5,
      target,
      names: [],
      view,
    })
    expect(request).toEqual({
      kind: 'counts',
      family: { list: [[{ column: 1, coding: { kind: 'values' } }, target]] },
      view,
    })
    expect(() => bottleneck.needs([], { bins: 5, target: null, names: [], view })).toThrow('missing target')
  })
})
