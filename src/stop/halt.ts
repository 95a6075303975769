import type { PSource } from '../trace/p-source.ts'

/** The candidate that would join next, with another where two join together. */
export interface Proposal {
  readonly candidate: number
  /** How good it is; greater is better. */
  readonly merit: number
  /** What the selected would gain by it. */
  readonly gain: number
  /** How many candidates are not selected, those set aside among them; of two that join together how many pairs. */
  readonly left: number
  /** How many kinds of proposal are tested at this step: single candidates (1), or pairs too (2). */
  readonly kinds: 1 | 2
  /** How many candidates there were at the beginning. */
  readonly of: number
  /** Its gain beside what chance would give; null where no two rows share their levels of the selected. */
  readonly test: (beside: Beside) => Promise<NullTest | null>
  /** The p-value of its partial F: of what it takes away of the residuals, where the criterion is a linear fit. */
  readonly partialFTail: () => Promise<number>
}

/** What a gain is tested beside. */
export const besides = ['min', 'set', 'max'] as const
export type Beside = (typeof besides)[number]

/** A gain and its law where the candidate has nothing to do with the target but by way of the selected. */
export interface NullTest {
  readonly gain: number
  /** The selected candidate beside which it gains least; null where that is no single one. */
  readonly because: number | null
  /** How likely a gain as large is under the null, by so many permutations at first; below `deciding` it is significant. */
  readonly probability: (effort: { readonly permutations: number; readonly deciding: number }) => {
    readonly pValue: number
    readonly by: PSource
  }
  /** The candidate is the best of so many that were tried for it; 1 unless said. */
  readonly trials?: number
}

/** Whether a candidate may join; if not, it is set aside and the next best is tried, or the search ends. */
export type StopDecision =
  | { readonly joins: true; readonly pValue?: number; readonly by?: PSource }
  | {
      readonly joins: false
      readonly setAside?: { readonly because: number | null; readonly pValue: number }
      readonly stopped?: string
    }

/** Looks at the best candidate of a step before it joins. */
export interface Halt {
  judge(proposal: Proposal): StopDecision | Promise<StopDecision>
}

/** Lets every candidate join. */
export const none: Halt = { judge: () => ({ joins: true }) }

/** Ends where the best candidate gains no more than `least`. */
export function leastGain(least: number): Halt {
  return {
    judge: ({ gain }) =>
      gain > least ? { joins: true } : { joins: false, stopped: `no gain above ${least}` },
  }
}
