import type {
  SettledChainSpec,
  SettledInformationByLevelSpec,
  SettledSelfInformationSpec,
} from '../spec/levels-spec.ts'
import type { Task } from '../spec/rank-spec.ts'
import type { DataFacts, FeatureCoding } from './ranking.ts'
import type { Warning } from './warning.ts'

/** What every result about the levels of columns says of where it comes from. */
export interface LevelsResult<S> {
  readonly criba: string
  readonly data: DataFacts
  /** Given again on the same data it gives the same result. */
  readonly spec: S & { readonly task: Task }
  readonly coding: readonly FeatureCoding[]
  /** Total weight of the rows complete in all columns looked at. */
  readonly n: number
  readonly warnings: readonly Warning[]
  readonly seconds: number
}

/** One link of a chain: a column, given those before it. In bits. */
export interface ChainTerm {
  readonly feature: string
  /** H[X_i | X_1, …, X_(i−1)]. */
  readonly entropy: number
  /** I[C;X_i | X_1, …, X_(i−1)], where there is a target. */
  readonly information?: number
}

/** The result of `chain`. */
export interface ChainResult extends LevelsResult<SettledChainSpec> {
  readonly command: 'chain'
  readonly terms: readonly ChainTerm[]
  /** H[X_1, …, X_k]: the sum of the entropies. */
  readonly entropy: number
  /** I[C;X_1, …, X_k]: the sum of the informations. */
  readonly information?: number
}

/** What columns tell of the target where others hold one joint level. */
export interface LevelInformation {
  /** One level for each column given. */
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
  /** The joint levels that hold rows, in order. */
  readonly levels: readonly LevelInformation[]
  /** I[X_S;C | Z]: the weighted mean of them. */
  readonly information: number
}

/** The result of `selfInformation`. */
export interface SelfInformationResult extends LevelsResult<SettledSelfInformationSpec> {
  readonly command: 'self-information'
  /** Each level with −log₂ p, in bits; ∞ where it holds no row. */
  readonly levels: readonly {
    readonly level: string | number
    readonly rows: number
    readonly bits: number
  }[]
  /** H[X]: their mean. */
  readonly entropy: number
}
