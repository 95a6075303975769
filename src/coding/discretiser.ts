import type { Discretiser } from '../spec/rank-spec.ts'
import type { Answers, Request } from '../statistics/request.ts'
import type { Variable } from '../statistics/variable.ts'
import type { View } from '../statistics/view.ts'
import { bottleneck } from './bottleneck.ts'
import { equalFrequency } from './equal-frequency.ts'
import { equalWidth } from './equal-width.ts'
import { histogram } from './histogram.ts'
import { mdl } from './mdl.ts'

/** A way to cut numeric columns into bins: what it asks of the source, and the cuts it makes of the answers. */
export interface Cutter<R extends readonly Request[] = readonly Request[]> {
  /** What `bins` says: how many a column gets, how many at most, or nothing, as each column says it itself. */
  readonly bins: 'count' | 'most' | 'own'
  /** It looks at the classes of the target. */
  readonly supervised?: true
  needs(columns: readonly Variable[], how: CuttingOptions): R
  /** For each column its cuts, ascending; a value's level is how many cuts lie below it. */
  cuts(answers: Answers<R>, how: CuttingOptions): readonly (readonly number[])[]
}

export interface CuttingOptions {
  readonly bins: number
  /** The target by its levels, for discretisers that look at it. */
  readonly target: Variable | null
  /** The names of the columns, for messages. */
  readonly names: readonly string[]
  readonly view: View
}

/** The discretisers by name. */
export const cutters: Readonly<Record<Discretiser, Cutter>> = {
  'equal-frequency': equalFrequency,
  'equal-width': equalWidth,
  sqrt: histogram('sqrt'),
  sturges: histogram('sturges'),
  scott: histogram('scott'),
  'freedman-diaconis': histogram('freedman-diaconis'),
  mdl,
  bottleneck,
}
