import type { ResolvedMethod } from '../spec/method-text.ts'
import type { OptionValue } from '../spec/options.ts'
import type { SettledRankSpec, Task } from '../spec/rank-spec.ts'
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

/** How a column's values became levels. */
export interface FeatureCoding {
  readonly feature: string
  /** A value's level is the number of cuts below it. */
  readonly cuts?: readonly number[]
  readonly levels?: readonly (string | number)[]
  /** What stands in for a missing value. */
  readonly fill?: string | number
}

/** What was looked at. */
export interface DataFacts {
  readonly source: string
  readonly rows: number
  readonly features: number
  readonly target: string | null
  readonly task: Task
  /** On which rows the result rests, where columns were scored. */
  readonly used?: UsedRows
  /** The query over the file whose rows were looked at. */
  readonly sql?: string
  /** How the text was read, where the user said so. */
  readonly text?: {
    readonly comment?: string
    readonly skip?: number
    readonly missingWords?: readonly string[]
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
  readonly rankings: readonly Ranking[]
  /** Mean of the ranks over all methods, where there are several; best first. */
  readonly meanRank?: readonly { readonly feature: string; readonly rank: number }[]
  readonly warnings: readonly Warning[]
  readonly seconds: number
}
