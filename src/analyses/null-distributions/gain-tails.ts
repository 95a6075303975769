import log2 from '@stdlib/math-base-special-log2'
import { nLog2n } from '#core'
import { degreesOf, hypergeometricWeights, informationOf, sumOfLogs } from '#methods'
import type { Strata, StratumTable, TableDraws } from '#methods'

/** Parts of the information that is reached: sums below it are counted in so many steps. */
const steps = 4096
/** Sums of logarithms that differ by less, relative to the largest of them, are equal. */
const rounding = 1e-14

/** A stratum whose X, or whose Y, has two levels. */
interface TwoLevels {
  /** Rows of the rarer of the two levels. */
  readonly ones: number
  /** Rows of each level of the other variable, the most frequent last. */
  readonly groups: Float64Array
  readonly n: number
}

/**
 * P(I(X;Y|Z) ≥ that of the strata) where X is permuted within them, for strata in which X or Y has two
 * levels. The counts of the rarer level are multivariate hypergeometric, and n·I is a sum over the other's
 * levels: so its distribution is added up level by level (as by the network algorithm, Mehta and Patel 1983).
 * The sums are counted in steps and rounded up: the result is never below the probability. One 2 × 2 table is
 * added up without steps. Null where a stratum has more levels, or where it would take more than `most`
 * additions.
 */
export function exactGainTail(strata: Strata, most: number): number | null {
  const { tables } = strata
  if (tables.length === 0) return 1
  const target = informationOf(strata) - rounding * nLog2n(strata.n)
  if (target <= 0) return 1
  const all = tables.map(twoLevelsOf)
  if (!all.every((one) => one !== null)) return null
  if (all.length === 1 && all[0].groups.length === 2) {
    return all[0].ones <= most ? tailOfOne(all[0], target) : null
  }
  if (all.reduce((sum, one) => sum + workOf(one), 0) > most) return null
  let below: Float64Array = new Float64Array(steps)
  below[0] = 1
  let reached = 0
  for (const one of all) {
    const next = addStratum(one, below, target / steps)
    below = next.below
    reached += next.reached
  }
  return Math.min(1, reached)
}

function twoLevelsOf({ rows, columns, n }: StratumTable): TwoLevels | null {
  const [two, groups] = rows.length === 2 ? [rows, columns] : [columns, rows]
  if (two.length !== 2) return null
  return { ones: Math.min(two[0], two[1]), groups: groups.toSorted(), n }
}

function workOf({ ones, groups }: TwoLevels): number {
  return groups.slice(0, -1).reduce((sum, group) => sum + steps * ones * Math.min(ones, group), 0)
}

/** What a level with `group` rows, `k` of them of the rarer kind, adds to n·I, in bits: never below 0. */
function termOf({ ones, n }: TwoLevels, group: number): (k: number) => number {
  const logOfOnes = log2(ones / n)
  const logOfOthers = log2((n - ones) / n)
  return (k) =>
    Math.max(0, nLog2n(k) + nLog2n(group - k) - nLog2n(group) - k * logOfOnes - (group - k) * logOfOthers)
}

/** Of a 2 × 2 table. */
function tailOfOne(stratum: TwoLevels, target: number): number {
  const { ones, groups, n } = stratum
  const [a, b] = Array.from(groups, (group) => termOf(stratum, group))
  const { first, weights } = hypergeometricWeights(n, groups[0], ones)
  return weights.reduce((sum, weight, i) => {
    const k = first + i
    return a(k) + b(ones - k) >= target ? sum + weight : sum
  }, 0)
}

/** Probabilities of sums by steps: those from `least` to below `end` may be above 0. */
interface Sums {
  readonly at: Float64Array
  least: number
  end: number
}

/**
 * Adds the information of a stratum to the sums so far: their probabilities by steps, and what has reached
 * the target.
 */
function addStratum(
  stratum: TwoLevels,
  before: Float64Array,
  step: number,
): { readonly below: Float64Array; readonly reached: number } {
  const { ones, groups, n } = stratum
  let reached = 0
  // By how many of the rarer kind are left for the levels that follow.
  let left = new Array<Sums | null>(ones + 1).fill(null)
  left[ones] = {
    at: before,
    least: before.findIndex((sum) => sum > 0),
    end: before.findLastIndex((sum) => sum > 0) + 1,
  }
  let rows = n
  for (const group of groups) {
    const term = termOf(stratum, group)
    const next = new Array<Sums | null>(ones + 1).fill(null)
    for (let kinds = 0; kinds <= ones; kinds++) {
      const sums = left[kinds]
      if (sums === null || sums.end === 0) continue
      const { first, weights } = hypergeometricWeights(rows, kinds, group)
      for (let i = 0; i < weights.length; i++) {
        const up = Math.min(steps, Math.ceil(term(first + i) / step))
        const to = (next[kinds - first - i] ??= { at: new Float64Array(steps), least: steps, end: 0 })
        reached = addShifted(to, sums, up, weights[i], reached)
      }
    }
    left = next
    rows -= group
  }
  return { below: left[0]?.at ?? new Float64Array(steps), reached }
}

/** Adds sums times a weight, `up` steps higher; returns `reached` with what is beyond the last step. */
function addShifted(to: Sums, { at, least, end }: Sums, up: number, weight: number, reached: number): number {
  const inside = Math.min(end, steps - up)
  const sums = to.at
  for (let place = least; place < inside; place++) sums[place + up] += weight * at[place]
  if (inside > least) {
    to.least = Math.min(to.least, least + up)
    to.end = Math.max(to.end, inside + up)
  }
  let total = reached
  for (let place = Math.max(least, inside); place < end; place++) total += weight * at[place]
  return total
}

/** So many samples climb together. */
const samples = 256
/** Below this share of what decides, the probability is of no more interest. */
const enough = 1e-3
/** Relative difference that rounding alone can bring. */
const roundingOfSums = 1e-10

/** A probability, and whether it is only known to be no larger. */
interface SplittingTail {
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
  const reach = target - roundingOfSums * Math.abs(target)
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
    const least = level - roundingOfSums * Math.abs(level)
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
  const isAbove = (a: number, b: number) => a > b + roundingOfSums * Math.abs(b)
  const half = sums[samples / 2 - 1]
  const last = sums[samples - 1]
  if (isAbove(half, last)) return half
  const above = sums.filter((sum) => isAbove(sum, last))
  return above.length > 0 ? above[above.length - 1] : null
}
