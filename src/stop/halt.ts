/** The candidate that would join next. */
export interface Proposal {
  readonly candidate: number
  /** How many are selected already. */
  readonly size: number
  /** What the selected would gain by it. */
  readonly gain: number
}

/** Whether a candidate may join; if not, whether the next best is tried or the search ends. */
export type Verdict =
  { readonly joins: true; readonly pValue?: number } | { readonly joins: false; readonly stopped: string }

/** Looks at the best candidate of a step before it joins. */
export interface Halt {
  judge(proposal: Proposal): Verdict | Promise<Verdict>
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
