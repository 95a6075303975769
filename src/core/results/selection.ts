import type { ResolvedMethod } from '../spec/method-text.ts'
import type { OptionValue } from '../spec/options.ts'
import type { Task } from '../spec/rank-spec.ts'
import type { SettledSelectSpec } from '../spec/select-spec.ts'
import type { Alternatives } from './alternatives.ts'
import type { TrainingColumn } from './application.ts'
import type { ColumnRecord } from './column-record.ts'
import type { Evidence, SizeChoice } from './evidence.ts'
import type { PairInteraction } from './interactions.ts'
import type { DataFacts, FeatureCoding, PenaltyPath, PSource } from './ranking.ts'
import type { Warning } from './warning.ts'

/** One step of a search: it adds or removes a column. */
export interface SelectionStep {
  readonly action: 'add' | 'remove'
  readonly feature: string
  /** The score of the column at this step, or of the set after it. */
  readonly score: number
  /** Its information about the target by itself. */
  readonly relevance?: number
  /** The part of it that the columns selected before have too. */
  readonly redundancy?: number
  /** The information that appears only together with those columns. */
  readonly synergy?: number
  /** The partial F of the column, of a linear fit. */
  readonly f?: number
  /** The p-value of the gain. */
  readonly pValue?: number
  /** Where the p-value comes from; `gamma` if it is smaller than permutations can show. */
  readonly pFrom?: PSource
  /** The error of a p-value from a fitted distribution: one standard error, as a factor. */
  readonly pWithin?: number
  /**
   * The p-value corrected for the number of all columns (Benjamini and Hochberg), where the method has one.
   */
  readonly qValue?: number
  /** The next best column at this step, and by how much it was worse. */
  readonly runnerUp?: string
  readonly gap?: number
  /** Others were as good; the smaller set, then the first in the order of the table, was chosen. */
  readonly tie?: true
}

/**
 * A column that was the best of its step but gained nothing, or too little to decide by so few rows, or that
 * the criterion leaves out.
 */
export interface SetAside {
  readonly feature: string
  /** The selected column that makes it redundant, or the reason. */
  readonly because: string
  readonly pValue?: number
  /**
   * The p-value corrected for the number of all columns (Benjamini and Hochberg), where the method has one.
   */
  readonly qValue?: number
  /**
   * There are too few rows to decide: it is significant by itself, but not among so many candidates. Absent
   * where it gains nothing.
   */
  readonly tooFewRows?: true
  /** The columns given which it is independent of the target, or could not be tested. */
  readonly given?: readonly string[]
}

/** A column set aside, with the numbers that its method has; NaN counts as none. */
export function columnSetAside(
  feature: string,
  because: string,
  { pValue = NaN, qValue = NaN }: { readonly pValue?: number | undefined; readonly qValue?: number } = {},
): SetAside {
  return {
    feature,
    because,
    ...(!Number.isNaN(pValue) && { pValue }),
    ...(!Number.isNaN(qValue) && { qValue }),
  }
}

/** A set of columns and its score; in a Pareto front its scores by both criteria. */
export interface ScoredSet {
  readonly features: readonly string[]
  readonly score: number
  /** By both criteria; the first is the score. */
  readonly scores?: readonly [number, number]
  /** It is in the Pareto front of both, where a landscape lists other sets too. */
  readonly front?: true
}

/** Why a column was or was not selected. */
export interface Explanation {
  readonly feature: string
  readonly explanation: string
  /** Its score at each step until it was added itself. */
  readonly steps?: readonly ExplanationStep[]
  /** The score of the chosen set with the column and without it; null if that set has none. */
  readonly with?: number | null
  readonly without?: number | null
}

export interface ExplanationStep {
  readonly step: number
  readonly joined: string
  /** The score of the column that was added. */
  readonly best: number
  /** The score of the explained column; null if it has none. */
  readonly score: number | null
  /** By how much it was worse. */
  readonly gap: number | null
}

/** The spec with every default filled in: on the same data it gives the same result again. */
export interface ResolvedSelectSpec extends SettledSelectSpec {
  readonly task: Task
  /** With a `note` if it is a function, which plain data cannot contain. */
  readonly criterion: ResolvedMethod & { readonly note?: string }
  readonly search: ResolvedMethod
  readonly pareto: ResolvedMethod | null
}

