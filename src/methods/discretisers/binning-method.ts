import { Definitions } from '#core'
import type { Answers, Request, Variable, View } from '#core'

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

export const ownDiscretisers = new Definitions<OwnDiscretiser>('discretiser')
