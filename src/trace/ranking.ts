import type { ResolvedMethod } from '../spec/method-text.ts'
import type { OptionValue } from '../spec/options.ts'
import type { RaggedPolicy } from '../spec/ragged.ts'
import type { SettledRankSpec, Task } from '../spec/rank-spec.ts'
import type { ColumnRecord } from './column-record.ts'
import type { PSource } from './p-source.ts'
import type { UsedRows } from './used-rows.ts'
import type { Warning } from './warning.ts'

/** One column's place in a ranking. */
export interface FeatureScore {
  readonly feature: string
  /** `null` where the method cannot score the column; then `why` says the reason. */
  readonly score: number | null
  /** 1 is best, equal scores share a place; `null` where there is no score. */
  readonly rank: number | null
  readonly pValue?: number
  /** Where the p-value comes from. */
  readonly pFrom?: PSource
  /** A p-value of a fitted law is within this factor, one standard error either way. */
  readonly pWithin?: number
  /** The false discovery rate at which the column is kept (Benjamini and Hochberg). */
  readonly qValue?: number
  /** Total weight of the rows the score is made of. */
  readonly n: number
  /** So few, beside the column with the most, that it is ranked after the others. */
  readonly fewRows?: true
  readonly why?: string
}

/** All columns by one method, best first. */
export interface Ranking {
  readonly method: string
  readonly options: Readonly<Record<string, OptionValue>>
  readonly better: 'higher' | 'lower'
  readonly units: string
  readonly scores: readonly FeatureScore[]
}

/** The mean of a column's ranks over the methods that took it. */
export interface MeanRank {
  readonly feature: string
  /** Ranks among fewer columns are stretched to all; `null` where no method took the column. */
  readonly rank: number | null
  /** How many methods took it. */
  readonly methods: number
}

/** How a column's values became levels. */
export interface FeatureCoding {
  readonly feature: string
  /** A value's level is the number of cuts below it. */
  readonly cuts?: readonly number[]
  readonly levels?: readonly (string | number)[]
  /** What stands in for a missing value. */
  readonly fill?: string | number
}

/** The column of weights. */
export interface WeightFacts {
  readonly column: string
  /** `counts`: how often each row counts; `sampling`: how much each row stands for. */
  readonly kind: 'counts' | 'sampling'
  /** The weight of the rows with a target; of sampling weights the effective number of rows, (Σw)²/Σw². */
  readonly n: number
}

/** What was looked at. */
export interface DataFacts {
  readonly source: string
  readonly rows: number
  readonly features: number
  readonly target: string | null
  readonly task: Task
  readonly weights?: WeightFacts
  /** On which rows the result rests, where columns were scored. */
  readonly used?: UsedRows
  /** The query over the file whose rows were looked at. */
  readonly sql?: string
  /** How the text was read, where the user said so. */
  readonly text?: {
    readonly comment?: string
    readonly skip?: number
    readonly missingWords?: readonly string[]
    readonly ragged?: RaggedPolicy
  }
}

/** The spec with every default filled in: given again on the same data it gives the same result. */
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
  /** What was found of each column before anything was asked of it. */
  readonly columns: readonly ColumnRecord[]
  readonly rankings: readonly Ranking[]
  /** The columns by the mean of their ranks, where there are several methods; best first. */
  readonly meanRank?: readonly MeanRank[]
  readonly warnings: readonly Warning[]
  readonly seconds: number
}
