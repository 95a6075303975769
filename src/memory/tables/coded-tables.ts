import { mostLevels } from './coded-list.ts'
import type { CodedInput } from './coded-list.ts'

/**
 * How joined levels are numbered: those that occur in order of occurrence, or all combinations in canonical
 * order.
 */
export type Numbering = 'occurring' | 'canonical'

/** Larger tables are not allocated; the cells that occur are numbered first. */
export const denseCells = 1 << 20

/** The sizes of the largest table and of the slots that number joined cells. */
export function tablesFor(
  { rows, columns, width }: CodedInput,
  numbering: Numbering,
): { cells: number; slots: number } {
  const most = mostLevels(columns)
  let combinations = 1
  for (let i = 1; i < width; i++) combinations *= most
  // Missing levels at most double the cells of a table.
  if (numbering === 'canonical') {
    return { cells: Math.min(2 * denseCells, (combinations + 1) * (most + 1)), slots: 0 }
  }
  const mostJoined = Math.min(combinations, Math.max(most, rows))
  const greatest = (mostJoined + 1) * (most + 1)
  const hash = greatest > denseCells ? 3 << hashBits(rows) : 0
  const joins = width > 2 || hash > 0 ? Math.min(denseCells, mostJoined * most) : 0
  return { cells: Math.min(denseCells, greatest) + (hash > 0 ? rows + 1 : 0), slots: Math.max(joins, hash) }
}

/** The hash table has at least twice as many slots as rows. */
export function hashBits(rows: number): number {
  return 33 - Math.clz32(Math.max(1, rows))
}
