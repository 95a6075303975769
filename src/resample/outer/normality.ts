import type { RequestBatcher } from '../../analyses/scope/request-batcher.ts'
import type { AnalysisScope } from '../../analyses/scope/scope.ts'
import { firstFew } from '../../spec/names.ts'
import type { OrderRequest, OrderStatistics, Quantile } from '../../statistics/order.ts'
import type { Warning } from '../../trace/warning.ts'

/** The least skewness of a column to be named: that of an exponential distribution is 0.46, of a normal one 0. */
const skewed = 0.4

/** With so few distinct values or fewer a column is named. */
const fewValues = 5

const tenths = [1, 5, 9].map((part): Quantile => ({ part, of: 10, side: 'lower' }))

/** Says what is assumed, and names columns whose values are far from normal. */
export async function normalityWarnings(
  id: string,
  batcher: RequestBatcher,
  { features, view }: AnalysisScope,
): Promise<readonly Warning[]> {
  const requests = features.map(({ column }): OrderRequest => ({
    kind: 'order',
    variable: { column, coding: null },
    at: tenths,
    distinctUpTo: fewValues,
    view,
  }))
  const [found] = await batcher.request([requests])
  const namesOf = (isIt: (order: OrderStatistics) => boolean) =>
    features.filter((_, i) => isIt(found[i])).map(({ name }) => name)
  const few = namesOf(({ distinct }) => distinct !== null)
  const far = namesOf((order) => order.distinct === null && Math.abs(skewnessOf(order)) > skewed)
  const warn = (columns: readonly string[], what: string): Warning[] =>
    columns.length === 0
      ? []
      : [
          {
            code: 'not-normal',
            columns,
            message: `${id} assumes normal columns, so its error rate may not hold: ${firstFew(columns, 5)} ${what}`,
          },
        ]
  return [
    ...warn(few, `${few.length === 1 ? 'has' : 'have'} ${fewValues} different values or fewer`),
    ...warn(far, `${far.length === 1 ? 'is' : 'are'} skewed (take logarithms, or ranks)`),
  ]
}

/** (q₉₀ − 2·median + q₁₀) / (q₉₀ − q₁₀) of Kelley (1947): between −1 and 1. */
function skewnessOf({ values: [low, middle, high] }: OrderStatistics): number {
  return high > low ? (high - 2 * middle + low) / (high - low) : 1
}
