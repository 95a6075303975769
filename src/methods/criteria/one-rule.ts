import { oneRule as test } from '../measures/tables.ts'
import { tableRanker } from './families/table-ranker.ts'

/**
 * Rewards columns of which a single rule, the most frequent class of each level, predicts the target.
 *
 * J = (Σ_v max_c n_vc − max_c n_c) / (n − max_c n_c), on discretised columns and target, 0 to 1: the share of the
 * errors of the most frequent class that the rule avoids, Goodman and Kruskal's λ. It orders columns as the share of
 * rows that the rule has right, which is 1 − (1 − J)(1 − max_c n_c/n). That is of the rows that made the rule, so
 * columns of many levels score high by chance; `cv:learner=tree` has the share of other rows. A column that is
 * related to the target scores 0 where no level has another most frequent class. A constant column or target
 * gives 0. Goodman and Kruskal (1954); Holte (1993).
 *
 * @example rank(table, { target: 'species', by: [oneRule()] })
 */
export const oneRule = tableRanker({
  id: 'one-rule',
  title: 'One rule: errors that the levels of a column avoid',
  units: 'share of errors',
  options: {},
  formula: '(Σ_v max_c n_vc − max_c n_c) / (n − max_c n_c)',
  reference: 'Goodman & Kruskal 1954; Holte 1993',
  test,
})
