import type { Arena } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { WeightSums } from './norm-of-groups.ts'
import { groupsOfBlocks } from './penalised-set.ts'
import type { PenalisedSet, ScaledPenalty } from './penalised-set.ts'

/** The path of a set whose groups are single coordinates. */
interface Homotopy {
  /**
   * Moves weights from the penalty of norms where they are the solution to that of a lower penalty, or where
   * there are squares nearer to it, also from that penalty of norms; false where it cannot. `goesOn`: since
   * the call before nothing else has moved them.
   */
  readonly follow: (from: number, to: ScaledPenalty, goesOn: boolean) => boolean
  /** The sums of the weights as they are, under a penalty on squares. */
  readonly sumsAt: (squares: number) => WeightSums
}

/**
 * The homotopy of a set whose groups are single coordinates, each with a penalty of its own; null for others.
 * `fit`: the addresses of its numbers.
 */
export function homotopyOf(
  kernels: Kernels,
  arena: Arena,
  set: PenalisedSet,
  fit: {
    readonly products: number
    readonly withTarget: number
    readonly weights: number
    readonly left: number
  },
): Homotopy | null {
  const factors = factorsOfCoordinates(set)
  if (!factors) return null
  const { run } = kernels
  const width = factors.length
  const penalty = arena.numbers(1)
  const numbers = (count: number) => arena.numbers(count).address
  const path = arena.record(
    width,
    0,
    penalty.address,
    arena.copyOf(factors).address,
    fit.products,
    fit.weights,
    fit.left,
    numbers(width),
    arena.copyOf(sharesOfCoordinates(set)).address,
    numbers(1),
    arena.integers(width).address,
    numbers(width),
    numbers((width + 1) * (width + 1)),
    ...Array.from({ length: 2 }, () => numbers(width + 1)),
    ...Array.from({ length: 3 }, () => numbers(width)),
    numbers(width + 1),
    numbers(4),
    0,
    0,
  )
  const sums = arena.numbers(5)
  return {
    follow: (from, { norms, squares }, goesOn) => {
      penalty.view[0] = from
      if (!goesOn && !run.beginPath(path, squares)) return false
      return Boolean(squares === 0 ? run.followPath(path, norms) : run.turnPath(path, norms, squares))
    },
    sumsAt: (ofSquares) => {
      run.sumWeights(path, fit.withTarget, ofSquares, sums.address)
      const [explained, unexplained, norm, squares, dualNorm] = sums.view
      return { explained, unexplained, norm, squares, dualNorm }
    },
  }
}

/** What the squares of each coordinate's weight are multiplied with, where groups are single coordinates. */
function sharesOfCoordinates({ starts, copies }: PenalisedSet): Float64Array {
  const shares = new Float64Array(starts[starts.length - 1])
  copies.forEach((count, block) => shares.fill(1 / count, starts[block], starts[block + 1]))
  return shares
}

/** What the penalty of each coordinate is multiplied with; null where blocks or groups have several. */
function factorsOfCoordinates(set: PenalisedSet): Float64Array | null {
  const { starts, factors, groupFactors } = set
  const groups = groupsOfBlocks(set)
  const found = new Float64Array(starts[starts.length - 1])
  for (let block = 0; block < factors.length; block++) {
    const size = starts[block + 1] - starts[block]
    if (size > 1 || groups[block] !== block) return null
    if (size === 1) found[starts[block]] = factors[block] + groupFactors[block]
  }
  return found
}
