import type { Discretiser } from '../spec/rank-spec.ts'
import type { Answers, Request } from '../statistics/request.ts'
import type { Variable } from '../statistics/variable.ts'
import type { View } from '../statistics/view.ts'
import { bottleneck } from './bottleneck.ts'
import { equalFrequency } from './equal-frequency.ts'
import { equalWidth } from './equal-width.ts'
import { histogram } from './histogram.ts'
import { mdl } from './mdl.ts'

/** A method that cuts numeric columns into bins: the requests it needs, and the cuts it computes from the answers. */
export interface BinningMethod<R extends readonly Request[] = readonly Request[]> {
  /** The meaning of the option `bins`: how many bins, how many at most, or unused because the method finds the number. */
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

/** The discretisers by name. */
export const binningMethods: Readonly<Record<Discretiser, BinningMethod>> = {
  'equal-frequency': equalFrequency,
  'equal-width': equalWidth,
  sqrt: histogram('sqrt'),
  sturges: histogram('sturges'),
  scott: histogram('scott'),
  'freedman-diaconis': histogram('freedman-diaconis'),
  mdl,
  bottleneck,
}
