import type { Arena, ArenaBlock } from '../kernel/arena.ts'
import type { Kernels } from '../kernel/kernels.ts'
import { groupsOfBlocks } from './penalised-set.ts'
import type { PenalisedSet } from './penalised-set.ts'

/** Moves weights of the lasso from the penalty where they are its solution to a lower one; false where it cannot. */
export type Homotopy = (from: number, to: number) => boolean

/** The homotopy of a set whose groups are single coordinates, each with a penalty of its own; null for others. `fit`: its places in memory. */
export function homotopyOf(
  kernels: Kernels,
  arena: Arena,
  set: PenalisedSet,
  fit: {
    readonly products: ArenaBlock<Float64Array>
    readonly weights: ArenaBlock<Float64Array>
    readonly left: ArenaBlock<Float64Array>
  },
): Homotopy | null {
  const factors = factorsOfCoordinates(set)
  if (!factors) return null
  const width = factors.length
  const penalty = arena.numbers(1)
  const path = arena.record(
    width,
    0,
    penalty.address,
    arena.copyOf(factors).address,
    fit.products.address,
    fit.weights.address,
    fit.left.address,
    arena.integers(width).address,
    arena.numbers(width).address,
    arena.numbers((width + 1) * (width + 1)).address,
    arena.numbers(width + 1).address,
    arena.numbers(width + 1).address,
    arena.numbers(width).address,
    arena.numbers(width).address,
  )
  let reached: number | null = null
  return (from, to) => {
    penalty.view[0] = from
    if (reached !== from && !kernels.run.beginPath(path)) return false
    const isThere = Boolean(kernels.run.followPath(path, to))
    reached = isThere ? to : null
    return isThere
  }
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
