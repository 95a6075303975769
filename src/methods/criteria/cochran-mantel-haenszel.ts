import { countLevels } from '#core'
import { cochranMantelHaenszel as test } from '../measures/blocked-tests.ts'
import { blockedRanker } from './families/blocked-ranker.ts'

/**
 * Rewards columns whose levels go with the classes within blocks, or strata, of rows.
 *
 * J = M² = dᵀV⁻¹d: d the counts of classes × levels, each less one, added up over the blocks and less those
 * expected within each, V their covariance where rows are permuted within blocks; p is χ²_{(K−1)(V−1)}. Without
 * continuity correction, which R makes of two classes and two levels. A relation that turns round from block to
 * block cancels. Numbers are discretised; a constant column gives 0. `chi2` is for rows without blocks, where a
 * relation with the blocks looks like one with the target. Mantel and Haenszel (1959); Landis, Heyman and Koch
 * (1978).
 *
 * @example rank(table, { target: 'case', block: 'match', by: [cochranMantelHaenszel()] })
 */
export const cochranMantelHaenszel = blockedRanker({
  id: 'cochran-mantel-haenszel',
  title: 'Cochran–Mantel–Haenszel test within blocks',
  features: { numeric: 'levels', categorical: 'levels' },
  units: 'χ²',
  pValue: 'χ² with (classes − 1)(levels − 1) degrees',
  formula: 'M² = dᵀV⁻¹d, d = Σ counts − expected over blocks',
  reference: 'Mantel & Haenszel 1959; Landis et al. 1978',
  test: (rows, { target, features }, feature) =>
    test(rows, countLevels(target!.coding!), countLevels(features[feature].coding!)),
})
