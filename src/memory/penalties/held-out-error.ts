import type { Arena } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { HeldOutProducts } from './penalised-set.ts'

/** The mean squared error of held-out rows, from weights. */
export function heldOutError(
  kernels: Kernels,
  arena: Arena,
  { n, products, withTarget, ofTarget, means, targetMean }: HeldOutProducts,
): (weights: Float64Array) => number {
  const width = means.length
  const matrix = arena.copyOf(products)
  const copy = arena.numbers(width)
  return (weights) => {
    copy.view.set(weights)
    let squares = ofTarget + kernels.run.quadraticForm(matrix.address, width, copy.address)
    let shift = targetMean
    for (let i = 0; i < width; i++) {
      squares -= 2 * weights[i] * withTarget[i]
      shift -= weights[i] * means[i]
    }
    return Math.max(0, squares) / n + shift * shift
  }
}
