import { degreesOf, sumOfLogs } from '#methods'
import type { Strata, TableDraws } from '#methods'

/** So many samples climb together. */
const samples = 256
/** Below this share of what decides, the probability is of no more interest. */
const enough = 1e-3
/** Relative difference that rounding alone can bring. */
const rounding = 1e-10

/** A probability, and whether it is only known to be no larger. */
export interface SplittingTail {
  readonly pValue: number
  readonly isBound: boolean
}

/**
 * P(I(X;Y|Z) ≥ that of the strata) where X is permuted within them, by multilevel splitting (Kahn and Harris
 * 1951; Cérou and Guyader 2007): of 256 samples the better half goes on, each survivor copied and moved by as
 * many steps of a Markov chain as there are degrees of freedom, twice, until they reach the gain; the
 * probability is the product of the shares that went on. A step draws a 2 × 2 part of a table anew within its
 * margins. Its relative standard error is about √(log₂(1/p)/256). Ends where the probability is far below
 * `deciding`; then it is a bound.
 */
export function splittingTail(strata: Strata, draws: TableDraws, deciding: number): SplittingTail {
  const steps = splitting(strata, draws, deciding)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same, with a pause after each climb. */
export function* splitting(
  strata: Strata,
  draws: TableDraws,
  deciding: number,
): Generator<void, SplittingTail> {
  const target = strata.tables.reduce((sum, { cells }) => sum + sumOfLogs(cells), 0)
  const reach = target - rounding * Math.abs(target)
  const steps = 2 * strata.tables.reduce((sum, table) => sum + degreesOf(table), 0)
  const climbing = draws.samplesOf(strata, samples)
  let pValue = 1
  for (;;) {
    const sums = Array.from(climbing.sums).sort((a, b) => b - a)
    const there = sums.filter((sum) => sum >= reach).length
    if (2 * there >= samples) return { pValue: (pValue * there) / samples, isBound: false }
    const level = nextLevel(sums)
    // All are alike, and none is there.
    if (level === null) return { pValue: (pValue * Math.max(1, there)) / samples, isBound: there === 0 }
    const least = level - rounding * Math.abs(level)
    const survivors = Array.from(climbing.sums.keys()).filter((sample) => climbing.sums[sample] >= least)
    pValue *= survivors.length / samples
    if (pValue < enough * deciding) return { pValue, isBound: true }
    climbing.climb(survivors, steps, least)
    yield
  }
}

/**
 * The least sum that at most half of the samples reach, or where more are equal the least above the others;
 * null if all are.
 */
function nextLevel(sums: readonly number[]): number | null {
  const isAbove = (a: number, b: number) => a > b + rounding * Math.abs(b)
  const half = sums[samples / 2 - 1]
  const last = sums[samples - 1]
  if (isAbove(half, last)) return half
  const above = sums.filter((sum) => isAbove(sum, last))
  return above.length > 0 ? above[above.length - 1] : null
}
