import { CribaError } from '#core'
import type { CountsRequest, Variable } from '#core'
import type { BinningOptions } from './binning-method.ts'

/** Requests the table of each column's values by the classes of the target. */
export function classTablesRequest(
  columns: readonly Variable[],
  { target, view }: BinningOptions,
): CountsRequest {
  if (!target) throw new CribaError('missing', 'missing target (cuts by classes need one)')
  const list = columns.map((column) => [valuesOf(column), target])
  return { kind: 'counts', family: { list }, view }
}

const cache = new WeakMap<Variable, Variable>()

/**
 * A column by its values. The same variable gives the same object, so that sources can cache it by identity.
 */
function valuesOf(variable: Variable): Variable {
  const { column } = variable
  const values = cache.get(variable) ?? { column, coding: { kind: 'values' } }
  cache.set(variable, values)
  return values
}
