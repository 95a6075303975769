/**
 * Where a p-value comes from: `law`, the distribution of the method, which may hold for many rows only;
 * `exact`, the exact distribution given the margins; `permutation`; `gamma`, a Gamma distribution fitted to
 * permutations, for p-values smaller than they can show; `splitting`, multilevel splitting, where no
 * distribution fits a small table; or `ranks`, the distribution of a test of ranks.
 */
export type PSource = 'law' | 'exact' | 'permutation' | 'gamma' | 'splitting' | 'ranks'
