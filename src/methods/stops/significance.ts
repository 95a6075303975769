import type { OptionsOf, OptionTable } from '#core'
import { nullHypotheses } from './halt.ts'
import type { Halt, NullHypothesis } from './halt.ts'

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

/**
 * Lets a candidate join where its gain is significant. A candidate that fails is set aside, and the search
 * ends when 3·√d in a row have failed.
 *
 * One that is related to a selected column is tested for what it adds: p ≤ α / r with r candidates not
 * selected (α/2 where single candidates and pairs are both tested). One that is not is tested by itself, as
 * the next discovery: after i − 1 candidates joined p ≤ iα / (r + iα), the step-down procedure of Gavrilov,
 * Benjamini and Sarkar (2009), which controls the false discovery rate at α; and p ≤ α. One that fails with p
 * ≤ α is undecided: more rows, or fewer candidates, could let it join. Where the selected columns determine
 * the target, the search ends. With `max`, where the null distribution is that of the best remaining
 * candidate, p is compared with α itself, and the first candidate that fails ends the search.
 */
export function significance({
  alpha,
  permutations,
  null: hypothesis,
}: OptionsOf<typeof significanceOptions>): Halt {
  let failed = 0
  let joined = 0
  return {
    decide: async ({ remaining, kinds, total, test }) => {
      const nullTest = await test(hypothesis)
      if (!nullTest) return { joins: false, stopped: 'no two rows share their levels of the chosen columns' }
      const { trials = 1, isUnrelated = false, isDetermined = false } = nullTest
      if (isDetermined) return { joins: false, stopped: 'the chosen columns determine the target' }
      const level = alpha / kinds
      const discovery = (1 + Math.min(joined, total - remaining)) * level
      const threshold = isUnrelated
        ? Math.min(level, discovery / (remaining + discovery))
        : level / (hypothesis === 'max' ? 1 : remaining)
      const { pValue: uncorrected, by } = await nullTest.estimatePValue({
        permutations,
        deciding: threshold / trials,
      })
      const pValue = Math.min(1, uncorrected * trials)
      if (pValue <= threshold) {
        failed = 0
        joined++
        return { joins: true, pValue, by }
      }
      failed++
      const stopped = stopReason(failed, total, hypothesis)
      return {
        joins: false,
        setAside: { because: nullTest.because, pValue, ...(pValue <= level && { isUndecided: true }) },
        ...(stopped !== undefined && { stopped }),
      }
    },
  }
}

function stopReason(failed: number, total: number, hypothesis: NullHypothesis): string | undefined {
  if (hypothesis === 'max') return 'the best remaining candidate gains no more than the best would by chance'
  return failed >= 3 * Math.sqrt(total) ? `${failed} in a row add nothing significant` : undefined
}

/** Whether a stop is the significance of a gain. */
export function isSignificance(stop: string): boolean {
  return stop.split(':')[0] === 'significance'
}
