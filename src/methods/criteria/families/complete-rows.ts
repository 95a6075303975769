import { absorbsMissing } from '#core'
import type { Variable, View } from '#core'

/** The rows of a view that are complete in some columns. */
export function completeIn(view: View, read: readonly Variable[]): View {
  const columns = read.filter((one) => !absorbsMissing(one)).map(({ column }) => column)
  return { ...view, complete: [...new Set([...(view.complete ?? []), ...columns])] }
}
