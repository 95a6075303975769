import {
  addLinear,
  definePairwise,
  linearScores,
  plus,
  symmetricalRelevance,
} from './families/pairwise-criterion.ts'

/**
 * Rewards columns of few levels that are informative about the target together with each one selected.
 *
 * J(X_k) = Σ_j I(X_k,X_j;Y) / H(X_k,X_j,Y), a sum of shares from 0 to the number of the selected X_j;
 * I(X_k;Y), in bits, where nothing is selected. A pair of constants with a constant target has 0. A constant
 * column has Σ_j I(X_j;Y)/H(X_j,Y). Redundancy and synergy are means over j, in bits, as `jmi` has them,
 * which does not divide and so prefers columns of many levels; `njmim` takes the least instead of the sum.
 * Meyer and Bontempi (2006).
 *
 * @example select(table, { target: 'y', criterion: disr(), k: 10 })
 */
export const disr = definePairwise({
  id: 'disr',
  title: 'Double input symmetrical relevance',
  options: {},
  formula: 'J = Σ I(X_k,X_j;Y) / H(X_k,X_j,Y)',
  reference: 'Meyer & Bontempi 2006',
  units: 'sum of shares of H(X_k,X_j,Y)',
  isConditional: () => true,
  add: (sums, terms) => ({
    ...addLinear(sums, terms),
    shares: plus(sums['shares'], symmetricalRelevance(terms)),
  }),
  score: (relevance, sums, size) => ({
    ...linearScores(relevance, sums, { beta: 1 / size, gamma: 1 / size }),
    score: sums['shares'],
  }),
})
