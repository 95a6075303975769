import { isNear } from '#core'
import type { PSource } from '#core'

/** The candidate that would join next, or two that would join together. */
export interface Proposal {
  readonly candidate: number
  /** Its score; greater is better. */
  readonly merit: number
  /** How much the merit of the selected columns would rise. */
  readonly gain: number
  /**
   * How many candidates are not selected, including those set aside; for two that join together, how many
   * pairs.
   */
  readonly remaining: number
  /** How many kinds of proposal are tested at this step: single candidates (1), or pairs too (2). */
  readonly kinds: 1 | 2
  /** How many candidates there were at the beginning. */
  readonly total: number
  /**
   * Its gain with the null distribution; null where no two rows share their levels of the selected columns.
   */
  readonly test: (hypothesis: NullHypothesis) => Promise<NullTest | null>
  /** Its partial F, the reduction of the residuals, where the criterion is a linear fit. */
  readonly partialF: () => Promise<{ readonly f: number; readonly pValue: number }>
}

/** The selected columns that a gain is tested against; see the option `null` of `significance`. */
export const nullHypotheses = ['min', 'set', 'max'] as const
export type NullHypothesis = (typeof nullHypotheses)[number]

/**
 * The selected column given which a candidate gains least; `set` where it is all of them together, null where
 * it is none.
 */
export type Because = number | 'set' | null

/**
 * A gain and its null distribution: the candidate is independent of the target given the selected columns.
 */
export interface NullTest {
  readonly gain: number
  readonly because: Because
  /** The candidate is related to none of the selected, and so was tested by itself. */
  readonly isUnrelated?: boolean
  /** The selected columns determine the target, so that no candidate can add anything. */
  readonly isDetermined?: boolean
  /**
   * The p-value. Makes `permutations` at first, where it needs any; below `deciding` the gain is significant.
   */
  readonly estimatePValue: (effort: {
    readonly permutations: number
    readonly deciding: number
  }) => EstimatedP | Promise<EstimatedP>
  /** How many alternatives the candidate was chosen from, to correct the p-value; 1 by default. */
  readonly trials?: number
}

/** A p-value and where it comes from. */
interface EstimatedP {
  readonly pValue: number
  readonly by: PSource
}

/** Whether a candidate joins. If not, it is set aside and the next best is tried, or the search ends. */
export type StopDecision =
  | { readonly joins: true; readonly pValue?: number; readonly by?: PSource; readonly f?: number }
  | {
      readonly joins: false
      readonly setAside?: {
        readonly because: Because
        readonly pValue: number
        readonly isUndecided?: boolean
      }
      readonly stopped?: string
    }

/** Decides whether the best candidate of a step joins. */
export interface Halt {
  decide(proposal: Proposal): StopDecision | Promise<StopDecision>
}

/** Lets every candidate join. */
export const none: Halt = { decide: () => ({ joins: true }) }

/** Ends the search when the best candidate gains no more than `least`, up to rounding. */
export function leastGain(least: number): Halt {
  return {
    // Where the merit rises by its last bits alone, nothing is gained.
    decide: ({ gain, merit }) =>
      gain > least && !isNear(gain, least) && !isNear(merit, merit - gain + least)
        ? { joins: true }
        : { joins: false, stopped: `no gain above ${least}` },
  }
}
