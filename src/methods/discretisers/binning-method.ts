import { CribaError, Definitions } from '#core'
import type { Answers, CountsRequest, Request, Variable, View } from '#core'

/**
 * A method that cuts numeric columns into bins: the requests it needs, and the cuts it computes from the
 * answers.
 */
export interface BinningMethod<R extends readonly Request[] = readonly Request[]> {
  /**
   * The meaning of the option `bins`: how many bins, how many at most, or unused because the method finds the
   * number.
   */
  readonly bins: 'count' | 'most' | 'own'
  /** It uses the classes of the target. */
  readonly supervised?: true
  needs(columns: readonly Variable[], options: BinningOptions): R
  /** The cuts of each column, ascending; the level of a value is the number of cuts below it. */
  cuts(answers: Answers<R>, options: BinningOptions): readonly (readonly number[])[]
}

export interface BinningOptions {
  readonly bins: number
  /** The target by its levels, for supervised methods. */
  readonly target: Variable | null
  /** The names of the columns, for messages. */
  readonly names: readonly string[]
  readonly view: View
}

/** A discretiser of one's own. */
export type OwnDiscretiser<R extends readonly Request[] = readonly Request[]> = BinningMethod<R> & {
  readonly id: string
}

export const ownDiscretisers = new Definitions<OwnDiscretiser>('discretiser', ['needs', 'cuts'])

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
