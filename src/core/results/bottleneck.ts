import type { SettledBottleneckSpec } from '../spec/levels-spec.ts'
import type { LevelsResult } from './chain.ts'

/** A level of the column, and its group or its shares in the clusters. */
export interface BottleneckLevel {
  /** For a numeric column the bin; its cuts are in `coding`. */
  readonly level: string | number
  /** The level of missing values. */
  readonly isMissing?: true
  readonly rows: number
  /** f(x): its group, numbered by first appearance (`sufficient`, `hard`). */
  readonly group?: number
  /** p(t|x): its share in each cluster (`soft`). */
  readonly shares?: readonly number[]
}

/** The result of `bottleneck`; information in bits, T the groups or clusters. */
export interface BottleneckResult extends LevelsResult<SettledBottleneckSpec> {
  readonly command: 'bottleneck'
  readonly feature: string
  readonly levels: readonly BottleneckLevel[]
  /** H[X]. */
  readonly entropy: number
  /** I[X;T]; for groups this is H[f(X)]. */
  readonly entropyKept: number
  /** I[C;X]. */
  readonly information: number
  /** I[C;T]. */
  readonly informationKept: number
  /**
   * The maximum of I[C;f(X)] − βH[f(X)] (`sufficient`: β = 0); for `soft` the minimum of I[X;T] − βI[C;T].
   */
  readonly objective: number
  /** Whether the iteration of `soft` converged. */
  readonly converged: boolean
  /** Whether the solution is proven to be the best; `soft` gives the best of several starts. */
  readonly exact: boolean
}
