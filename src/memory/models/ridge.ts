import { cholesky, solveCholesky } from '#methods'
import type { Arena } from '../threads/arena.ts'
import type { DesignMatrix } from './design.ts'
import type { Objective } from './minimisation.ts'

/**
 * A loss of weights, as a mean over the rows: its lists of weights, each the intercept and one for each
 * place, one after the other.
 */
export type Loss = Pick<Objective, 'slopesAt' | 'curve'>

/** With more places the sums of squares alone are cheaper. */
const mostPlaces = 100
/** Some blocks of rows show the curvature well enough. */
const mostBlocks = 4

interface RidgeCurvature {
  /** How many lists of weights there are, each with its intercept first. */
  readonly lists: number
  /** The mean curvature of the loss of a row. */
  readonly curvature: number
  readonly ridge: number
}

/**
 * The product with the inverse of curvature·XᵀX/n + ridge, X with a column of ones for the intercept; of many
 * places, of its diagonal alone.
 */
export function ridgePreconditioner(
  design: DesignMatrix,
  arena: Arena,
  { lists, curvature, ridge }: RidgeCurvature,
): (slopes: Float64Array) => Float64Array {
  const each = design.width + 1
  const factor = design.width > mostPlaces ? null : factorOf()
  if (!factor) {
    const inverse = Float64Array.from(
      design.squares(),
      (square, i) => 1 / (curvature * square + (i > 0 ? ridge : 0)),
    )
    return (slopes) => slopes.map((slope, i) => slope * inverse[i % each])
  }
  return (slopes) => {
    const solved = new Float64Array(slopes.length)
    for (let list = 0; list < lists; list++) {
      const own = slopes.subarray(list * each, (list + 1) * each)
      solved.set(solveCholesky(factor, own), list * each)
    }
    return solved
  }

  /** Null where the ridge is lost in rounding. */
  function factorOf() {
    const products = design.products(arena, mostBlocks)
    for (let i = 0; i < products.length; i++) products[i] *= curvature
    for (let i = 1; i < each; i++) products[i * each + i] += ridge
    return cholesky(products, each)
  }
}

/** A loss with ½·ridge·Σ w² added; the first `free` of `each` weights, intercepts, are free. */
export function withRidge(loss: Loss, ridge: number, each: number, free = 1): Loss {
  const addTo = (slopes: Float64Array, weights: Float64Array) => {
    for (let i = 0; i < slopes.length; i++) if (i % each >= free) slopes[i] += ridge * weights[i]
    return slopes.length > each ? withoutCommon(slopes, each) : slopes
  }
  return {
    slopesAt: (weights) => addTo(loss.slopesAt(weights), weights),
    curve: (direction) => addTo(loss.curve(direction), direction),
  }
}

/**
 * The slopes of the intercepts of many classes sum to 0; their rounding would move all intercepts alike,
 * which changes nothing and never ends.
 */
function withoutCommon(slopes: Float64Array, each: number): Float64Array {
  let sum = 0
  for (let i = 0; i < slopes.length; i += each) sum += slopes[i]
  const mean = (sum * each) / slopes.length
  for (let i = 0; i < slopes.length; i += each) slopes[i] -= mean
  return slopes
}
