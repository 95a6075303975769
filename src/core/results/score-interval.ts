import type { OptionValue } from '../spec/options.ts'

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
