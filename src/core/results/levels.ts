import type {
  SettledBottleneckSpec,
  SettledChainSpec,
  SettledInformationByLevelSpec,
  SettledSelfInformationSpec,
} from '../spec/levels-spec.ts'
import type { Task } from '../spec/rank-spec.ts'
import type { DataFacts, FeatureCoding } from './ranking.ts'
import type { Warning } from './warning.ts'

/** What every result about levels of columns has in common. */
export interface LevelsResult<S> {
  readonly criba: string
  readonly data: DataFacts
  /** On the same data it gives the same result again. */
  readonly spec: S & { readonly task: Task }
  readonly coding: readonly FeatureCoding[]
  /** Total weight of the rows complete in all columns used. */
  readonly n: number
  readonly warnings: readonly Warning[]
  readonly seconds: number
}

/** One term of the chain: a column given those before it, in bits. */
export interface ChainTerm {
  readonly feature: string
  /** H[X_i | X_1, …, X_(i−1)]. */
  readonly entropy: number
  /** I[C;X_i | X_1, …, X_(i−1)], if there is a target. */
  readonly information?: number
}

/** The result of `chain`. */
export interface ChainResult extends LevelsResult<SettledChainSpec> {
  readonly command: 'chain'
  readonly terms: readonly ChainTerm[]
  /** H[X_1, …, X_k]: the sum of the entropies. */
  readonly entropy: number
  /** I[C;X_1, …, X_k]: the sum of the terms. */
  readonly information?: number
}

/** The information of columns about the target within one joint level of others. */
export interface LevelInformation {
  /** The level of each conditioning column. */
  readonly level: readonly (string | number)[]
  readonly rows: number
  /** Share of the rows. */
  readonly weight: number
  /** I[X_S;C | Z = z]. */
  readonly bits: number
}

/** The result of `informationByLevel`. */
export interface InformationByLevelResult extends LevelsResult<SettledInformationByLevelSpec> {
  readonly command: 'information-by-level'
  /** The joint levels that have rows, in order. */
  readonly levels: readonly LevelInformation[]
  /** I[X_S;C | Z]: their weighted mean. */
  readonly information: number
}

/** The result of `selfInformation`. */
export interface SelfInformationResult extends LevelsResult<SettledSelfInformationSpec> {
  readonly command: 'self-information'
  /** Each level with −log₂ p, in bits; ∞ if it has no row. */
  readonly levels: readonly {
    readonly level: string | number
    readonly rows: number
    readonly bits: number
  }[]
  /** H[X]: their mean. */
  readonly entropy: number
}

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
