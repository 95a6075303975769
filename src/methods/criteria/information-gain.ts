import { mutualInformation } from '../measures/estimators.ts'
import { informationRanker } from './families/information-ranker.ts'

/**
 * Rewards columns whose levels leave little doubt about the class.
 *
 * J = E(C) − E(C|X), in bits, on discretised columns, 0 to E(C). It is the plug-in `mutual-information` under
 * the name decision trees use. A constant column gives 0. `adjusted` takes away its mean over permutations of
 * the target. Quinlan (1986).
 *
 * @example rank(table, { target: 'species', by: [informationGain()] })
 */
export const informationGain = informationRanker({
  id: 'information-gain',
  title: 'Information gain',
  units: 'bits',
  formula: 'IG = E(C) − E(C|X)',
  reference: 'Quinlan 1986',
  score: mutualInformation,
  most: null,
})
