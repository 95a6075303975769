import { termOptions } from './families/neighbour-terms.ts'
import { defineLeast } from './families/pairwise-criterion.ts'

/**
 * Rewards columns with information about the target that no single selected column has already.
 *
 * J(X_k) = min { I(X_k;Y), min_j I(X_k;Y|X_j) }, in bits, 0 or more, over the selected X_j; I(X_k;Y) where
 * nothing is selected. It only falls while columns are selected, so old scores bound new ones and few
 * candidates are looked at. `clamp: false` leaves out the first term, as scikit-feature and ITMO do: what
 * shows only together with every selected column can then lift a score above I(X_k;Y), and exclusive or is
 * found. A copy of a selected column, and a constant column, have 0. `estimator: 'nearest'` estimates the terms from
 * neighbours of numbers, and may be below 0. `jmim` takes the least of I(X_k,X_j;Y),
 * `jmi` the mean over j. Fleuret (2004).
 *
 * @example select(table, { target: 'y', criterion: cmim(), k: 10 })
 */
export const cmim = defineLeast({
  id: 'cmim',
  title: 'Conditional mutual information maximisation',
  options: {
    clamp: { type: 'flag', default: true, help: 'whether a score may not be above I(X_k;Y)' },
    ...termOptions,
  },
  formula: 'J = min { I(X_k;Y), min I(X_k;Y|X_j) }',
  reference: 'Fleuret 2004',
  term: ({ given }) => given,
  byNeighbours: 'given',
  isBounded: ({ clamp }) => clamp,
})
