import { giniGain as test } from '../measures/tables.ts'
import { tableRanker } from './families/table-ranker.ts'

/**
 * Rewards columns whose levels are purer in the target than the whole is.
 *
 * J = Σ_v p(v) Σ_c p(c|v)² − Σ_c p(c)², on discretised columns and target, 0 to 1 − Σ p(c)². A constant
 * column gives 0. What Relief tends to as its neighbourhood grows. Breiman et al. (1984).
 *
 * @example rank(table, { target: 'species', by: [giniGain()] })
 */
export const giniGain = tableRanker({
  id: 'gini-gain',
  title: 'Gini gain',
  units: 'probability',
  options: {},
  formula: 'Σ_v p(v) Σ_c p(c|v)² − Σ_c p(c)²',
  reference: 'Breiman, Friedman, Olshen & Stone 1984',
  test,
})
