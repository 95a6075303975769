import { dependenceNeeds, dependenceScores, kernelDependence, unbiasedOption } from './families/dependence.ts'
import { defineRank } from '../shapes/criterion.ts'

/**
 * Rewards columns that depend on the target in any way: rows near in one are near in the other.
 *
 * J = n⁻²tr(KHLH), 0 to 1: the Hilbert–Schmidt independence criterion with kernels exp(−d²/(2σ²)) of numbers,
 * σ the median of the distances above 0 (of all pairs of rows with different values), and 1 or 0 of levels,
 * for the column and for the target. Only columns of one kind compare well: levels have larger values than
 * numbers. `unbiased` leaves out each row with itself: 0 in the mean where nothing is related, may fall below
 * 0, needs 4 rows. A constant column gives 0. p by permutation. All pairs of rows are looked at, of 50,000
 * rows at most. `distance-correlation` is the same with distances for kernels, divided by its largest value,
 * in n log n. Gretton et al. (2005); Song et al. (2012).
 *
 * @example rank(table, { target: 'price', by: [hsic({ unbiased: true })] })
 */
export const hsic = defineRank({
  id: 'hsic',
  title: 'Hilbert–Schmidt independence criterion',
  features: { numeric: 'distances', categorical: 'levels' },
  target: 'either',
  better: 'higher',
  units: 'HSIC',
  options: unbiasedOption,
  formula: 'n⁻² tr(KHLH), K_ij = exp(−d²/2σ²), σ the median of the distances above 0',
  reference: 'Gretton et al. 2005; Song et al. 2012',
  needs: (step) => dependenceNeeds(step, { measure: 'kernel', ...step.options }),
  fold: ([answer], { options }) =>
    dependenceScores(answer, (sums) => kernelDependence(sums, options.unbiased)),
})
