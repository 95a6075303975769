import type { OptionsOf, OptionTable } from '../spec/options.ts'
import { besides } from './halt.ts'
import type { Beside, Halt } from './halt.ts'

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

/**
 * Lets a candidate join where its gain is larger than chance would have it: p ≤ α / (candidates not selected), p of
 * permutations of the candidate; `α/2` where single candidates and pairs are both tested. A candidate that fails is set
 * aside, and the search ends when 3·√d in a row have failed. Where chance has the pick of all candidates left (`max`), p is
 * compared with α itself, and the first that fails ends the search.
 */
export function significance({
  alpha,
  permutations,
  null: beside,
}: OptionsOf<typeof significanceOptions>): Halt {
  let failed = 0
  return {
    judge: async ({ left, kinds, of, test }) => {
      const found = await test(beside)
      if (!found) return { joins: false, stopped: 'no two rows share their levels of the chosen columns' }
      const { trials = 1 } = found
      const threshold = alpha / kinds / (beside === 'max' ? 1 : left)
      const { pValue: alone, by } = found.probability({ permutations, deciding: threshold / trials })
      const pValue = Math.min(1, alone * trials)
      if (pValue <= threshold) {
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