/** Pairs that have information about the target only together, found once a search has ended. */
export interface Synergies {
  /** How many pairs there are of two columns that were not chosen, or of a chosen one and another. */
  readonly pairs: number
  /** How many of them were screened. */
  readonly screened: number
  /**
   * The most significant interaction first; a chosen column is `a`. p is of the pair alone, not corrected for
   * their number.
   */
  readonly found: readonly SynergeticPair[]
  /** What to change in the spec so that the first pair is chosen. */
  readonly takenUpBy?: { readonly method: string } | { readonly keep: readonly string[] }
}

/** A pair whose columns that were not chosen have significant information given the other one. */
export type SynergeticPair = Required<Omit<PairInteraction, 'similarity'>>

/** A column that was not chosen though it is related to the target by itself. */
export interface AlsoRelated {
  readonly feature: string
  readonly pValue: number
  readonly pFrom: PSource
  /** Corrected for the number of all columns (Benjamini and Hochberg). */
  readonly qValue: number
  /** The chosen column given which it has least information about the target; null where none was chosen. */
  readonly coveredBy: string | null
}

/** A ranking that reduced the columns before the search, and how many it left. */
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
  /** The findings about each column before it was scored. */
  readonly columns: readonly ColumnRecord[]
  /** The name in the catalogue, or that of the criterion. */
  readonly method: string
  readonly options: Readonly<Record<string, OptionValue>>
  readonly better: 'higher' | 'lower'
  readonly units: string
  /** The columns to keep, in the order in which they were chosen. */
  readonly selected: readonly string[]
  readonly steps: readonly SelectionStep[]
  /** Columns that the search evaluated and rejected for good. */
  readonly setAside: readonly SetAside[]
  /** The score of the last step, or of the chosen set. */
  readonly score: number | null
  /** The ranking that reduced the columns first. */
  readonly prefilter?: PrefilterFacts
  /** How many scores or sets were evaluated. */
  readonly evaluations: number
  readonly stopped: string
  /** Why the column named in `spec.why` was or was not selected. */
  readonly why?: Explanation
  /**
   * The best sets, best first, if the search evaluates sets; or the Pareto front, the best by the first
   * criterion first; or both, with those of the front marked.
   */
  readonly landscape?: readonly ScoredSet[]
  /** The path of the model, if columns were chosen by the penalty at which they enter. */
  readonly path?: PenaltyPath
  /**
   * Pairs that the search could not find; absent if the search looked at pairs itself, or did not end by
   * significance.
   */
  readonly synergies?: Synergies
  /**
   * Columns that were not chosen but are related to the target by themselves, the most significant first;
   * absent if the search did not end by significance.
   */
  readonly alsoRelated?: readonly AlsoRelated[]
  /** The scores by size that chose how many columns are kept, if held-out rows did. */
  readonly sizeChoice?: SizeChoice
  readonly evidence?: Evidence
  /**
   * Columns that can stand in for the chosen ones, and other sets within one standard error of them, if the
   * spec asks for `alternatives`.
   */
  readonly alternatives?: Alternatives
  /**
   * All columns that the search chose, if `selected` was cut to fewer within one standard error of the best.
   */
  readonly uncut?: readonly string[]
  /** What the chosen columns contained, in their order, so that other data can be compared with them. */
  readonly training?: readonly TrainingColumn[]
  /** What the target contained: its classes with their rows, or how its numbers are distributed. */
  readonly trainingTarget?: TrainingColumn
  readonly warnings: readonly Warning[]
  readonly seconds: number
}

/**
 * Whether a selection was cut short, by the user or because a server could not be reached any more: it is the
 * best so far.
 */
export function isCutShort({ stopped }: Pick<SelectResult, 'stopped'>): boolean {
  return stopped === 'interrupted' || stopped === 'unreachable'
}

/** Whether a search ended before its own end: cut short, or with its budget. What it evaluated is a part. */
export function endedEarly({ stopped }: Pick<SelectResult, 'stopped'>): boolean {
  return isCutShort({ stopped }) || /^the budget of .* is spent$/.test(stopped)
}
