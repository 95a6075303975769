/**
 * Where a p-value comes from: `law`, the distribution of the method, which may hold for many rows only; `exact`, the exact
 * distribution given the margins; `permutation`; or `gamma`, a Gamma distribution fitted to permutations, for p-values
 * smaller than they can show.
 */
export type PSource = 'law' | 'exact' | 'permutation' | 'gamma'
