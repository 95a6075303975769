import { defineInformationSum } from './families/information-sums.ts'

/**
 * Rewards sets of columns each of which is informative about the target by itself.
 *
 * J = Σ I(X_i;Y) over the set, plug-in, in bits, 0 or more. Every column adds to it, a copy of another no
 * less than the other did, so the whole table is always the best set: Madinabeitia (2019) shows it to fail,
 * and it is kept for that comparison. A constant column adds 0. `mean-mi` divides it by the number of
 * columns, `quadratic-mi` takes away what columns share, `joint-mi` is the information of the set as a whole.
 * Madinabeitia (2019), 8.1.
 *
 * @example score(table, { features: ['a', 'b'], target: 'y', by: [sumMi()] })
 */
export const sumMi = defineInformationSum({
  id: 'sum-mi',
  title: 'Sum of mutual information',
  monotone: true,
  options: {},
  formula: 'J = Σ I(X_i;Y)',
  reference: 'Madinabeitia 2019',
  asked: () => ({ pairs: false, conditional: false }),
  merit: ({ relevance }) => relevance,
})
