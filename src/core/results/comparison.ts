import type { SettledCompareSpec } from '../spec/compare-spec.ts'
import type { OptionValue } from '../spec/options.ts'
import type { Task } from '../spec/rank-spec.ts'
import type { Difference, Evidence } from './evidence.ts'
import type { DataFacts } from './ranking.ts'
import type { Warning } from './warning.ts'

/** How alike the columns are that a method chose from the training rows of each split. */
export interface Stability {
  /** The mean number of columns. */
  readonly columns: number
  /** The mean over pairs of splits of |A ∩ B| / |A ∪ B|. */
  readonly jaccard: number
  /** Kuncheva's consistency, where all splits chose equally many. */
  readonly kuncheva: number | null
  /** Nogueira's Φ, 0 for sets drawn at random, with its 95 % interval; null where it is not defined. */
  readonly nogueira: {
    readonly value: number
    readonly interval: readonly [low: number, high: number]
  } | null
}

/** How the columns chosen compare with those that the target is known to depend on. */
export interface Truth {
  /** |S ∩ T| / |T|, from all rows. */
  readonly share: number
  /** How many chosen columns are not among them. */
  readonly wrong: number
  /** Whether both are the same set. */
  readonly exact: boolean
  /** The means over the splits of the share, of the wrong ones, and of the exact matches. */
  readonly splits: { readonly share: number; readonly wrong: number; readonly exact: number }
}

/** An option whose value was chosen on held-out rows: on all rows, and on the training rows of each split. */
export interface TunedValue {
  readonly option: string
  readonly value: string | number
  readonly splits: readonly (string | number)[]
}

/** One method of a comparison. */
export interface ComparedMethod {
  readonly method: string
  readonly options: Readonly<Record<string, OptionValue>>
  /** The columns chosen from all rows, in their order. */
  readonly selected: readonly string[]
  /** How many scores or sets were evaluated, and the seconds of the selection from all rows. */
  readonly evaluations: number
  readonly seconds: number
  readonly tuned?: TunedValue
  /** One for each learner, the same as `select` gives with `size: 'stop'`. */
  readonly evidence: readonly Evidence[]
  /** Null where rows are held out only once. */
  readonly stability: Stability | null
  readonly truth?: Truth
}

/**
 * The difference in the held-out score of two methods, by their places, with the same learner on the same
 * splits.
 */
export interface MethodDifference extends Difference {
  readonly learner: string
  readonly a: number
  readonly b: number
  /** By Student's t with a variance for overlapping training rows; null for a single split. */
  readonly pValue: number | null
  /** Corrected by Holm for all pairs of a learner. */
  readonly adjusted: number | null
}

/** The share of columns that two methods chose both: |A ∩ B| / |A ∪ B|. */
export interface Agreement {
  readonly a: number
  readonly b: number
  readonly jaccard: number
}

/** The ranking that all methods make together. */
export interface Consensus {
  /** Kendall's coefficient of concordance, from 0 to 1; null for one method. */
  readonly w: number | null
  readonly pValue: number | null
  readonly ranking: readonly {
    readonly feature: string
    readonly meanRank: number
    /** How many methods chose it. */
    readonly chosen: number
  }[]
}

/** The spec with every default filled in. */
export interface ResolvedCompareSpec extends SettledCompareSpec {
  readonly task: Task
}

/** The result of `compare`. */
export interface Comparison {
  readonly criba: string
  readonly command: 'compare'
  readonly data: DataFacts
  readonly spec: ResolvedCompareSpec
  readonly methods: readonly ComparedMethod[]
  readonly differences: readonly MethodDifference[]
  readonly agreement: readonly Agreement[]
  readonly consensus: Consensus
  /** `interrupted` if methods are missing; those that are here are whole. */
  readonly stopped: 'done' | 'interrupted'
  readonly warnings: readonly Warning[]
  readonly seconds: number
}
