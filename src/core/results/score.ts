import type { ResolvedMethod } from '../spec/method-text.ts'
import type { OptionValue } from '../spec/options.ts'
import type { Task } from '../spec/rank-spec.ts'
import type { SettledScoreSpec } from '../spec/score-spec.ts'
import type { DataFacts, FeatureCoding } from './ranking.ts'
import type { Warning } from './warning.ts'

/** The score of a set of columns by one method. */
export interface SetScore {
  readonly method: string
  readonly options: Readonly<Record<string, OptionValue>>
  readonly better: 'higher' | 'lower'
  /** `null` if the method cannot score the set; `why` gives the reason. */
  readonly score: number | null
  readonly units: string
  readonly pValue?: number
  /** Total weight of the rows used. */
  readonly n: number
  /** Further numbers of the method, by name. */
  readonly parts?: Readonly<Record<string, number>>
  readonly why?: string
}

/** The spec with every default filled in: on the same data it gives the same result again. */
interface ResolvedScoreSpec extends SettledScoreSpec {
  readonly task: Task
  readonly by: readonly ResolvedMethod[]
}

/** The result of `score`. */
export interface ScoreResult {
  readonly criba: string
  readonly command: 'score'
  readonly data: DataFacts
  readonly spec: ResolvedScoreSpec
  readonly coding: readonly FeatureCoding[]
  readonly features: readonly string[]
  readonly given?: readonly string[]
  readonly scores: readonly SetScore[]
  readonly warnings: readonly Warning[]
  readonly seconds: number
}

/** A score with its standard error and its 95 % interval. */
export interface ScoreInterval {
  readonly feature: string
  readonly score: number
  readonly error: number
  readonly low: number
  readonly high: number
}

/**
 * The intervals of the scores of one method, in the order of its ranking; scores without an interval are left
 * out.
 */
export interface IntervalsOfMethod {
  readonly method: string
  readonly options: Readonly<Record<string, OptionValue>>
  readonly intervals: readonly ScoreInterval[]
}
