import type { OptionTable } from '#core'
import { defineOuter } from './outer-method.ts'

export const stabilityOptions = {
  pairs: {
    type: 'whole',
    min: 5,
    max: 10_000,
    default: 50,
    help: 'how many times the rows are split into two halves; each half selects',
  },
  threshold: {
    type: 'number',
    min: 0.51,
    max: 1,
    default: 0.6,
    help: 'the share of the halves that must choose a column',
  },
  q: {
    type: 'whole',
    min: 0,
    default: 0,
    help: 'how many columns each half chooses; 0: as many as the bound on wrong columns allows',
  },
  errors: {
    type: 'number',
    min: 0.001,
    default: 1,
    only: { q: ['0'] },
    help: 'the most wrong columns to expect',
  },
  bound: {
    type: 'choice',
    of: ['meinshausen-buhlmann', 'shah-samworth'],
    default: 'meinshausen-buhlmann',
    help: 'how the expected number of wrong columns is bounded',
  },
} as const satisfies OptionTable

/**
 * Keeps the columns that most halves of the rows choose.
 *
 * J = the share of 2·pairs halves in which a column is among the q first of the inner method: of a ranking
 * the best, of a path those that enter first; one that enters no model is not chosen, even if fewer than q
 * do. Columns with J ≥ threshold are kept. Expected wrong columns: at most q²/((2π−1)d), d columns in all
 * (`meinshausen-buhlmann`), or the bound of Shah and Samworth over complementary pairs, which is sharper for
 * a high threshold. With `q: 0` q is the largest for which that is at most `errors`. Halves keep the shares
 * of classes, and groups of rows whole. Resamples `lasso` without folds, or the criterion and search that are
 * named. Meinshausen and Bühlmann (2010); Shah and Samworth (2013).
 *
 * @example select(table, { target: 'y', method: 'stability-selection:threshold=0.75', criterion: 'lasso' })
 */
export const stabilitySelection = defineOuter({
  id: 'stability-selection',
  title: 'Stability selection',
  // No folds: the order in which columns enter is all that counts.
  by: { method: 'lasso', options: { choose: 'bic' } },
  independentRows: 'assumed',
  better: 'higher',
  units: 'share of the halves',
  options: stabilityOptions,
  formula: 'share of halves with X_k among the first q ≥ π; E[V] ≤ q²/((2π−1)d)',
  reference: 'Meinshausen & Bühlmann 2010; Shah & Samworth 2013',
  choose: async (problem, run) => (await import('../on-demand/outer.ts')).chooseByStability(problem, run),
})
