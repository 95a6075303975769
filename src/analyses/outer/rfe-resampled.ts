import type { OptionTable } from '#core'
import { learnerOptions, metricOption } from '#methods'
import { defineOuter } from './outer-method.ts'

export const eliminationOptions = {
  sizes: {
    type: 'sizes',
    default: 'all',
    help: 'the numbers of columns that are scored: all, halving (all, half of them, …), or a list, as 1+2+5+10',
  },
  choose: {
    type: 'choice',
    of: ['best', 'one-error', 'knee'],
    default: 'best',
    help: 'which size is kept: the best, the smallest within one standard error of it, or where the curve bends',
  },
  folds: {
    type: 'whole',
    min: 2,
    max: 1000,
    default: 5,
    only: { holdout: ['0'] },
    help: 'parts of the rows, each held out once',
  },
  repeats: { type: 'whole', min: 1, max: 1000, default: 1, help: 'how often the rows are divided anew' },
  holdout: {
    type: 'number',
    min: 0,
    max: 0.9,
    default: 0,
    help: 'the share of the rows held out instead of folds; 0: folds',
  },
  learner: {
    ...learnerOptions.learner,
    help: 'what predicts the held-out rows; auto: what the criterion trains, with its options, else linear for numbers, naive-bayes for classes',
  },
  metric: metricOption,
} as const satisfies OptionTable

/**
 * Keeps as many columns of a recursive elimination as predict held-out rows best.
 *
 * In each split columns are eliminated on the training rows, one after the other, which gives a set of each
 * size; a learner is trained there on each set, and scored on the rows held out. The mean scores by size are
 * a curve, on which `choose` takes the size. Then columns are eliminated once on all rows, down to that size.
 * J of a step is the score of the column among those that were left when it was dropped, or of the last at
 * the end. `rfe` without the split scores on the rows that it learned from, which finds too many columns.
 * Cuts, levels and prefilters are made in each split. The score of the size that was chosen is optimistic;
 * `--evidence` repeats all of it without the rows that it scores. Ambroise and McLachlan (2002); Guyon,
 * Weston, Barnhill and Vapnik (2002); as `rfe` of caret (Kuhn 2008) and RFECV of scikit-learn.
 *
 * @example select(table, { target: 'y', method: 'rfe-resampled:folds=10,choose=one-error' })
 */
export const rfeResampled = defineOuter({
  id: 'rfe-resampled',
  title: 'Recursive elimination to the size that predicts best',
  by: { method: 'importance' },
  holdsOut: true,
  better: 'higher',
  units: 'of the criterion',
  options: eliminationOptions,
  formula:
    'S of size argmax_s mean over splits of score(learned on S_s of the training rows, on the rows held out)',
  reference: 'Guyon et al. 2002; Ambroise & McLachlan 2002; Kuhn 2008',
  choose: async (problem, run) => (await import('../on-demand/outer.ts')).chooseByElimination(problem, run),
})
