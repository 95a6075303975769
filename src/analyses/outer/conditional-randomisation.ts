import type { OptionTable } from '#core'
import { defineOuter, refusedByGaussian } from './outer-method.ts'

export const options = {
  fdr: {
    type: 'number',
    min: 1e-9,
    max: 0.99,
    default: 0.1,
    help: 'the false discovery rate (Benjamini and Hochberg)',
  },
  statistic: {
    type: 'choice',
    of: ['auto', 'distilled', 'score'],
    default: 'auto',
    help: 'what is compared: residuals given the other columns, by an exact law (auto, of the lasso), or scores of draws',
  },
  draws: {
    type: 'whole',
    min: 1,
    max: 1_000_000,
    default: 200,
    only: { statistic: ['auto', 'score'] },
    help: 'how many times each column is drawn anew given the others, for scores',
  },
} as const satisfies OptionTable

/**
 * Keeps columns that tell something of the target given all other columns.
 *
 * J = the p-value of a column: how often a draw of it given all other columns, but not the target, does as
 * well. `distilled` (the default, with the lasso): T = |correlation| of the residuals of the target and of
 * the column, of a lasso on the other columns each; its law is known, so nothing is drawn. `score`: T is how
 * far the score of any ranking, with the draw in the place of the column, lies from the median of all, p = (1
 * + #{T̃ ≥ T})/(1 + draws); draws keep what the others explain of the column. Columns with a q-value
 * (Benjamini and Hochberg) of at most `fdr` are kept. Columns are normal. Numbers only. Candès, Fan, Janson
 * and Lv (2018); Huang and Janson (2020); Liu, Katsevich, Janson and Ramdas (2022).
 *
 * @example select(table, { target: 'y', method: 'conditional-randomisation' })
 */
export const conditionalRandomisation = defineOuter({
  id: 'conditional-randomisation',
  title: 'Columns that tell of the target given all others',
  by: { method: 'lasso', options: { choose: 'min' } },
  refuses: refusedByGaussian,
  independentRows: 'needed',
  better: 'lower',
  units: 'p-value',
  pValue: 'draws given the other columns, or their exact law',
  options,
  formula: 'p = (1 + #{T̃ ≥ T})/(1 + draws), X̃_j drawn given X_−j',
  reference: 'Candès et al. 2018; Huang and Janson 2020; Liu et al. 2022',
  choose: async (problem, run) => (await import('../on-demand/outer.ts')).chooseByRandomisation(problem, run),
})
