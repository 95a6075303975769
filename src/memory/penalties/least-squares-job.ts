import type { Job } from '../threads/job.ts'
import { collapsed, expanded } from './penalised-set.ts'
import type { PenalisedSet } from './penalised-set.ts'
import { ShiftedSystem } from './shifted-system.ts'

export interface LeastSquaresInput {
  readonly sets: readonly PenalisedSet[]
  /** The penalty on half the squares of the weights, where least squares have no unique solution. */
  readonly ridge: number
}

export interface LeastSquaresTask {
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
