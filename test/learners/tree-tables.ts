// Random tables for trees: numbers with gaps and ties, levels, weights, and rows that are not trained on.
import fc from 'fast-check'
import type { PlainCell, PlainTable } from './plain-tree.ts'
import type { TrainingRows } from '../../dist/src/memory/threads/model-rows.js'

/** Numbers are multiples of 1/8, so that sums of few of them are exact. */
export function plainTables(most: number): fc.Arbitrary<PlainTable> {
  return fc
    .record({
      rows: fc.integer({ min: 2, max: most }),
      numbers: fc.integer({ min: 0, max: 3 }),
      coded: fc.integer({ min: 0, max: 2 }),
      classes: fc.constantFrom(0, 2, 3, 4),
      values: fc.constantFrom(2, 5, 100),
      gaps: fc.constantFrom(0, 0.2),
      isWeighted: fc.boolean(),
      seed: fc.integer({ min: 1, max: 1 << 30 }),
    })
    .map(({ rows, numbers, coded, classes, values, gaps, isWeighted, seed }) => {
      let state = seed
      const next = () => (state = (state * 48271) % 2147483647) / 2147483647
      const list = <T>(make: (row: number) => T) => Array.from({ length: rows }, (_, row) => make(row))
      const pierced = <T>(make: () => T) => list((): T | null => (next() < gaps ? null : make()))
      const columns: (readonly PlainCell[])[] = [
        ...Array.from({ length: numbers }, () => pierced(() => Math.floor(next() * values) / 8)),
        ...Array.from({ length: coded }, () => {
          const cells = pierced(() => 'abcdef'[Math.floor(next() * 6)])
          return cells.map((cell, row) => (row === 0 ? 'a' : cell))
        }),
      ]
      const target = list(() =>
        classes === 0 ? Math.floor(next() * values) / 8 : Math.floor(next() * classes),
      )
      const weights = list(() => (isWeighted ? 1 + Math.floor(next() * 3) : 1))
      const train = [...target.keys()].filter((row) => row === 0 || next() < 0.8)
      return { columns, target, classes, weights, train }
    })
}

/** The same as a model reads it. */
export function trainingOf({ columns, target, classes, weights, train }: PlainTable): TrainingRows {
  return {
    columns: columns.map((cells) => {
      if (cells.some((cell) => typeof cell === 'string')) {
        const levels = [...new Set(cells)].filter((cell) => cell !== null).sort()
        return {
          codes: Uint16Array.from(cells, (cell) => (cell === null ? levels.length : levels.indexOf(cell))),
          levels: levels.length,
        }
      }
      return {
        values: Float64Array.from(cells, (cell) => (cell === null ? NaN : (cell as number))),
        missing: cells.includes(null) ? Uint8Array.from(cells, (cell) => Number(cell === null)) : null,
      }
    }),
    target: classes > 0 ? { codes: Uint8Array.from(target), classes } : { values: Float64Array.from(target) },
    rows: Int32Array.from(train),
    weights: Float64Array.from(weights),
    shared: {},
  }
}
