import type {
  InformationUnit,
  SettledInformationMatrixSpec,
  SettledInteractionsSpec,
} from '../spec/pairs-spec.ts'
import type { Task } from '../spec/rank-spec.ts'
import type { DataFacts, FeatureCoding, PSource } from './ranking.ts'
import type { Warning } from './warning.ts'

/**
 * The information of two columns about the target, each alone and together, over the rows complete in all
 * three.
 */
export interface PairInteraction {
  readonly a: string
  readonly b: string
  /** I(a;Y). */
  readonly iA: number
  /** I(b;Y). */
  readonly iB: number
  /** I(a,b;Y). */
  readonly joint: number
  /** joint − iA − iB: above 0 the two are synergetic, below 0 redundant. */
  readonly interaction: number
  /**
   * Symmetrical uncertainty, 2·I(a;b) / (H(a) + H(b)): what the two share whatever the target, from 0 for
   * nothing to 1 for the same information; 0 where both are constant.
   */
  readonly similarity: number
  /** Two-sided, by permutations of the target, for this pair alone: not corrected for the number of pairs. */
  readonly pValue?: number
  /** Where it comes from: `gamma` if it is smaller than permutations can show. */
  readonly pFrom?: PSource
}

/**
 * The information of one column about the target, over the rows that have both: those of its pairs may be
 * fewer.
 */
export interface OwnInformation {
  readonly feature: string
  /** I(X;Y); null where no row has both. */
  readonly information: number | null
}

/** The result of `interactions`. */
export interface Interactions {
  readonly criba: string
  readonly command: 'interactions'
  readonly data: DataFacts
  /** On the same data it gives the same result again. */
  readonly spec: SettledInteractionsSpec & { readonly task: Task }
  readonly coding: readonly FeatureCoding[]
  /** By |interaction|, the largest first; ties in the table's order. */
  readonly pairs: readonly PairInteraction[]
  /** The paired columns, in the table's order. */
  readonly alone: readonly OwnInformation[]
  /** H(Y) over the rows that have a target: the most that columns can tell about it. */
  readonly targetEntropy: number
  readonly units: InformationUnit
  readonly warnings: readonly Warning[]
  readonly seconds: number
}

/** The result of `informationMatrix`. */
export interface InformationMatrix {
  readonly criba: string
  readonly command: 'information-matrix'
  readonly data: DataFacts
  readonly spec: SettledInformationMatrixSpec & { readonly task: Task }
  readonly coding: readonly FeatureCoding[]
  /** The columns, in the table's order: as many as the matrix has rows. */
  readonly names: readonly string[]
  /**
   * Row by row: I(a;b) is at `a · names.length + b`, H(a) on the diagonal; null if no row has both values.
   */
  readonly values: readonly (number | null)[]
  readonly units: InformationUnit
  readonly warnings: readonly Warning[]
  readonly seconds: number
}
