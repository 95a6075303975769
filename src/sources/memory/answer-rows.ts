import type { BatchRun } from '../../kernel/pool.ts'
import type { Rows, RowsRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { Sight } from './sight.ts'

/** The rows as they are, with a weight for each. */
export async function answerRows(request: RowsRequest, sight: Sight, run: BatchRun): Promise<Rows> {
  const isCoded = ({ coding }: Variable) => coding !== null
  await sight.encode(request.columns.filter(isCoded), run)
  const columns = request.columns.map((variable) => {
    if (!isCoded(variable)) return sight.valuesOf(variable).values
    const { codes, count } = sight.codesOf(variable)
    return Float64Array.from(codes, (code) => (code === count ? NaN : code))
  })
  return { columns, weights: sight.rows.weights ?? new Float64Array(columns[0].length).fill(1) }
}
