import type { PSource } from '../trace/p-source.ts'

/** A statistic and its p-value; `why` says what made it degenerate. */
export interface Test {
  readonly score: number
  readonly pValue?: number
  /** The law of the method unless said. */
  readonly pFrom?: PSource
  /** The p-value of a fitted law is within this factor. */
  readonly pWithin?: number
  readonly why?: string
}

/** Whether numbers of that range can be squared and summed without leaving the range of doubles. */
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
