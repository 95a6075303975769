import type { OptionTable } from '#core'
import { defineOuter } from './outer-method.ts'

export const consensusOptions = {
  methods: {
    type: 'methods',
    default: 'jmi+mrmr+cmim',
    help: 'the methods, as jmi+mrmr+relieff, where no criterion is named',
  },
  samples: {
    type: 'whole',
    min: 0,
    max: 10_000,
    default: 0,
    help: 'on how many random samples of 63 % of the rows each method selects; 0: once on all rows',
  },
} as const satisfies OptionTable

/**
 * Keeps the columns that several methods, or one method on several samples of the rows, put first.
 *
 * J = the mean rank of a column over all selections; the columns that a selection leaves out share its last
 * ranks. With `k` each selection chooses k columns, and the k of the best mean rank are kept; without it each
 * stops by itself, and the columns of more than half of the selections are kept. A warning has Kendall's W,
 * how far the selections agree. Several methods make an ensemble of different biases; one method on samples
 * an ensemble as of mRMRe. De Jay et al. (2013); Kendall (1938).
 *
 * @example select(table, { target: 'y', method: 'consensus:methods=jmi+mrmr+relieff', k: 5 })
 */
export const consensus = defineOuter({
  id: 'consensus',
  title: 'Mean rank over several selections',
  by: { method: 'jmi' },
  independentRows: 'assumed',
  better: 'lower',
  units: 'mean rank',
  options: consensusOptions,
  formula: 'mean over selections of the rank of X_k',
  reference: 'Kendall & Babington Smith 1939; De Jay et al. 2013',
  choose: async (problem, run) => (await import('../on-demand/outer.ts')).chooseByConsensus(problem, run),
})
