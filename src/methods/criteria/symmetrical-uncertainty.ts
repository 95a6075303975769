import { symmetricalUncertainty as score } from '../measures/estimators.ts'
import { informationRanker } from './families/information-ranker.ts'

/**
 * Rewards columns that share much of their information with the target, and the target with them.
 *
 * J = 2·I(X;Y)/(H(X)+H(Y)), 0 to 1, on discretised columns and target; 0 where both are constant. It is what
 * `cfs` and `fcbf` are made of. `adjusted`: (I − E)/((H(X)+H(Y))/2 − E), E the mean of I over permutations of
 * the target: the adjusted mutual information of clusterings. Press et al. (1988); Vinh, Epps and Bailey
 * (2010).
 *
 * @example rank(table, { target: 'species', by: [symmetricalUncertainty()] })
 */
export const symmetricalUncertainty = informationRanker({
  id: 'symmetrical-uncertainty',
  title: 'Symmetrical uncertainty',
  units: 'share of the mean entropy',
  formula: 'SU = 2·I(X;Y) / (H(X)+H(Y))',
  reference: 'Press et al. 1988',
  score,
  most: (x, y) => (x + y) / 2,
})
