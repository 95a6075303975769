import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import type { Arena } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import { ShiftedSystem } from './least-squares-job.ts'
import { groupsOfBlocks } from './penalised-set.ts'
import type { PathSolver, PenalisedSet } from './penalised-set.ts'

/** A block whose weights have at most this norm leaves for good; the target has variance 1. */
const leastNorm = 1e-6
/** The iteration ends where no slope of the objective is greater. */
const tolerance = 1e-10
const mostIterations = 20_000

/**
 * ½‖y − Xw‖² + λ·Σ f_b‖w_b‖^p for 0 < p < 1, to a local minimum: ridge regressions in which the squares of
 * each block are multiplied with λ·p·f_b‖w_b‖^(p−2) of the weights before. Each penalty begins from `from`.
 * Park and Yoon (2011).
 */
export function bridgeIteration(
  kernels: Kernels,
  arena: Arena,
  set: PenalisedSet,
  power: number,
  from: Float64Array,
): PathSolver {
  const { starts, original, copies, withTarget } = set
  const groups = groupsOfBlocks(set)
  const system = new ShiftedSystem(kernels, arena, set)
  // p_b coordinates of equal weights count as p_b columns, and equal copies as so many columns too.
  const factors = Float64Array.from(original, (_, block) => {
    const size = starts[block + 1] - starts[block]
    return pow(Math.max(size, 1), 1 - power / 2) * pow(copies[groups[block]], 1 - power)
  })
  return ({ norms }) => {
    const weights = from.slice()
    let left = withTarget
    let gap = Infinity
    for (let iteration = 0; iteration < mostIterations && gap > tolerance; iteration++) {
      const used: number[] = []
      const raises: number[] = []
      for (const block of original.keys()) {
        const [start, end] = [starts[block], starts[block + 1]]
        const norm = normOf(weights, start, end)
        if (norm <= leastNorm) {
          weights.fill(0, start, end)
          continue
        }
        const raise = norms * power * factors[block] * pow(norm, power - 2)
        for (let i = start; i < end; i++) {
          used.push(i)
          raises.push(raise)
        }
      }
      const solved = system.solve(used, Float64Array.from(raises))!
      used.forEach((coordinate, i) => (weights[coordinate] = solved[i]))
      left = leftOf(set, used, weights)
      gap = greatestSlope(weights, left)
    }
    let residual = 1
    weights.forEach((weight, i) => (residual -= weight * (withTarget[i] + left[i])))
    return { weights, residual: Math.max(0, residual), gap }

    function greatestSlope(weights: Float64Array, left: Float64Array): number {
      let most = 0
      for (const block of original.keys()) {
        const [start, end] = [starts[block], starts[block + 1]]
        const norm = normOf(weights, start, end)
        if (norm === 0) continue
        const raise = norms * power * factors[block] * pow(norm, power - 2)
        for (let i = start; i < end; i++) most = Math.max(most, Math.abs(left[i] - raise * weights[i]))
        if (norm <= leastNorm) most = Infinity
      }
      return most
    }
  }
}

/** Products of the coordinates with what weights leave of the target. */
function leftOf(
  { products, withTarget }: PenalisedSet,
  used: readonly number[],
  weights: Float64Array,
): Float64Array {
  const left = withTarget.slice()
  const { length } = left
  for (const i of used) {
    for (let j = 0, at = i * length; j < length; j++, at++) left[j] -= weights[i] * products[at]
  }
  return left
}

function normOf(weights: Float64Array, start: number, end: number): number {
  if (end - start === 1) return Math.abs(weights[start])
  let squares = 0
  for (let i = start; i < end; i++) squares += weights[i] * weights[i]
  return Math.sqrt(squares)
}

function pow(base: number, exponent: number): number {
  return exp(exponent * ln(base))
}
