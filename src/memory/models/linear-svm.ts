import type { LinearSvmOptions } from '#core'
import type { Arena } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { TrainingRows } from '../threads/model-rows.ts'
import { DesignMatrix } from './design.ts'
import { minimise } from './minimisation.ts'
import type { Model } from './model.ts'
import { ridgePreconditioner, withRidge } from './ridge.ts'
import type { Loss } from './ridge.ts'
import { importancesOf, WeightedProducts, weightedSums } from './weighted-sums.ts'

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

/** The squared hinge max(0, 1 − s·z)² of rows, s = 1 in one class and −1 in the others. */
function lossOfMargins(
  design: DesignMatrix,
  { target }: TrainingRows,
  positive: number,
  arena: Arena,
  { run }: Kernels,
): Loss {
  const products = new WeightedProducts(design, 1, arena)
  const padded = design.stride / 8
  const [z, slopes] = [arena.numbers(padded), arena.numbers(padded)]
  const { codes } = target as { readonly codes: Uint8Array }
  const ofBlocks = Array.from({ length: design.blocks }, (_, block) => {
    const signs = arena.numbers(padded)
    design.fillRows(block, signs, (row) => (codes[row] === positive ? 1 : -1))
    return { signs, curvatures: arena.numbers(padded) }
  })
  return {
    slopesAt: (weights) =>
      products.over(weights, z, (block, rows) => {
        const { signs, curvatures } = ofBlocks[block]
        run.marginSlopes(
          z.address,
          signs.address,
          design.weightsOf(block),
          rows,
          slopes.address,
          curvatures.address,
        )
        return slopes
      }),
    curve: (direction) =>
      products.over(direction, z, (block, rows) => {
        run.multiplyRows(z.address, ofBlocks[block].curvatures.address, rows, z.address)
        return z
      }),
  }
}
