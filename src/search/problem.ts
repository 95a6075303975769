import type { Family } from '../statistics/family.ts'
import type { PSource } from '../trace/p-source.ts'
import type { Beside, NullTest } from '../stop/halt.ts'

/* What a search sees of the data: candidates by number, and how good they are; greater is always better. */

/** How good each candidate would be beside those selected. */
export interface Evaluation {
  /** NaN where it cannot be had or is barred. What is not among the best asked for may be an upper bound. */
  readonly merit: Float64Array
  /** What puts equal merits in order, the greatest first. */
  readonly tieOrder?: Float64Array
  /** What the selected would gain by it; the sum of the gains along a path compares paths of one length. */
  readonly gain: Float64Array
}

/** Candidates beside those selected. */
export interface StepProblem {
  /** How many candidates there are. */
  readonly size: number
  /** What is selected or barred is not looked at; the best two are exact, or as many as `places` says. */
  evaluate(selected: readonly number[], barred: ReadonlySet<number>, places?: number): Promise<Evaluation>
  /**
   * The gain of some candidates that would join together, beside those selected, and its law under chance; `rivals` are
   * all that could join. Null where chance has nothing to permute.
   */
  test(
    selected: readonly number[],
    joining: readonly number[],
    beside: Beside,
    rivals: readonly number[],
  ): Promise<NullTest | null>
  /** The p-value of the partial F of candidates that would join together, where the criterion is a linear fit. */
  readonly partialFTail?: (selected: readonly number[], joining: readonly number[]) => Promise<number>
  /** The p-value of each candidate by itself, as exact as a cut at a false discovery rate needs it. */
  pValues(rate: number): Promise<readonly Chance[]>
  /** The merit of those selected, where a set has one. */
  meritOf?(selected: readonly number[]): Promise<number>
}

/** Sets of candidates. */
export interface SubsetProblem {
  readonly size: number
  /** How many members the smallest set has: 1, or 0 where there are columns that every set has besides. */
  readonly least: number
  /** The merit of no columns at all: what the first one gains is beside that. */
  readonly ofNone: number
  /** The merit of each set, in the family's order; NaN where it has none. */
  merits(sets: Family<number>, progress?: (share: number) => void): Promise<Float64Array>
  /** Their merits by a second criterion, where the Pareto front of two is asked for. */
  secondMerits?(sets: Family<number>): Promise<Float64Array>
}

/** How likely chance alone would do as much; NaN where that is not known. */
export interface Chance {
  readonly pValue: number
  readonly by: PSource
  /** The p-value of a fitted law is within this factor. */
  readonly within?: number
}

/** One candidate that joined or left. */
export interface Move {
  readonly action: 'add' | 'remove'
  readonly candidate: number
  readonly merit: number
  /** The next best, if there was one. */
  readonly runnerUp: number | null
  /** By how much that was worse; 0 for a tie. */
  readonly gap: number
  readonly tie: boolean
  /** How likely chance alone would do as much, from where that is known, and within which factor. */
  readonly pValue?: number
  readonly by?: PSource
  readonly within?: number
}

/** A candidate that was the best and yet not taken. */
export interface Aside {
  readonly candidate: number
  /** The selected one that makes it redundant; null where nothing was selected. */
  readonly because: number | null
  readonly pValue: number
}

/** Where a search stands: its best so far, and what was done last. */
export interface Position {
  readonly selected: readonly number[]
  /** NaN where nothing is selected. */
  readonly merit: number
  readonly move?: Move
  readonly aside?: Aside
  /** The best sets by then, and later those by that time, best first. */
  readonly best?: () => readonly ScoredMembers[]
  /** From where the search can be gone on with another time. */
  readonly bookmark?: () => Bookmark
}

/** What a search had done when it was left, as plain data. */
export interface Bookmark {
  readonly done: number
  readonly sets: readonly (readonly number[])[]
  /** How many sets were as good as the best, besides it. */
  readonly tied: number
}

/** How a search ends. */
export interface Ending {
  readonly stopped: string
  /** The best sets, best first. */
  readonly best?: readonly ScoredMembers[]
  /** How many sets are as good as the best, besides it. */
  readonly tied?: number
}

/** A set of candidates and its merit. */
export interface ScoredMembers {
  readonly members: readonly number[]
  readonly merit: number
  /** By a second criterion, where there is one. */
  readonly other?: number
}
