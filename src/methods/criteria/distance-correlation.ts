import {
  dependenceNeeds,
  dependenceScores,
  distanceCorrelation as correlation,
  unbiasedOption,
} from './families/dependence.ts'
import { defineRank } from '../shapes/criterion.ts'

/**
 * Rewards columns that depend on the target in any way: rows far apart in one are far apart in the other.
 *
 * J = V²(x,y)/√(V²(x)V²(y)), 0 to 1: this ratio, and not its root, so it is the square of what R's `dcor`
 * gives. V² is the mean product of doubly centred distances: |a − b| of numbers, 0 or 1 of levels, for the
 * column and for the target. 1 for numbers on one line; about 1/n and more where nothing is related.
 * `unbiased` takes U-centred distances (R's `bcdcor`): 0 in the mean where nothing is related, may fall below
 * 0, needs 4 rows. A constant column gives 0, and so does one that is, without bias, but for one row. p by
 * permutation. n log n. `hsic` looks at near rows, where this weighs far ones; `xi` at functions only.
 * Székely, Rizzo and Bakirov (2007); Székely and Rizzo (2014); Huo and Székely (2016).
 *
 * @example rank(table, { target: 'species', by: [distanceCorrelation({ unbiased: true })], permutations: 199 })
 */
export const distanceCorrelation = defineRank({
  id: 'distance-correlation',
  title: 'Squared distance correlation',
  features: { numeric: 'distances', categorical: 'levels' },
  target: 'either',
  better: 'higher',
  units: 'ratio',
  options: unbiasedOption,
  formula: 'V²(x,y) / √(V²(x)V²(y))',
  reference: 'Székely, Rizzo & Bakirov 2007; Székely & Rizzo 2014',
  needs: (step) => dependenceNeeds(step, { measure: 'distance', ...step.options }),
  fold: ([answer], { options }) => dependenceScores(answer, (sums) => correlation(sums, options.unbiased)),
})
