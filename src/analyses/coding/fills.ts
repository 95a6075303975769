import type { Counts, Level, OrderRequest, OrderStatistics, View } from '#core'
import { treatmentOf } from '../scope/gap-policy.ts'
import { mostFrequent } from '../scope/level-codings.ts'
import type { ScopeColumn } from '../scope/scope.ts'
import type { CodingNeeds, CodingSpec } from './codings.ts'

/** Numeric columns whose missing values are filled with the median. */
export function filledColumns(
  { levels, values }: CodingNeeds,
  { missing }: CodingSpec,
): readonly ScopeColumn[] {
  const treatment = treatmentOf[missing]
  const filled = [
    ...(treatment.levels === 'fill' ? levels : []),
    ...(treatment.values === 'fill' ? values : []),
  ]
  return [...new Set(filled)].filter(({ type, missing }) => type === 'numeric' && missing > 0)
}

/** Requests the two middle values, whose mean is the median. */
export function medianRequest({ column }: ScopeColumn, view: View): OrderRequest {
  const at = [
    { part: 1, of: 2, side: 'lower' as const },
    { part: 1, of: 2, side: 'upper' as const },
  ]
  return { kind: 'order', variable: { column, coding: null }, at, distinctUpTo: 0, view }
}

/** The fill of each column: the median of numbers, the most frequent level. */
export function fillsOf(
  numbers: readonly ScopeColumn[],
  medians: readonly OrderStatistics[],
  texts: readonly ScopeColumn[],
  tables: readonly Counts[],
): Map<number, Level> {
  const fills = new Map<number, Level>()
  numbers.forEach(({ column }, i) => {
    const [lower, upper] = medians[i].values
    if (lower !== undefined) fills.set(column, lower === upper ? lower : lower / 2 + upper / 2)
  })
  texts.forEach(({ column, missing }, i) => {
    if (missing > 0) fills.set(column, mostFrequent(tables[i]))
  })
  return fills
}
