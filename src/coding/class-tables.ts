import { CribaError } from '../spec/error.ts'
import type { CountsRequest } from '../statistics/request.ts'
import type { Variable } from '../statistics/variable.ts'
import type { CuttingOptions } from './discretiser.ts'

/** Asks for the table of each column's values by the classes of the target. */
export function classTablesRequest(
  columns: readonly Variable[],
  { target, view }: CuttingOptions,
): CountsRequest {
  if (!target) throw new CribaError('missing', 'missing target (cuts by its classes need one)')
  const list = columns.map((column) => [valuesOf(column), target])
  return { kind: 'counts', family: { list }, view }
}

const known = new WeakMap<Variable, Variable>()

/** A column by its values; of the same variable the same, which a source has read before. */
function valuesOf(variable: Variable): Variable {
  const { column } = variable
  const values = known.get(variable) ?? { column, coding: { kind: 'values' } }
  known.set(variable, values)
  return values
}
