import type { Rows, RowsRequest, Variable } from '#core'
import type { BatchRun } from '../threads/pool.ts'
import type { ResolvedView } from './resolved-view.ts'

/** Returns the rows themselves, with a weight for each. */
export async function answerRows(request: RowsRequest, resolved: ResolvedView, run: BatchRun): Promise<Rows> {
  const isCoded = ({ coding }: Variable) => coding !== null
  await resolved.encode(request.columns.filter(isCoded), run)
  const columns = request.columns.map((variable) => {
    if (!isCoded(variable)) return resolved.valuesOf(variable).values
    const { codes, count } = resolved.codesOf(variable)
    const numbers = new Float64Array(codes.length)
    for (let row = 0; row < codes.length; row++) numbers[row] = codes[row] === count ? NaN : codes[row]
    return numbers
  })
  const { weights, length } = resolved.rows
  return { columns, weights: weights ? new Float64Array(weights) : new Float64Array(length).fill(1) }
}
