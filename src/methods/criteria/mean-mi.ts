import { defineInformationSum } from './families/information-sums.ts'

/**
 * Rewards sets of columns that are informative about the target on average, each by itself.
 *
 * J = Σ I(X_i;Y) / |S|, plug-in, in bits, 0 or more. No set beats the single best column, so that column
 * alone is always chosen, with others only where they tie: Madinabeitia (2019) shows it to fail, and it is
 * kept for that comparison. A constant column counts as 0. `sum-mi` is the sum itself. Madinabeitia (2019),
 * 8.2.
 *
 * @example score(table, { features: ['a', 'b'], target: 'y', by: [meanMi()] })
 */
export const meanMi = defineInformationSum({
  id: 'mean-mi',
  title: 'Mean of mutual information',
  options: {},
  formula: 'J = Σ I(X_i;Y) / |S|',
  reference: 'Madinabeitia 2019',
  asked: () => ({ pairs: false, conditional: false }),
  merit: ({ size, relevance }) => relevance / size,
})
