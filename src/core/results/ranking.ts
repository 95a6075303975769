import type { ResolvedMethod } from '../spec/method-text.ts'
import type { OptionValue } from '../spec/options.ts'
import type { MissingPolicy, SettledRankSpec, Task } from '../spec/rank-spec.ts'
import type { Target } from '../spec/target-part.ts'
import type { TextOptions } from '../spec/reading-options.ts'
import type { ColumnRecord } from './column-record.ts'
import type { Warning } from './warning.ts'

/** One column's place in a ranking. */
export interface FeatureScore {
  readonly feature: string
  /** `null` if the method cannot score the column; `why` gives the reason. */
  readonly score: number | null
  /** 1 is best, equal scores share a place; `null` if there is no score. */
  readonly rank: number | null
  /** The root of the statistic with the sign of the relation, where it has one. */
  readonly z?: number
  readonly pValue?: number
  /** Where the p-value comes from. */
  readonly pFrom?: PSource
  /** The error of a p-value from a fitted distribution: one standard error, as a factor. */
  readonly pWithin?: number
  /** The smallest false discovery rate at which the column is kept (Benjamini and Hochberg). */
  readonly qValue?: number
  /** Total weight of the rows used. */
  readonly n: number
  /** It has too few rows (`minRows`), so it is ranked after the others. */
  readonly fewRows?: true
  /** The method itself chooses it. */
  readonly chosen?: true
  readonly why?: string
}

/** All columns ranked by one method, best first. */
export interface Ranking {
  readonly method: string
  readonly options: Readonly<Record<string, OptionValue>>
  readonly better: 'higher' | 'lower'
  readonly units: string
  readonly scores: readonly FeatureScore[]
  /** The path of the model, if the scores are penalties at which columns enter. */
  readonly path?: PenaltyPath
  /** The graph of the rows, if the columns are scored on one. */
  readonly graph?: GraphFacts
}

/** A graph of the rows. */
export interface GraphFacts {
  readonly rows: number
  /** Edges between different rows. */
  readonly edges: number
  /** Connected parts; a row without an edge is one. */
  readonly components: number
  /** Rows without an edge. */
  readonly isolated: number
  /** The least k, or ε, that connects all rows; where they are not connected, and such a number does it. */
  readonly joins?: number
}

/** The mean of a column's ranks over the methods that scored it. */
export interface MeanRank {
  readonly feature: string
  /** A rank among fewer columns is rescaled to all columns; `null` if no method scored the column. */
  readonly rank: number | null
  /** How many methods scored it. */
  readonly methods: number
}

/** How a column is read as levels. */
export interface FeatureCoding {
  readonly feature: string
  /** A value's level is the number of cuts below it. */
  readonly cuts?: readonly number[]
  readonly levels?: readonly (string | number)[]
  /** The value that replaces a missing one. */
  readonly fill?: string | number
}

/** The column of weights. */
export interface WeightFacts {
  readonly column: string
  /** `counts`: the frequency of each row; `sampling`: its sampling weight. */
  readonly kind: 'counts' | 'sampling'
  /**
   * The total weight of the rows with a target; for sampling weights the effective number of rows, (Σw)²/Σw².
   */
  readonly n: number
}

/** The data of an analysis. */
export interface DataFacts {
  readonly source: string
  readonly rows: number
  /** How many rows differ from all before them, where so many repeat that chance cannot explain it. */
  readonly distinctRows?: number
  readonly features: number
  /** Several are one target of their joint levels. */
  readonly target: Target | null
  /** What the target is the time until. */
  readonly event?: EventFacts
  /** The columns that scores are given. */
  readonly given?: readonly string[]
  /** The column whose levels are the blocks within which rows are compared. */
  readonly block?: string
  readonly task: Task
  readonly weights?: WeightFacts
  /** Which rows were used, if columns were scored. */
  readonly used?: UsedRows
  /** The query over the data. */
  readonly sql?: string
  /** The rows of a server that were read: how many at most, and the column by whose hash. */
  readonly sample?: { readonly rows: number; readonly key: string }
  /** How the text was read, if not by default. */
  readonly text?: TextOptions
}

/** The event of a time: its column and level, and the weight of the rows that have it. */
export interface EventFacts {
  readonly column: string
  readonly level: string | number
  readonly n: number
}

/** The spec with every default filled in: on the same data it gives the same result again. */
export interface ResolvedRankSpec extends SettledRankSpec {
  readonly task: Task
  readonly by: readonly ResolvedMethod[]
}

