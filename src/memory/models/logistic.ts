import type { LogisticOptions } from '#core'
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

/** Numbers of 134 × 8 bytes that `fillPowers` fills. */
const powers = 134

/** −log p(y|x) of two classes, by the weights of log p(1)/p(0). */
function lossOfTwo(design: DesignMatrix, { target }: TrainingRows, arena: Arena, { run }: Kernels): Loss {
  const products = new WeightedProducts(design, 1, arena)
  const padded = design.stride / 8
  const table = arena.numbers(powers)
  run.fillPowers(table.address)
  const [z, slopes] = [arena.numbers(padded), arena.numbers(padded)]
  const { codes } = target as { readonly codes: Uint8Array }
  const ofBlocks = Array.from({ length: design.blocks }, (_, block) => {
    const signs = arena.numbers(padded)
    design.fillRows(block, signs, (row) => (codes[row] === 1 ? 1 : -1))
    return { signs, curvatures: arena.numbers(padded) }
  })
  return {
    slopesAt: (weights) =>
      products.over(weights, z, (block, rows) => {
        const { signs, curvatures } = ofBlocks[block]
        const of = design.weightsOf(block)
        run.logisticSlopes(
          z.address,
          signs.address,
          of,
          rows,
          table.address,
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

/** −log p(y|x) of more classes, by a list of weights for each: p(c) = exp(z_c)/Σ exp(z). */
function lossOfMany(
  design: DesignMatrix,
  { target, rows: trained }: TrainingRows,
  arena: Arena,
  { run }: Kernels,
): Loss {
  const { codes: ofRows, classes } = target as { readonly codes: Uint8Array; readonly classes: number }
  const products = new WeightedProducts(design, classes, arena)
  const { stride } = design
  const padded = stride / 8
  const table = arena.numbers(powers)
  run.fillPowers(table.address)
  const slopes = arena.numbers(classes * padded)
  const ofBlocks = Array.from({ length: design.blocks }, (_, block) => {
    const codes = arena.integers(padded)
    const { from, rows } = design.open(block)
    for (let i = 0; i < rows; i++) codes.view[i] = ofRows[trained[from + i]]
    return { codes, shares: arena.numbers(classes * padded) }
  })
  // The products of a block are replaced by its shares, which stay until the next point.
  const z = arena.numbers(classes * padded)
  return {
    slopesAt: (weights) =>
      products.over(weights, z, (block, rows) => {
        const { codes, shares } = ofBlocks[block]
        const of = design.weightsOf(block)
        run.softmaxSlopes(z.address, stride, classes, codes.address, of, rows, table.address, slopes.address)
        shares.view.set(z.view)
        return slopes
      }),
    curve: (direction) =>
      products.over(direction, z, (block, rows) => {
        const { shares } = ofBlocks[block]
        run.softmaxChanges(shares.address, z.address, stride, classes, design.weightsOf(block), rows)
        return z
      }),
  }
}
