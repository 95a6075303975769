import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { PenalisedSet } from './penalised-set.ts'

/** A pivot below this share of its diagonal counts as 0. */
const leastPivot = 1e-11

/** Solves for some coordinates the normal equations whose diagonal is raised. */
export class ShiftedSystem {
  readonly #kernels: Kernels
  readonly #set: Pick<PenalisedSet, 'products' | 'withTarget'>
  readonly #matrix: ArenaBlock<Float64Array>
  readonly #diagonal: ArenaBlock<Float64Array>
  readonly #right: ArenaBlock<Float64Array>

  constructor(kernels: Kernels, arena: Arena, set: Pick<PenalisedSet, 'products' | 'withTarget'>) {
    const width = set.withTarget.length
    this.#kernels = kernels
    this.#set = set
    this.#matrix = arena.numbers(width * width)
    this.#diagonal = arena.numbers(width)
    this.#right = arena.numbers(width)
  }

  /**
   * The weights of the coordinates in `used`, whose diagonals are raised by `raises`; null where the system
   * has no unique solution.
   */
  solve(used: readonly number[], raises: Float64Array): Float64Array | null {
    const { products, withTarget } = this.#set
    const width = withTarget.length
    const matrix = this.#matrix.view
    used.forEach((i, row) => {
      for (let column = 0; column <= row; column++)
        matrix[row * width + column] = products[i * width + used[column]]
      this.#right.view[row] = withTarget[i]
    })
    this.#diagonal.view.set(raises)
    const isSolved = this.#kernels.run.solveShifted(
      this.#matrix.address,
      width,
      used.length,
      this.#diagonal.address,
      this.#right.address,
      leastPivot,
    )
    return isSolved ? this.#right.view.slice(0, used.length) : null
  }
}
