import type { Family } from '../statistics/family.ts'

/* What a search sees of the data: candidates by number, and how good they are; greater is always better. */

/** How good each candidate would be beside those selected. */
export interface Evaluation {
  /** Greater is better; NaN where it cannot be had or is barred. What is neither best nor second may be an upper bound. */
  readonly merit: Float64Array
  /** What the selected would gain by it. */
  readonly gain: Float64Array
}

/** Candidates beside those selected. */
export interface StepProblem {
  /** How many candidates there are. */
  readonly size: number
  /** What is selected or barred is not looked at. */
  evaluate(selected: readonly number[], barred: ReadonlySet<number>): Promise<Evaluation>
}

/** Sets of candidates. */
export interface SubsetProblem {
  readonly size: number
  /** The merit of each set, in the family's order; NaN where it has none. */
  merits(sets: Family<number>): Promise<Float64Array>
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
}

/** Where a search stands: its best so far, and how it came there. */
export interface Position {
  readonly selected: readonly number[]
  readonly merit: number
  readonly move?: Move
}

/** How a search ends. */
export interface Ending {
  readonly stopped: string
  /** The best sets, best first. */
  readonly best?: readonly ScoredMembers[]
}

/** A set of candidates and its merit. */
export interface ScoredMembers {
  readonly members: readonly number[]
  readonly merit: number
}
