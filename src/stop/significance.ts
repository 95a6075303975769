import type { OptionsOf, OptionTable } from '../spec/options.ts'
import { besides } from './halt.ts'
import type { Beside, Halt, NullTest } from './halt.ts'

export const significanceOptions = {
  alpha: {
    type: 'number',
    min: 0,
    max: 1,
    default: 0.05,
    help: 'the share of searches on noise that may choose anything',
  },
  permutations: {
    type: 'whole',
    min: 1,
    default: 199,
    help: 'permutations of a candidate, at most',
  },
  null: {
    type: 'choice',
    of: besides,
    default: 'min',
    help: 'what chance is given: the selected column beside which a candidate gains least (min); all of them jointly (set, the default of joint); the same, and the pick of the best of all candidates left (max)',
  },
} as const satisfies OptionTable

/** So many times as many permutations make a law. */
const forLaw = 10
/** So many permutations as good as the candidate decide against it. */
const enoughExceedances = 20

/**
 * Lets a candidate join where its gain is larger than chance would have it: p ≤ α / (candidates not selected), from
 * permutations of the candidate; below 1/(1 + permutations) from a Gamma law of their mean and variance. A candidate that
 * fails is set aside, and the search ends when 3·√d in a row have failed. Where chance has the pick of all candidates left
 * (`max`), p is held against α itself, and the first that fails ends the search.
 */
export function significance({
  alpha,
  permutations,
  null: beside,
}: OptionsOf<typeof significanceOptions>): Halt {
  let failed = 0
  return {
    judge: async ({ left, of, test }) => {
      const found = await test(beside)
      if (!found) return { joins: false, stopped: 'no two rows share their levels of the chosen columns' }
      const { pValue: alone, by } = probability(found, permutations)
      const pValue = Math.min(1, alone * (found.trials ?? 1))
      if (pValue <= (beside === 'max' ? alpha : alpha / left)) {
        failed = 0
        return { joins: true, pValue, by }
      }
      failed++
      const stopped = whyStop(failed, of, beside)
      return {
        joins: false,
        setAside: { because: found.because, pValue },
        ...(stopped !== undefined && { stopped }),
      }
    },
  }
}

function whyStop(failed: number, of: number, beside: Beside): string | undefined {
  if (beside === 'max') return 'the best of all that are left gains no more than the best would by chance'
  return failed >= 3 * Math.sqrt(of) ? `${failed} in a row add nothing significant` : undefined
}

/**
 * From permutations as long as any is as good; where none is, from a Gamma law of the mean and variance of ten times as
 * many, as tails are steep: of so few as decide otherwise the law would be too uncertain.
 */
function probability(test: NullTest, permutations: number): { pValue: number; by: 'permutation' | 'gamma' } {
  let exceedances = 0
  let sum = 0
  let squares = 0
  let drawn = 0
  const draw = () => {
    const gain = test.draw()
    drawn++
    sum += gain
    squares += gain * gain
    if (test.reaches(gain)) exceedances++
  }
  const tail = () => {
    const mean = sum / drawn
    return test.gammaTail(mean, squares / drawn - mean * mean)
  }
  while (drawn < permutations && exceedances < enoughExceedances) draw()
  const byCount = (1 + exceedances) / (1 + drawn)
  // Where all permutations are alike there is no law to fit.
  if (exceedances > 0 || Number.isNaN(tail())) return { pValue: byCount, by: 'permutation' }
  while (drawn < forLaw * permutations) draw()
  return { pValue: Math.min(byCount, tail()), by: 'gamma' }
}
