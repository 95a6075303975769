import { kruskalWallis as test } from '../measures/rank-tests.ts'
import { classRanker } from './families/class-ranker.ts'

/**
 * Rewards columns whose values tend to be larger in one class than in another, whatever their distribution.
 *
 * J = H = [12/(n(n+1)) Σ R_c²/n_c − 3(n+1)] / [1 − Σ(t³−t)/(n³−n)], mid-ranks, 0 to n−1; p from χ²_{K−1}. A
 * constant column gives 0. With two classes it is the square of the z of `wilcoxon`. Kruskal and Wallis
 * (1952).
 *
 * @example rank(table, { target: 'species', by: [kruskalWallis()] })
 */
export const kruskalWallis = classRanker({
  id: 'kruskal-wallis',
  title: 'Kruskal–Wallis rank test',
  of: 'ranks',
  kind: 'normal',
  better: 'higher',
  units: 'H',
  pValue: 'χ²(K−1)',
  options: {},
  formula: 'H = [12/(n(n+1)) Σ R_c²/n_c − 3(n+1)] / [1 − Σ(t³−t)/(n³−n)]',
  reference: 'Kruskal & Wallis 1952',
  test: (groups) => test(groups),
})
