import { dualNormOfGroups, normOfGroups } from './norm-of-groups.ts'
import type { ScaledPenalty } from './path-solver.ts'
import type { PenalisedSet } from './penalised-set.ts'

/** How near weights are to the optimum. */
export interface DualState {
  /** The objective. */
  readonly value: number
  /** The mean squared residual. */
  readonly residual: number
  /** By how much the objective is at most above its optimum. */
  readonly gap: number
}

/** Sums over weights, of which a state is made. */
export interface WeightSums {
  /** Of the weights times their products with the target, and with what is left of it. */
  readonly explained: number
  readonly unexplained: number
  /** The norm of the weights, and their squares over the copies of each. */
  readonly norm: number
  readonly squares: number
  /** The dual norm of the slopes, squares included. */
  readonly dualNorm: number
}

/**
 * The duality gap of weights: that of norms alone on rows to which √λ₂ of each coordinate is added (Zou and
 * Hastie 2005).
 */
export function stateOf(
  { explained, unexplained, norm, squares, dualNorm }: WeightSums,
  penalty: ScaledPenalty,
): DualState {
  const residual = Math.max(0, 1 - explained - unexplained)
  const primal = residual / 2 + penalty.norms * norm + (penalty.squares / 2) * squares
  const scale = dualNorm > penalty.norms ? penalty.norms / dualNorm : 1
  const dual = scale * (1 - explained) - ((scale * scale) / 2) * (residual + penalty.squares * squares)
  return { value: primal, residual, gap: Math.max(0, primal - dual) }
}

/** The state of weights of any groups; `copies`: how many equal groups that of each block stands for. */
export function dualState(
  set: PenalisedSet,
  copies: Float64Array,
  penalty: ScaledPenalty,
  weights: Float64Array,
  left: Float64Array,
): DualState {
  const { starts, factors, withTarget } = set
  let explained = 0
  let unexplained = 0
  let squares = 0
  const slopes = left.slice()
  for (let block = 0; block < factors.length; block++) {
    if (factors[block] === Infinity) continue
    let own = 0
    const ownSquare = penalty.squares / copies[block]
    for (let i = starts[block]; i < starts[block + 1]; i++) {
      explained += withTarget[i] * weights[i]
      unexplained += left[i] * weights[i]
      own += weights[i] * weights[i]
      slopes[i] -= ownSquare * weights[i]
    }
    squares += own / copies[block]
  }
  const [norm, dualNorm] = [normOfGroups(set, weights), dualNormOfGroups(set, slopes)]
  return stateOf({ explained, unexplained, norm, squares, dualNorm }, penalty)
}
