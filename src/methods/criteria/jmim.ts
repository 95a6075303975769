import { termOptions } from './families/neighbour-terms.ts'
import { defineLeast } from './families/pairwise-criterion.ts'

/**
 * Rewards columns that are informative about the target together with whichever column is selected.
 *
 * J(X_k) = min_j I(X_k,X_j;Y) = I(X_k;Y) + min_j I(X_j;Y|X_k), in bits, 0 or more, over the selected X_j;
 * I(X_k;Y) where nothing is selected. From the second step it only falls, so few candidates are looked at. A
 * constant column, and a copy of a selected one, have the least I(X_j;Y) at most: they score like a column
 * that adds nothing. `jmi` takes the mean over j, `njmim` divides by the joint entropy, `cmim` takes the
 * least of what is new. Bennasar, Hicks and Setchi (2015).
 *
 * @example select(table, { target: 'y', criterion: jmim(), k: 10 })
 */
export const jmim = defineLeast({
  id: 'jmim',
  title: 'Joint mutual information maximisation',
  options: termOptions,
  formula: 'J = min I(X_k,X_j;Y)',
  reference: 'Bennasar et al. 2015',
  term: ({ joint }) => joint,
  byNeighbours: 'joint',
})
