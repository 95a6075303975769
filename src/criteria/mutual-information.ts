import { mutualInformation as information } from '../measures/information.ts'
import { informationRanker } from './information-ranker.ts'

/**
 * Rewards columns that tell much about the target, in whatever shape.
 *
 * J = I(X;Y) = H(X) + H(Y) − H(X,Y), plug-in on the coding shown, in bits, 0 to min(H(X),H(Y)); numeric columns and a
 * numeric target are discretised. A constant column gives 0; equal tables give equal bits, so ties are ties.
 * p by permutation of the target on request. `information-gain` is the same number; `gain-ratio` and
 * `symmetrical-uncertainty` divide it by entropies. Shannon (1948).
 *
 * @example rank(table, { target: 'species', by: [mutualInformation()], permutations: 999 })
 */
export const mutualInformation = informationRanker({
  id: 'mutual-information',
  title: 'Mutual information',
  units: 'bits',
  formula: 'I(X;Y) = H(X) + H(Y) − H(X,Y)',
  reference: 'Shannon 1948',
  score: information,
})