/** The result of `rank`. */
export interface RankResult {
  readonly criba: string
  readonly command: 'rank'
  readonly data: DataFacts
  readonly spec: ResolvedRankSpec
  readonly coding: readonly FeatureCoding[]
  /** The findings about each column before it was scored. */
  readonly columns: readonly ColumnRecord[]
  readonly rankings: readonly Ranking[]
  /** The columns by the mean of their ranks, best first, if there are several methods. */
  readonly meanRank?: readonly MeanRank[]
  readonly warnings: readonly Warning[]
  readonly seconds: number
}

/** The result of `rankEach`. */
export interface RankEachResult {
  readonly criba: string
  readonly command: 'rank-each'
  /** The ranking of each target, with the spec that makes it again. */
  readonly targets: readonly RankResult[]
  /**
   * The columns by the mean of their ranks over all targets and methods, best first: equal scores share the
   * mean of their places.
   */
  readonly meanRank: readonly MeanRank[]
  readonly warnings: readonly Warning[]
  readonly seconds: number
}

/** The least and the greatest weight of the rows behind a score; equal if all scores use the same rows. */
export interface RowRange {
  readonly least: number
  readonly most: number
}

/**
 * How missing values were treated. `level-or-complete`: a missing level is a level of its own, and rows
 * without a number are left out.
 */
export type RowPolicy = MissingPolicy | 'level-or-complete'

/** The rows that a result uses. */
export interface UsedRows extends RowRange {
  /** The numbers are sums of weights. */
  readonly weighted?: true
  readonly missing: RowPolicy
}

/**
 * Where a p-value comes from: `law`, the distribution of the method, which may hold for many rows only;
 * `exact`, the exact distribution given the margins; `permutation`; `gamma`, a Gamma distribution fitted to
 * permutations, for p-values smaller than they can show; `splitting`, multilevel splitting, where no
 * distribution fits a small table; or `ranks`, the distribution of a test of ranks.
 */
export type PSource = 'law' | 'exact' | 'permutation' | 'gamma' | 'splitting' | 'ranks'

/** A model fitted along a falling penalty. */
export interface PenaltyPath {
  /** From the greatest on, which lets no column in. */
  readonly penalties: readonly number[]
  /**
   * For each penalty the prediction where every coefficient is 0 or times 0; of more than two classes one for
   * each, of several targets one for each in their order; of a Cox model, which has none, 0.
   */
  readonly intercepts: readonly (number | readonly number[])[]
  /** The columns that enter, in the order in which they do. */
  readonly coefficients: readonly PathCoefficients[]
  readonly chosen: ChosenPenalty
  /**
   * For each penalty the mean squared error of held-out rows over the folds, or of classes the log-loss in
   * bits, of events what held-out rows add to the deviance, an event, of counts the deviance, a row; and its
   * standard error. `relative-mse`: of several targets the sum of their mean squared errors, as shares of
   * their variances.
   */
  readonly heldOut?: {
    readonly metric: 'mse' | 'relative-mse' | 'log-loss' | 'deviance'
    readonly mean: readonly number[]
    readonly error: readonly number[]
  }
  /** For each penalty the Bayesian information criterion; null where every residual is 0. */
  readonly bic: readonly (number | null)[]
  /**
   * By how much an objective is at most above its optimum, as a share of the variance of the target, or of
   * the log-loss or half the deviance without columns: the greatest duality gap.
   */
  readonly gap?: number
  /**
   * Where the objective has several minima and each fit is one of them: its greatest slope there, of columns
   * and a target of variance 1.
   */
  readonly slope?: number
}

/**
 * The coefficients of a number, or of a level of a categorical column, along the path, in units of the data.
 */
export interface PathCoefficients {
  readonly feature: string
  /** The level; null for a missing value. Absent for a number. */
  readonly level?: string | number | null
  /** Of a target of classes the class whose log-odds they add to; of two classes the second. */
  readonly class?: string | number
  /** Of several targets the one that they predict. */
  readonly target?: string
  /** The penalty at which the column enters. */
  readonly enters: number
  readonly coefficients: readonly number[]
}

/** The penalty that chooses the columns, and the rule that chose it. */
export interface ChosenPenalty {
  readonly rule: 'one-error' | 'min' | 'bic'
  /** Its place among the penalties, from 0. */
  readonly place: number
  readonly penalty: number
}
