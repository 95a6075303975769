/**
 * Where a p-value comes from: the distribution of a method, which may hold for many rows only (law); the exact distribution
 * given the margins; permutations; or a Gamma law fitted to these, beyond what they can show.
 */
export type PSource = 'law' | 'exact' | 'permutation' | 'gamma'
