import { defineLeast, symmetricalRelevance } from './families/pairwise-criterion.ts'

/**
 * Rewards columns of few levels that are informative about the target together with whichever column is
 * selected.
 *
 * J(X_k) = min_j I(X_k,X_j;Y) / H(X_k,X_j,Y), a share from 0 to 1, over the selected X_j; I(X_k;Y), in bits,
 * where nothing is selected. From the second step it only falls, so few candidates are looked at. Where
 * everything is constant it is 0. A constant column has the least I(X_j;Y)/H(X_j,Y). `jmim` does not divide
 * and so prefers columns of many levels; `disr` takes the sum over j. Bennasar, Hicks and Setchi (2015).
 *
 * @example select(table, { target: 'y', criterion: njmim(), k: 10 })
 */
export const njmim = defineLeast({
  id: 'njmim',
  title: 'Normalised joint mutual information maximisation',
  options: {},
  formula: 'J = min I(X_k,X_j;Y) / H(X_k,X_j,Y)',
  reference: 'Bennasar et al. 2015',
  units: 'share of H(X_k,X_j,Y)',
  term: symmetricalRelevance,
})
