import type { Arena } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { HeldOutProducts } from './penalised-set.ts'

/** The mean squared error of held-out rows, from weights for a target of variance 1. */
export function heldOutError(
  kernels: Kernels,
  arena: Arena,
  { n, comoment, shifts, variance, terms, places, factors }: HeldOutProducts,
): (weights: Float64Array) => number {
  const width = shifts.length
  const matrix = arena.copyOf(comoment)
  const ofPlaces = arena.numbers(width)
  return (weights) => {
    const { view } = ofPlaces
    view.fill(0)
    // What is left is the target less what the weights say of it.
    view[0] = 1
    for (let i = 0; i < weights.length; i++) {
      if (weights[i] === 0) continue
      for (let term = terms[i]; term < terms[i + 1]; term++) view[places[term]] -= weights[i] * factors[term]
    }
    let mean = 0
    for (let place = 0; place < width; place++) mean += view[place] * shifts[place]
    const squares = kernels.run.quadraticForm(matrix.address, width, ofPlaces.address)
    return (Math.max(0, squares) / n + mean * mean) / variance
  }
}
