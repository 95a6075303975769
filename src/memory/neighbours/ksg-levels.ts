import type { Arena } from '../threads/arena.ts'
import type { KsgLevels } from './ksg-points.ts'

/** The rows that share their level with another row. */
export interface SharedLevels {
  /** These rows, or null for all rows. */
  readonly kept: Uint32Array | null
  readonly rows: number
  /** The level of each, renumbered without gaps. */
  readonly codes: Uint32Array
  /** The number of rows of each level. */
  readonly sizes: Uint32Array
}

/** Leaves out rows that are the only one of their level. */
export function sharedLevels(levels: Uint32Array, count: number): SharedLevels {
  const all = new Uint32Array(count)
  for (const level of levels) all[level]++
  const sizes = all.filter((size) => size > 1)
  const rows = sizes.reduce((sum, size) => sum + size, 0)
  const renumbered = new Uint32Array(count)
  let next = 0
  all.forEach((size, level) => (renumbered[level] = size > 1 ? next++ : 0))
  const kept = new Uint32Array(rows)
  const codes = new Uint32Array(rows)
  let at = 0
  levels.forEach((level, row) => {
    if (all[level] < 2) return
    kept[at] = row
    codes[at++] = renumbered[level]
  })
  return { kept: rows === levels.length ? null : kept, rows, codes, sizes }
}

/** Stores the levels of the rows for the kernels. */
export function placeLevels(arena: Arena, { codes, sizes }: SharedLevels): KsgLevels {
  const block = arena.integers(codes.length)
  block.view.set(codes)
  const starts = new Uint32Array(sizes.length + 1)
  sizes.forEach((size, level) => (starts[level + 1] = starts[level] + size))
  return { codes: block, starts }
}
