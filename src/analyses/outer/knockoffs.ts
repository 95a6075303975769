import type { OptionTable } from '#core'
import { defineOuter, refusedByGaussian } from './outer-method.ts'

export const options = {
  q: { type: 'number', min: 1e-6, max: 0.99, default: 0.1, help: 'the false discovery rate' },
  runs: {
    type: 'whole',
    min: 1,
    max: 10_000,
    default: 1,
    help: 'how many times knockoffs are drawn; several are combined by e-values, each run at q/2',
  },
  s: {
    type: 'choice',
    of: ['mvr', 'equicorrelated'],
    default: 'mvr',
    help: 'how far knockoffs are from their columns: so that the variance of regression weights is least, or equally far',
  },
  statistic: {
    type: 'choice',
    of: ['auto', 'coefficient', 'score'],
    default: 'auto',
    help: 'what of a column is compared with its knockoff: its coefficient at the chosen penalty (auto, where the criterion fits a path), or its score',
  },
} as const satisfies OptionTable

/**
 * Keeps columns that tell more of the target than their knockoffs, with a bound on the share of wrong ones
 * among them.
 *
 * J = W_j = Z_j − Z̃_j, of a column and of its knockoff: a column drawn without the target so that it relates
 * to all others as the column does. Z is the size of the lasso coefficient of all columns and knockoffs
 * together, at the penalty of the least held-out error; or the score of another ranking. Columns with W_j ≥ T
 * are kept, T = min{t: (1 + #{W ≤ −t})/#{W ≥ t} ≤ q}: at most a share q of them is expected to be independent
 * of the target given all others. With `runs` > 1 each run is cut at q/2, J is the mean e-value, and the kept
 * are those of e-BH at q. Knockoffs are normal with shrunk correlations, `s` by the least variance of
 * regression weights or equal. A column and its knockoff change places by the seed, so no tie favours one.
 * Numbers only. Barber and Candès (2015); Candès, Fan, Janson and Lv (2018); Spector and Janson (2022); Ren
 * and Barber (2022).
 *
 * @example select(table, { target: 'y', method: 'knockoffs:q=0.2' })
 */
export const knockoffs = defineOuter({
  id: 'knockoffs',
  title: 'Columns that beat their knockoffs',
  by: { method: 'lasso', options: { choose: 'min' } },
  refuses: refusedByGaussian,
  independentRows: 'needed',
  better: 'higher',
  units: 'merit above the knockoff, or e-value',
  options,
  formula: 'W_j = Z_j − Z̃_j ≥ T = min{t: (1 + #{W ≤ −t})/#{W ≥ t} ≤ q}',
  reference: 'Barber & Candès 2015; Candès et al. 2018; Ren & Barber 2022',
  choose: async (problem, run) => (await import('../on-demand/outer.ts')).chooseByKnockoffs(problem, run),
})
