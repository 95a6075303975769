import type { RowPolicy, RowRange, UsedRows } from '../../trace/used-rows.ts'
import type { AnalysisScope } from './scope.ts'

/** A range of rows that takes in those of more scores; a score that is none has no rows. */
export function widened(
  range: RowRange | undefined,
  n: ArrayLike<number>,
  score: ArrayLike<number | null>,
): RowRange | undefined {
  let [least, most] = [range?.least ?? Infinity, range?.most ?? -Infinity]
  for (let i = 0; i < n.length; i++) {
    const value = score[i]
    if (value === null || Number.isNaN(value)) continue
    if (n[i] < least) least = n[i]
    if (n[i] > most) most = n[i]
  }
  return least > most ? undefined : { least, most }
}

/** On which rows a result rests, for a result; nothing where nothing was scored. */
export function usedRows(
  { view }: Pick<AnalysisScope, 'view'>,
  missing: RowPolicy,
  range: RowRange | undefined,
): { readonly used?: UsedRows } {
  if (!range) return {}
  // Rounded, as sums of fractions end otherwise in another order.
  const [least, most] = [range.least, range.most].map((n) => Number(n.toPrecision(12)))
  return { used: { least, most, ...(view.weights !== undefined && { weighted: true }), missing } }
}
