import { signedRank as test } from '../measures/blocked-tests.ts'
import { blockedRanker } from './families/blocked-ranker.ts'

/**
 * Rewards columns that are mostly greater, or mostly smaller, in the first of two classes within pairs of rows.
 *
 * J = z = (V − m(m+1)/4)/σ, V the sum of the ranks of |d| over the positive ones of the m differences d that are
 * not 0, the first class less the second, σ corrected for ties, no continuity correction; ranked by |z|. In
 * blocks of more rows d is the difference of the means; blocks without both classes are left out. p is exact for
 * fewer than 50 differences without ties and zeros, else normal with continuity correction, as in R. A constant
 * column gives 0. `wilcoxon` is for rows without pairs, `paired-t` for normal differences. Wilcoxon (1945).
 *
 * @example rank(table, { target: 'side', block: 'person', by: [signedRank()] })
 */
export const signedRank = blockedRanker({
  id: 'signed-rank',
  title: 'Wilcoxon signed-rank test of two classes within pairs',
  features: { numeric: 'values', categorical: null },
  twoClasses: true,
  signed: true,
  units: 'z',
  pValue: 'exact for fewer than 50 differences without ties and zeros, else normal',
  formula: 'z = (V − m(m+1)/4)/σ, V = Σ ranks of |d| over d > 0',
  reference: 'Wilcoxon 1945',
  test,
})
