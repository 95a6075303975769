import type { PSource } from '#core'

/** A statistic and its p-value; `why` is the reason where it is degenerate. */
export interface Test {
  readonly score: number
  readonly pValue?: number
  /** The origin of the p-value; by default the distribution of the method. */
  readonly pFrom?: PSource
  /** The p-value of a fitted distribution is accurate within this factor. */
  readonly pWithin?: number
  readonly why?: string
  /**
   * `unsure`: bounds do not show that the method's distribution holds, and the rows must. `fails`: it does
   * not hold.
   */
  readonly law?: LawState
}

/** What is known of a distribution that may not hold. */
export type LawState = 'unsure' | 'fails'

/** Whether numbers from `min` to `max` can be centred, squared and summed without overflow or underflow. */
export function canSquare(min: number, max: number): boolean {
  const range = max - min
  return range === 0 || (range > 1e-140 && range < 1e145)
}

export function square(x: number): number {
  return x * x
}

/** a/b with 0/0 = 0. */
export function ratio(a: number, b: number): number {
  return a === 0 ? 0 : a / b
}
