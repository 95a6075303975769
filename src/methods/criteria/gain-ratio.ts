import { gainRatio as score } from '../measures/estimators.ts'
import { informationRanker } from './families/information-ranker.ts'

/**
 * Rewards columns that gain much for the bits they hold: information gain without its taste for many levels.
 *
 * J = IG/H(X), 0 to 1, on discretised columns; 0 for a constant. `symmetrical-uncertainty` divides by both
 * entropies. `adjusted`: (IG − E)/(H(X) − E), E the mean of IG over permutations of the target. Quinlan
 * (1986).
 *
 * @example rank(table, { target: 'species', by: [gainRatio()] })
 */
export const gainRatio = informationRanker({
  id: 'gain-ratio',
  title: 'Gain ratio',
  units: 'share of H(X)',
  formula: 'GR = IG / H(X)',
  reference: 'Quinlan 1986',
  score,
  most: (x) => x,
})
