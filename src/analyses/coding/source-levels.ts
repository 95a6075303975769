import type { Level } from '#core'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import type { CodingNeeds, CodingSpec } from './codings.ts'

/** Levels that the source has, so that they need no request. */
export type SourceLevels = ReadonlyMap<ScopeColumn, readonly Level[]>

/**
 * Finds the levels that the source has, where all rows count. Under `median` levels with missing values are
 * requested, because the most frequent one has to be counted.
 */
export function findSourceLevels(
  { source, view }: AnalysisScope,
  codingNeeds: CodingNeeds,
  { missing }: CodingSpec,
): SourceLevels {
  const found = new Map<ScopeColumn, readonly Level[]>()
  if (view.weights !== undefined || view.complete || view.sample) return found
  for (const column of codingNeeds.levels) {
    if (column.type !== 'categorical' || (missing === 'median' && column.missing > 0)) continue
    const levels = source.levelsOf?.(column.column)
    if (levels) found.set(column, levels)
  }
  return found
}
