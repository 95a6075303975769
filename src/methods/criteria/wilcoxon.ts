import { rankSum } from '../measures/rank-tests.ts'
import { classRanker } from './families/class-ranker.ts'

/**
 * Rewards columns whose values tend to be larger in one of two classes, whatever their distribution.
 *
 * J = z = (U−n₁n₂/2)/σ, σ corrected for ties, signed, U of the first level in sorted order; p exact for n ≤
 * 50 without ties, else 2Φ(−max(0,|U−n₁n₂/2|−½)/σ) as R has it. A constant column gives 0. Its square is
 * `kruskal-wallis`. Wilcoxon (1945), Mann and Whitney (1947).
 *
 * @example rank(table, { target: 'diagnosis', by: [wilcoxon()] })
 */
export const wilcoxon = classRanker({
  id: 'wilcoxon',
  title: 'Wilcoxon rank-sum test of two classes',
  of: 'ranks',
  kind: 'normal',
  twoClasses: true,
  better: 'higher',
  signed: true,
  units: 'z',
  pValue: 'exact for n ≤ 50 without ties, else normal',
  options: {},
  formula: 'z = (U−n₁n₂/2)/σ, U = R₁−n₁(n₁+1)/2',
  reference: 'Wilcoxon 1945; Mann & Whitney 1947',
  test: (groups, ties) => rankSum(groups, ties),
})
