import type { OptionsOf, OptionTable } from '../spec/options.ts'
import { nullHypotheses } from './halt.ts'
import type { NullHypothesis, Halt, NullTest } from './halt.ts'

export const significanceOptions = {
  alpha: {
    type: 'number',
    min: 0,
    max: 1,
    default: 0.05,
    help: 'the share of searches on pure noise that may choose a column',
  },
  permutations: {
    type: 'whole',
    min: 1,
    default: 199,
    help: 'most permutations of a candidate',
  },
  null: {
    type: 'choice',
    of: nullHypotheses,
    default: 'min',
    help: 'what the null distribution is conditioned on: the selected column given which a candidate gains least (min); all selected columns jointly (set, the default of joint); all jointly, compared with the best gain of all remaining candidates (max)',
  },
} as const satisfies OptionTable

/** A Gamma distribution is fitted to this many times the number of permutations. */
const drawsForFit = 10
/** The test ends when this many permutations are at least as good as the candidate. */
const maxExceedances = 20

/**
 * Lets a candidate join where its gain is significant: p ≤ α / (candidates not selected), from permutations of the
 * candidate; below 1/(1 + permutations) from a Gamma distribution with their mean and variance. A candidate that fails is
 * set aside, and the search ends when 3·√d in a row have failed. With `max`, where the null distribution is that of the
 * best remaining candidate, p is compared with α itself, and the first candidate that fails ends the search.
 */
export function significance({
  alpha,
  permutations,
  null: hypothesis,
}: OptionsOf<typeof significanceOptions>): Halt {
  let failed = 0
  return {
    decide: async ({ remaining, total, test }) => {
      const nullTest = await test(hypothesis)
      if (!nullTest) return { joins: false, stopped: 'no two rows share their levels of the chosen columns' }
      const { pValue: uncorrected, by } = estimatePValue(nullTest, permutations)
      const pValue = Math.min(1, uncorrected * (nullTest.trials ?? 1))
      if (pValue <= (hypothesis === 'max' ? alpha : alpha / remaining)) {
        failed = 0
        return { joins: true, pValue, by }
      }
      failed++
      const stopped = stopReason(failed, total, hypothesis)
      return {
        joins: false,
        setAside: { because: nullTest.because, pValue },
        ...(stopped !== undefined && { stopped }),
      }
    },
  }
}

function stopReason(failed: number, total: number, hypothesis: NullHypothesis): string | undefined {
  if (hypothesis === 'max') return 'the best remaining candidate gains no more than the best would by chance'
  return failed >= 3 * Math.sqrt(total) ? `${failed} in a row add nothing significant` : undefined
}

/**
 * By counting, if any permutation is at least as good as the candidate. If none is, from a Gamma distribution with the mean
 * and variance of ten times as many permutations: tails are steep, and a fit to fewer would be too uncertain.
 */
function estimatePValue(
  test: NullTest,
  permutations: number,
): { pValue: number; by: 'permutation' | 'gamma' } {
  let exceedances = 0
  let sum = 0
  let squares = 0
  let drawn = 0
  const draw = () => {
    const gain = test.draw()
    drawn++
    sum += gain
    squares += gain * gain
    if (test.isAsExtreme(gain)) exceedances++
  }
  const tail = () => {
    const mean = sum / drawn
    return test.gammaTail(mean, squares / drawn - mean * mean)
  }
  while (drawn < permutations && exceedances < maxExceedances) draw()
  const byCount = (1 + exceedances) / (1 + drawn)
  // Where all permutations give the same gain, no distribution can be fitted.
  if (exceedances > 0 || Number.isNaN(tail())) return { pValue: byCount, by: 'permutation' }
  while (drawn < drawsForFit * permutations) draw()
  return { pValue: Math.min(byCount, tail()), by: 'gamma' }
}
