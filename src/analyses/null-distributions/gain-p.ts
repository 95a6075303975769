import ln from '@stdlib/math-base-special-ln'
import type { PSource } from '#core'
import { gammaTail, informationOf, leastExpected, permutedGain } from '#methods'
import type { PermutedGain, Strata, TableDraws } from '#methods'
import { exactGainTail, splitting } from './gain-tails.ts'
import { boundsByMerging, chiSquareGainTail } from './gain-law.ts'

/** How likely a gain is that is as large or larger, and where that comes from. */
export interface GainP {
  readonly pValue: number
  readonly by: PSource
}

/** Lets the event loop run if that is due, and ends a run that was aborted. */
export type Pause = () => Promise<void>

/** How many permutations may be made, and the p-value that decides. */
export interface Effort {
  readonly permutations: number
  readonly deciding: number
}

/**
 * Counts that every cell expects where the χ² distribution holds, beside cheaper or better ways; where only a
 * fitted one does.
 */
const expected = { law: 10, lawAtLast: 5, gamma: 1 } as const
/**
 * Additions of an exact distribution that are no more than a few permutations, and that are still worth it.
 */
const work = { little: 3e5, most: 3e7 } as const
/** So many permutations as good as the gain are enough for its p-value. */
const enoughExceedances = 20
/** Bounds of a p-value decide where they are beyond the one that decides by this factor. */
const beyondDecision = 10
/** A p-value within this factor of the one that decides is estimated by more permutations. */
const nearDecision = 3
/** So few permutations are quick, even of many rows. */
const drawsBetweenPauses = 8
/** So many times as many permutations are fitted by a Gamma distribution. */
const forFit = 10

/**
 * P(I(X;Y|Z) ≥ that of the strata) where X is permuted within them. By the χ² distribution where every cell
 * expects 10 rows, exactly where X or Y has two levels and the table is small. Where few rows are in rare
 * levels, χ² with the rare levels merged bounds it: a bound that decides clearly ends the test, with the
 * upper bound if the gain is significant. Else by permutations, and where none is as good: exactly; by χ²
 * where every cell expects 5; by a Gamma distribution of their mean and variance where every cell expects 1;
 * by splitting elsewhere.
 */
export async function pOfGain(
  strata: Strata,
  permuted: PermutedGain,
  draws: TableDraws,
  effort: Effort,
  pause: Pause,
): Promise<GainP> {
  const least = leastExpected(strata)
  const soon = exactGainTail(strata, work.little)
  if (soon !== null) return { pValue: soon, by: 'exact' }
  if (least >= expected.law) return { pValue: chiSquareGainTail(strata), by: 'law' }
  const bounds = boundsByMerging(strata, informationOf(strata), expected.law)
  if (bounds.most <= effort.deciding / beyondDecision) return { pValue: bounds.most, by: 'law' }
  if (bounds.least >= effort.deciding * beyondDecision)
    return { pValue: chiSquareGainTail(strata), by: 'law' }
  const counted = await byPermutations(permuted, effort.permutations, pause)
  if (counted.exceedances > 0) return sharpened(permuted, counted, effort, pause)
  const exact = exactGainTail(strata, work.most)
  if (exact !== null) return { pValue: exact, by: 'exact' }
  if (least >= expected.lawAtLast) return { pValue: chiSquareGainTail(strata), by: 'law' }
  if (least >= expected.gamma) return gammaP(permuted, counted, effort, pause)
  const steps = splitting(strata, draws, effort.deciding)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return { pValue: value.pValue, by: 'splitting' }
    await pause()
  }
}

/**
 * The p-value of a gain where no table says what the permutations do: by permutations, and where none is as
 * good by a Gamma distribution if `isFitted`; else by more of them, until one is as good or p is small enough
 * to decide, which takes 1/`deciding`.
 */
export async function pOfPermutations(
  permuted: PermutedGain,
  effort: Effort,
  isFitted: boolean,
  pause: Pause,
): Promise<GainP> {
  const { permutations, deciding } = effort
  const counted = await byPermutations(permuted, permutations, pause)
  if (counted.exceedances > 0) return sharpened(permuted, counted, effort, pause)
  if (isFitted) return gammaP(permuted, counted, effort, pause)
  const { pValue } = await byPermutations(permuted, Math.ceil(1 / deciding), pause, counted, 1)
  return { pValue, by: 'permutation' }
}

