import type { Level } from '../../statistics/variable.ts'
import type { CodingSpec, Wanted } from './codings.ts'
import type { AnalysisScope, ScopeColumn } from './scope.ts'

/** Levels that need not be asked for. */
export type KnownLevels = ReadonlyMap<ScopeColumn, readonly Level[]>

/** The levels of columns that the source knows, where all rows count; what fills in for missing ones is to be counted. */
export function knownLevels(
  { source, view }: AnalysisScope,
  wanted: Wanted,
  { missing }: CodingSpec,
): KnownLevels {
  const known = new Map<ScopeColumn, readonly Level[]>()
  if (view.weights !== undefined || view.complete || view.sample) return known
  for (const column of wanted.levels) {
    if (column.type !== 'categorical' || (missing === 'median' && column.missing > 0)) continue
    const levels = source.levelsOf?.(column.column)
    if (levels) known.set(column, levels)
  }
  return known
}
