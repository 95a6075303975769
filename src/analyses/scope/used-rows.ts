import { roundedWeight } from '#core'
import type { RowPolicy, RowRange, UsedRows, View } from '#core'

/** Widens a range of numbers of rows by those of more scores, except missing ones. */
export function widenRange(
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

/** The numbers of rows behind a result; nothing where nothing was scored. */
export function usedRows(
  { view }: { readonly view: View },
  missing: RowPolicy,
  range: RowRange | undefined,
): { readonly used?: UsedRows } {
  if (!range) return {}
  const [least, most] = [range.least, range.most].map(roundedWeight)
  return { used: { least, most, ...(view.weights !== undefined && { weighted: true }), missing } }
}
