import type { LinearSvmOptions } from '#core'
import { DesignMatrix } from './design.ts'
import { importancesOf } from './importances.ts'
import { lossOfMargins } from './margin-loss.ts'
import type { Model } from './model.ts'
import { minimise } from './newton.ts'
import { ridgePreconditioner, withRidge } from './ridge-preconditioner.ts'
import { weightedSums } from './weighted-sums.ts'

/** Slopes below this share of a row are 0. */
const tolerance = 1e-14

/**
 * A linear support vector machine: the weights minimise Σ_i max(0, 1 − s_i·z_i)² + ½·ridge·Σ w², s = 1 in a
 * class and −1 in the rest, numbers at standard deviation 1, an indicator for each level, the intercept free.
 * Two classes have one list of weights, more have one for each class against the rest.
 */
export const linearSvm: Model<LinearSvmOptions> = {
  fit: (training, { ridge }, kernels) => {
    if (!('codes' in training.target)) throw new RangeError('linear-svm needs classes')
    const { classes } = training.target
    const arena = kernels.arena()
    const design = new DesignMatrix(kernels, arena, training)
    const each = design.width + 1
    const positive = classes === 2 ? [1] : Array.from({ length: classes }, (_, one) => one)
    const share = ridge / design.total
    const precondition = ridgePreconditioner(design, arena, { lists: 1, curvature: 2, ridge: share })
    const weights = new Float64Array(positive.length * each)
    let residual = 0
    const { top } = arena
    positive.forEach((one, list) => {
      arena.release(top)
      const loss = lossOfMargins(design, training, one, arena, kernels)
      const found = minimise({ size: each, ...withRidge(loss, share, each), precondition }, tolerance)
      weights.set(found.point, list * each)
      residual = Math.max(residual, found.residual)
    })
    return {
      residual,
      predict: (rows) => {
        const sums = weightedSums(design, weights, positive.length, rows)
        if (positive.length > 1) return sums
        const ofBoth = new Float64Array(2 * rows.length)
        sums.forEach((sum, i) => {
          ofBoth[2 * i] = -sum
          ofBoth[2 * i + 1] = sum
        })
        return ofBoth
      },
      importances: () => importancesOf(design, training, weights, positive.length),
    }
  },
  cost: (rows, places, classes) => 60 * rows * (2 * places + 5) * (classes === 2 ? 1 : classes),
}
