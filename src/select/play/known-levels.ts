import type { Level } from '../../statistics/variable.ts'
import type { CodingSpec, Wanted } from './codings.ts'
import type { Play, PlayedColumn } from './play.ts'

/** Levels that need not be asked for. */
export type KnownLevels = ReadonlyMap<PlayedColumn, readonly Level[]>

/** The levels of columns that the source knows, where all rows count; what fills in for missing ones is to be counted. */
export function knownLevels({ source, view }: Play, wanted: Wanted, { missing }: CodingSpec): KnownLevels {
  const known = new Map<PlayedColumn, readonly Level[]>()
  if (view.weights !== undefined || view.complete || view.sample) return known
  for (const column of wanted.levels) {
    if (column.type !== 'categorical' || (missing === 'median' && column.missing > 0)) continue
    const levels = source.levelsOf?.(column.column)
    if (levels) known.set(column, levels)
  }
  return known
}