/** Permutations decide where the opposite decision has a probability of at most 1 %: ln 100. */
const certainty = 4.6

/**
 * Whether that p-value is at most a level, for which less is needed than for its size: bounds come first, and
 * permutations end as soon as they decide.
 */
export function isGainWithin(level: number, strata: Strata, draws: TableDraws): boolean {
  if (strata.tables.length === 0) return false
  if (leastExpected(strata) >= expected.law) return chiSquareGainTail(strata) <= level
  const bounds = boundsByMerging(strata, informationOf(strata), expected.law)
  if (bounds.most <= level / beyondDecision) return true
  if (bounds.least >= level * beyondDecision) return false
  const exact = exactGainTail(strata, work.little)
  if (exact !== null) return exact <= level
  const { draw, isAsExtreme } = permutedGain(strata, draws)
  const most = Math.ceil(enoughExceedances / level)
  let [drawn, exceedances] = [0, 0]
  while (drawn < most && exceedances < enoughExceedances) {
    drawn++
    if (isAsExtreme(draw())) exceedances++
    if (certaintyOf(exceedances, drawn, level) >= certainty) return exceedances < level * drawn
  }
  return (1 + exceedances) / (1 + drawn) <= level
}

/** By Chernoff's bound: a share as far from the level has a probability of at most exp(−certainty). */
function certaintyOf(exceedances: number, drawn: number, level: number): number {
  const term = (count: number, share: number) => (count > 0 ? count * ln(count / (drawn * share)) : 0)
  return term(exceedances, level) + term(drawn - exceedances, 1 - level)
}

/** Permutations made so far. */
interface Counted {
  readonly drawn: number
  readonly exceedances: number
  readonly sum: number
  readonly squares: number
}

const noneYet: Counted = { drawn: 0, exceedances: 0, sum: 0, squares: 0 }

/** (1 + exceedances)/(1 + permutations), by so many permutations or as many as so many exceedances take. */
async function byPermutations(
  { draw, isAsExtreme }: PermutedGain,
  most: number,
  pause: Pause,
  before = noneYet,
  enough = enoughExceedances,
): Promise<Counted & { readonly pValue: number }> {
  let { drawn, exceedances, sum, squares } = before
  while (drawn < most && exceedances < enough) {
    if (drawn % drawsBetweenPauses === 0) await pause()
    const gain = draw()
    drawn++
    sum += gain
    squares += gain * gain
    if (isAsExtreme(gain)) exceedances++
  }
  return { drawn, exceedances, sum, squares, pValue: (1 + exceedances) / (1 + drawn) }
}

/**
 * The p-value of permutations some of which are as good. Where it is near the one that decides, permutations
 * go on until 20 are as good, or 20/`deciding` are made: otherwise the seed would decide. What is decided
 * against before is not reconsidered, so the level is at most that of the sequential test of Besag and
 * Clifford (1991).
 */
async function sharpened(
  permuted: PermutedGain,
  counted: Counted & { readonly pValue: number },
  { deciding }: Effort,
  pause: Pause,
): Promise<GainP> {
  const isNear = counted.pValue <= nearDecision * deciding
  const most = Math.ceil(enoughExceedances / deciding)
  const { pValue } = isNear ? await byPermutations(permuted, most, pause, counted) : counted
  return { pValue, by: 'permutation' }
}

/**
 * As tails are steep, of ten times as many permutations: of so few as decide otherwise the fit would be too
 * uncertain.
 */
async function gammaP(
  permuted: PermutedGain,
  counted: Counted,
  { permutations }: Effort,
  pause: Pause,
): Promise<GainP> {
  const { drawn, exceedances, sum, squares, pValue } = await byPermutations(
    permuted,
    forFit * permutations,
    pause,
    counted,
  )
  const mean = sum / drawn
  const tail = gammaTail(permuted.gain, mean, squares / drawn - mean * mean)
  // Where all permutations are alike there is nothing to fit.
  return exceedances > 0 || Number.isNaN(tail)
    ? { pValue, by: 'permutation' }
    : { pValue: Math.min(pValue, tail), by: 'gamma' }
}
