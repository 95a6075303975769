/**
 * Where a p-value comes from: the distribution of a method, which may hold for many rows only (law); the exact distribution
 * given the margins; permutations; a Gamma distribution fitted to these, beyond what they can show; or samples that climb to
 * the statistic by steps (splitting), where a small table follows no such distribution.
 */
export type PSource = 'law' | 'exact' | 'permutation' | 'gamma' | 'splitting'
