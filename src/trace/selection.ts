import type { ResolvedMethod } from '../spec/method-text.ts'
import type { OptionValue } from '../spec/options.ts'
import type { SettledSelectSpec } from '../spec/select-spec.ts'
import type { Task } from '../spec/rank-spec.ts'
import type { ColumnRecord } from './column-record.ts'
import type { Evidence } from './evidence.ts'
import type { DataFacts, FeatureCoding } from './ranking.ts'
import type { PSource } from './p-source.ts'
import type { Warning } from './warning.ts'

/** One step of a search: a column that joined or left. */
export interface SelectionStep {
  readonly action: 'add' | 'remove'
  readonly feature: string
  /** What the criterion said of it at that step, or of the set that the step made. */
  readonly score: number
  /** What it tells of the target by itself. */
  readonly relevance?: number
  /** What of that the columns selected before tell too. */
  readonly redundancy?: number
  /** What shows only together with those. */
  readonly synergy?: number
  /** How likely chance alone would gain as much. */
  readonly pValue?: number
  /** Where the p-value comes from; `gamma` where it is smaller than permutations can show. */
  readonly pFrom?: PSource
  /** The p-value of a fitted law is within this factor, one standard error either way. */
  readonly pWithin?: number
  /** The next best at this step, and by how much it was worse. */
  readonly runnerUp?: string
  readonly gap?: number
  /** Others were as good: fewer columns, then the table's order decided. */
  readonly tie?: true
}

/** A column that was the best of its step and yet not taken, or that the criterion leaves out. */
export interface SetAside {
  readonly feature: string
  /** The selected column that makes it redundant, or the reason. */
  readonly because: string
  readonly pValue?: number
}

/** A set of columns and its score; of a Pareto front its scores by both criteria. */
export interface ScoredSet {
  readonly features: readonly string[]
  readonly score: number
  /** By both criteria, of which the first is the score. */
  readonly scores?: readonly [number, number]
}

/** What became of a column, and why. */
export interface Explanation {
  readonly feature: string
  readonly explanation: string
  /** Its score at each step at which another joined, and at its own. */
  readonly steps?: readonly ExplanationStep[]
  /** The score of the set chosen with it and without; null where that set has none. */
  readonly with?: number | null
  readonly without?: number | null
}

export interface ExplanationStep {
  readonly step: number
  readonly joined: string
  /** The score of what joined. */
  readonly best: number
  /** Its own; null where it has none. */
  readonly score: number | null
  /** By how much it was worse. */
  readonly gap: number | null
}

/** The spec with every default filled in: given again on the same data it gives the same result. */
export interface ResolvedSelectSpec extends SettledSelectSpec {
  readonly task: Task
  /** With a `note` where it is a function, which no spec of plain data can hold. */
  readonly criterion: ResolvedMethod & { readonly note?: string }
  readonly search: ResolvedMethod
  readonly pareto: ResolvedMethod | null
}

/** A ranking that cut the columns before the search, and how many it left. */
export interface PrefilterFacts {
  readonly method: string
  readonly cut: string
  readonly features: number
}

/** The result of `select`. */
export interface SelectResult {
  readonly criba: string
  readonly command: 'select'
  readonly data: DataFacts
  readonly spec: ResolvedSelectSpec
  readonly coding: readonly FeatureCoding[]
  /** What was found of each column before anything was asked of it. */
  readonly columns: readonly ColumnRecord[]
  /** The name in the catalogue, or that of the criterion. */
  readonly method: string
  readonly options: Readonly<Record<string, OptionValue>>
  readonly better: 'higher' | 'lower'
  readonly units: string
  /** The columns to keep, in the order in which they were chosen. */
  readonly selected: readonly string[]
  readonly steps: readonly SelectionStep[]
  /** Columns passed over for good, as far as the search looked at them. */
  readonly setAside: readonly SetAside[]
  /** The last step's score, or that of the set chosen. */
  readonly score: number | null
  /** The ranking that cut the columns first. */
  readonly prefilter?: PrefilterFacts
  /** How many scores were looked at. */
  readonly evaluations: number
  readonly stopped: string
  /** What became of the column that was asked about. */
  readonly why?: Explanation
  /**
   * The best sets, best first, where the search looks at sets; or the Pareto front, the best by the first criterion first.
   */
  readonly landscape?: readonly ScoredSet[]
  readonly evidence?: Evidence
  /** All that the search chose, where `selected` was cut because fewer columns predict as well. */
  readonly uncut?: readonly string[]
  readonly warnings: readonly Warning[]
  readonly seconds: number
}
