import type { LogisticOptions } from '#core'
import { DesignMatrix } from './design.ts'
import { importancesOf } from './importances.ts'
import { lossOfMany, lossOfTwo } from './logistic-loss.ts'
import type { Model } from './model.ts'
import { minimise } from './newton.ts'
import { ridgePreconditioner, withRidge } from './ridge-preconditioner.ts'
import { weightedSums } from './weighted-sums.ts'

/** Slopes below this share of a row are 0. */
const tolerance = 1e-14

/**
 * Multinomial logistic regression with a ridge: the weights minimise Σ_i −log p(y_i|x_i) + ½·ridge·Σ w²,
 * numbers at standard deviation 1, an indicator for each level, the intercepts free. Two classes have one
 * list of weights, more have one for each class.
 */
export const logistic: Model<LogisticOptions> = {
  isProbabilistic: true,
  fit: (training, { ridge }, kernels) => {
    if (!('codes' in training.target)) throw new RangeError('logistic needs classes')
    const { classes } = training.target
    const arena = kernels.arena()
    const design = new DesignMatrix(kernels, arena, training)
    const lists = classes === 2 ? 1 : classes
    const loss = (lists === 1 ? lossOfTwo : lossOfMany)(design, training, arena, kernels)
    const share = ridge / design.total
    // The curvature of equally likely classes.
    const curvature = lists === 1 ? 1 / 4 : (1 - 1 / classes) / classes
    const { point: weights, residual } = minimise(
      {
        size: lists * (design.width + 1),
        ...withRidge(loss, share, design.width + 1),
        precondition: ridgePreconditioner(design, arena, { lists, curvature, ridge: share }),
      },
      tolerance,
    )
    return {
      residual,
      predict: (rows) => {
        const sums = weightedSums(design, weights, lists, rows)
        if (lists > 1) return sums
        const ofBoth = new Float64Array(2 * rows.length)
        sums.forEach((sum, i) => (ofBoth[2 * i + 1] = sum))
        return ofBoth
      },
      importances: () => importancesOf(design, training, weights, lists),
    }
  },
  cost: (rows, places, classes) => 60 * rows * (2 * places + 15) * (classes === 2 ? 1 : 2 * classes),
}
