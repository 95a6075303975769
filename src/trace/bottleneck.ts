import type { SettledBottleneckSpec } from '../spec/levels-spec.ts'
import type { LevelsResult } from './chain.ts'

/** A level of the column, and where it went. */
export interface BottleneckLevel {
  /** Of numbers the bin, whose cuts are in `coding`. */
  readonly level: string | number
  /** It stands for missing values. */
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
  /** I[X;T], which is H[f(X)] of groups. */
  readonly entropyKept: number
  /** I[C;X]. */
  readonly information: number
  /** I[C;T]. */
  readonly informationKept: number
  /** I[C;f(X)] − βH[f(X)], as large as can be (`sufficient`: β = 0); of `soft` I[X;T] − βI[C;T], as small as can be. */
  readonly objective: number
  /** Whether the equations of `soft` were solved. */
  readonly converged: boolean
  /** Whether it is known to be the best of all; `soft` is the best of several solutions. */
  readonly exact: boolean
}
