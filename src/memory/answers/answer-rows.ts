import type { Rows, RowsRequest, Variable } from '#core'
import type { BatchRun } from '../threads/pool.ts'
import type { Codes } from './codes.ts'
import type { ResolvedView } from './resolved-view.ts'

/** Returns the rows themselves, with a weight for each. */
export async function answerRows(request: RowsRequest, resolved: ResolvedView, run: BatchRun): Promise<Rows> {
  const isCoded = ({ coding }: Variable) => coding !== null
  await resolved.encode(request.columns.filter(isCoded), run)
  const columns = request.columns.map((variable) => {
    if (!isCoded(variable)) return resolved.valuesOf(variable).values
    return numbersOf(resolved.codesOf(variable))
  })
  const { weights, length } = resolved.rows
  return { columns, weights: weights ? new Float64Array(weights) : onesOf(length) }
}

/** Weights of 1 as they were last returned: most questions about rows have as many. */
let ones = new WeakRef(new Float64Array(0))

function onesOf(length: number): Float64Array {
  const found = ones.deref()
  if (found?.length === length) return found
  const made = new Float64Array(length).fill(1)
  ones = new WeakRef(made)
  return made
}

/** Level numbers as they were last returned: the target of all parts of the rows is one list. */
const known = new WeakMap<Codes['codes'], WeakRef<Float64Array>>()

/** The level number of each row; NaN where it is missing. */
function numbersOf({ codes, count }: Codes): Float64Array {
  const found = known.get(codes)?.deref()
  if (found) return found
  const numbers = new Float64Array(codes.length)
  for (let row = 0; row < codes.length; row++) numbers[row] = codes[row] === count ? NaN : codes[row]
  known.set(codes, new WeakRef(numbers))
  return numbers
}
