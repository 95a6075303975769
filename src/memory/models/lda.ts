import ln from '@stdlib/math-base-special-ln'
import type { LdaOptions } from '#core'
import { solveCholesky } from '#methods'
import { belowAll, centreOf, factorOf, momentsOfClasses, pooled, variancesOf } from './class-moments.ts'
import { DesignMatrix } from './design.ts'
import type { Model } from './model.ts'
import { importancesOf, weightedSums } from './weighted-sums.ts'

/**
 * Linear discriminant analysis: classes are normal with covariances (1 − shrinkage)·Σ + shrinkage·diag Σ, Σ
 * those within classes, of numbers at standard deviation 1 and indicators of levels.
 */
export const lda: Model<LdaOptions> = {
  isProbabilistic: true,
  fit: (training, { shrinkage }, kernels) => {
    if (!('codes' in training.target)) throw new RangeError('lda needs classes')
    const { target } = training
    const design = new DesignMatrix(kernels, kernels.arena(), training)
    const { width } = design
    const classes = momentsOfClasses(kernels, design, target)
    const within = pooled(classes, width)
    const centre = centreOf(classes, width)
    const variances = variancesOf(classes, centre, within)
    for (let i = 0; i < within.length; i++) if (i % (width + 1) > 0) within[i] *= 1 - shrinkage
    const factor = factorOf(within, variances)
    const weights = new Float64Array(target.classes * (width + 1))
    classes.forEach((one, place) => {
      if (!one) return
      const own = weights.subarray(place * (width + 1), (place + 1) * (width + 1))
      const slopes = solveCholesky(
        factor,
        one.means.map((mean, i) => mean - centre[i]),
      )
      own.set(slopes, 1)
      own[0] = ln(one.share)
      slopes.forEach((slope, i) => (own[0] -= (slope * (one.means[i] + centre[i])) / 2))
    })
    const seen = classes.map((one) => one !== null)
    return {
      predict: (rows) => belowAll(weightedSums(design, weights, target.classes, rows), seen),
      importances: () => importancesOf(design, training, weights, target.classes),
    }
  },
  cost: (rows, places) => rows * places * (places + 20),
}
