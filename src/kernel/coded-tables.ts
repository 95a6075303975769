import { mostLevels } from './coded-list.ts'
import type { CodedRows, Numbering } from './coded-arena.ts'

/** Tables of more cells are not laid out: the cells that occur are numbered first. */
export const denseCells = 1 << 20

/** Room for the greatest table that is laid out, and for the numbering of joined cells. */
export function tablesFor(
  { rows, columns, width }: CodedRows,
  numbering: Numbering,
): { cells: number; slots: number } {
  // Of a table laid out whole, the levels of holes at most double the cells.
  if (numbering === 'canonical') return { cells: 2 * denseCells, slots: 0 }
  const most = mostLevels(columns)
  const mostJoined = width > 2 ? Math.max(most, rows) : most
  const greatest = (mostJoined + 1) * (most + 1)
  const hash = greatest > denseCells ? 3 << hashBits(rows) : 0
  const joins = width > 2 || hash > 0 ? Math.min(denseCells, mostJoined * most) : 0
  return { cells: Math.min(denseCells, greatest) + (hash > 0 ? rows + 1 : 0), slots: Math.max(joins, hash) }
}

/** The hash table has at least twice as many slots as rows. */
export function hashBits(rows: number): number {
  return 33 - Math.clz32(Math.max(1, rows))
}
