import type { Arena } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { TrainingRows } from '../threads/model-rows.ts'
import type { DesignMatrix } from './design.ts'
import type { Loss } from './logistic-loss.ts'
import { WeightedProducts } from './weighted-products.ts'

/** The squared hinge max(0, 1 − s·z)² of rows, s = 1 in one class and −1 in the others. */
export function lossOfMargins(
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
