import type { RandomStream } from '../random-stream.ts'
import type { BinnedColumn } from './binned-column.ts'
import { drawFirst } from './bootstrap.ts'

/** Columns, then a copy of each with its values permuted among the rows, in the same way for all. */
export function withCopies(columns: readonly BinnedColumn[], random: RandomStream): readonly BinnedColumn[] {
  if (columns.length === 0) return columns
  const from = Int32Array.from(columns[0].codes, (_, place) => place)
  drawFirst(from, from.length - 1, random)
  const copies = columns.map((column) => {
    const codes = new Uint16Array(from.length)
    for (let place = 0; place < codes.length; place++) codes[place] = column.codes[from[place]]
    return { ...column, codes }
  })
  return [...columns, ...copies]
}
