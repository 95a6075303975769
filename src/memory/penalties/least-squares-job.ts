import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Job } from '../threads/job.ts'
import type { Kernels } from '../threads/kernels.ts'
import { collapsed, expanded } from './penalised-set.ts'
import type { PenalisedSet } from './penalised-set.ts'

interface LeastSquaresInput {
  readonly sets: readonly PenalisedSet[]
  /** The penalty on half the squares of the weights, where least squares have no unique solution. */
  readonly ridge: number
}

interface LeastSquaresTask {
  readonly set: number
  /** It has more rows than coordinates. */
  readonly isTall: boolean
}

export interface LeastSquaresPart {
  /** Of all coordinates; copies share their weight evenly. */
  readonly weights: Float64Array
  /** Whether squares of the weights were penalised. */
  readonly isRidge: boolean
}

/** Least squares, or ridge regression where they have no unique solution, from products of columns. */
export const leastSquaresJob: Job<LeastSquaresInput, LeastSquaresTask, LeastSquaresPart> = {
  name: 'least-squares',
  open:
    (kernels, { sets, ridge }) =>
    ({ set: place, isTall }) => {
      const set = sets[place]
      const { starts, original, withTarget } = set
      const ones = collapsed(set, new Float64Array(withTarget.length).fill(1))
      const used = Array.from(original.keys()).flatMap((block) =>
        original[block] === block
          ? Array.from({ length: starts[block + 1] - starts[block] }, (_, i) => starts[block] + i)
          : [],
      )
      const system = new ShiftedSystem(kernels, kernels.arena(), set)
      const exact = isTall ? system.solve(used, new Float64Array(used.length)) : null
      // Copies divide the penalty on squares among them.
      const solved =
        exact ??
        system.solve(
          used,
          Float64Array.from(used, (i) => ridge / ones[i]),
        )!
      const weights = new Float64Array(withTarget.length)
      used.forEach((coordinate, i) => (weights[coordinate] = solved[i]))
      return { weights: expanded(set, weights), isRidge: exact === null }
    },
}

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
