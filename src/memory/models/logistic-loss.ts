import type { Arena } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { TrainingRows } from '../threads/model-rows.ts'
import type { DesignMatrix } from './design.ts'
import type { Objective } from './newton.ts'
import { WeightedProducts } from './weighted-products.ts'

/**
 * A loss of weights, as a mean over the rows: its lists of weights, each the intercept and one for each
 * place, one after the other.
 */
export type Loss = Pick<Objective, 'slopesAt' | 'curve'>

/** Numbers of 134 × 8 bytes that `fillPowers` fills. */
const powers = 134

/** −log p(y|x) of two classes, by the weights of log p(1)/p(0). */
export function lossOfTwo(
  design: DesignMatrix,
  { target }: TrainingRows,
  arena: Arena,
  { run }: Kernels,
): Loss {
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
export function lossOfMany(
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
