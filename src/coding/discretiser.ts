import type { Discretiser } from '../spec/rank-spec.ts'
import type { AnswerTo, Request } from '../statistics/request.ts'
import type { Variable } from '../statistics/variable.ts'
import type { View } from '../statistics/view.ts'
import { equalFrequency } from './equal-frequency.ts'
import { equalWidth } from './equal-width.ts'
import { mdl } from './mdl.ts'

/** A way to cut numeric columns into bins: what it asks of the source, and the cuts it makes of the answers. */
export interface Cutter<R extends Request = Request> {
  needs(columns: readonly Variable[], how: CuttingOptions): readonly R[]
  /** For each column its cuts, ascending; a value's level is how many cuts lie below it. */
  cuts(answers: readonly AnswerTo<R>[], how: CuttingOptions): readonly (readonly number[])[]
}

export interface CuttingOptions {
  readonly bins: number
  /** The target by its levels, for discretisers that look at it. */
  readonly target: Variable | null
  readonly view: View
}

/** The discretisers by name. */
export const cutters: Readonly<Record<Discretiser, Cutter>> = {
  'equal-frequency': equalFrequency,
  'equal-width': equalWidth,
  mdl,
}
