import type { OptionTable } from '#core'
import { defineOuter } from './outer-method.ts'

export const borutaOptions = {
  runs: { type: 'whole', min: 1, max: 10_000, default: 100, help: 'the most rankings with new shadows' },
  p: {
    type: 'number',
    min: 1e-9,
    max: 0.5,
    default: 0.01,
    help: 'the level of the test of a column, corrected for all columns (Bonferroni)',
  },
} as const satisfies OptionTable

/**
 * Keeps every column that is better than columns of noise, also those that others make redundant.
 *
 * J = the share of the runs in which a column is better than the best shadow. A shadow is a copy whose values
 * are permuted. Each run ranks all columns that are not rejected together with new shadows of them (five or
 * more). After each run the hits of each undecided column are tested as those of a fair coin, corrected by
 * Bonferroni for all columns: too many confirm it, too few reject it. It ends when all are decided, or after
 * `runs`; undecided columns are not kept, and named. The ranking is `forest-importance` by permutation out of
 * the bag, or the criterion that is named. The score of a group is the mean over its columns, which its
 * shadow permutes as one. Columns to keep take part in the rankings, without shadows. p is that of so many
 * hits, corrected. Kursa and Rudnicki (2010), as in version 8 of their package, with raw instead of
 * standardised losses.
 *
 * @example select(table, { target: 'y', method: 'boruta' })
 */
export const boruta = defineOuter({
  id: 'boruta',
  title: 'All columns that are better than permuted copies',
  by: { method: 'forest-importance', options: { kind: 'permutation' } },
  refuses: {
    prefilter: 'it compares all columns with their shadows',
    costs: 'a shadow has the same cost as its column',
  },
  independentRows: 'assumed',
  better: 'higher',
  units: 'share of the runs',
  pValue: 'binomial of the hits, Bonferroni',
  options: borutaOptions,
  formula: 'P(Binomial(runs, ½) ≥ hits)·d ≤ p, hits: J(X_k) > max J(shadows)',
  reference: 'Kursa & Rudnicki 2010',
  choose: async (problem, run) => (await import('../on-demand/outer.ts')).chooseByBoruta(problem, run),
})
