import type { PenalisedSet, ScaledPenalty } from './penalised-set.ts'

type Groups = Pick<PenalisedSet, 'starts' | 'groupStarts' | 'factors' | 'groupFactors'>

/** Σ f_b‖w_b‖ + Σ g_g‖w_g‖ of weights. */
export function normOfGroups(groups: Groups, weights: Float64Array): number {
  const { starts, groupStarts, factors, groupFactors } = groups
  let sum = 0
  for (let group = 0; group < groupFactors.length; group++) {
    let squares = 0
    for (let block = groupStarts[group]; block < groupStarts[group + 1]; block++) {
      if (factors[block] === Infinity) continue
      const own = squaresOf(weights, starts[block], starts[block + 1])
      sum += factors[block] * Math.sqrt(own)
      squares += own
    }
    sum += groupFactors[group] * Math.sqrt(squares)
  }
  return sum
}

/**
 * The dual norm of slopes: the least penalty under which all weights stay 0 if these are the slopes there.
 */
export function dualNormOfGroups(groups: Groups, slopes: Float64Array): number {
  let most = 0
  for (let group = 0; group < groups.groupFactors.length; group++)
    most = Math.max(most, dualNormOfGroup(groups, slopes, group))
  return most
}

/** That of one group: the least penalty under which it stays out. */
export function dualNormOfGroup(groups: Groups, slopes: Float64Array, group: number): number {
  const { starts, groupStarts, factors, groupFactors } = groups
  const first = groupStarts[group]
  // Most groups are one block: no list of blocks for these.
  if (groupStarts[group + 1] - first === 1) {
    if (factors[first] === Infinity) return 0
    const size = Math.sqrt(squaresOf(slopes, starts[first], starts[first + 1]))
    return size > 0 ? size / (factors[first] + groupFactors[group]) : 0
  }
  const blocks: { size: number; factor: number }[] = []
  for (let block = first; block < groupStarts[group + 1]; block++) {
    if (factors[block] === Infinity) continue
    const size = Math.sqrt(squaresOf(slopes, starts[block], starts[block + 1]))
    if (size > 0) blocks.push({ size, factor: factors[block] })
  }
  return entryOf(blocks, groupFactors[group])
}

/** The penalty λ at which a group enters: Σ max(0, size − λ·factor)² = λ²·ofGroup². */
function entryOf(
  blocks: readonly { readonly size: number; readonly factor: number }[],
  ofGroup: number,
): number {
  if (blocks.length === 0) return 0
  if (ofGroup === 0) return blocks.reduce((most, { size, factor }) => Math.max(most, size / factor), 0)
  if (blocks.length === 1) return blocks[0].size / (blocks[0].factor + ofGroup)
  const sorted = blocks.toSorted((a, b) => b.size * a.factor - a.size * b.factor)
  let [sizes, both, factors] = [0, 0, 0]
  for (const [i, { size, factor }] of sorted.entries()) {
    sizes += size * size
    both += size * factor
    factors += factor * factor
    const next = sorted[i + 1]
    const entry = sizes / (both + Math.sqrt(Math.max(0, both * both - (factors - ofGroup * ofGroup) * sizes)))
    // The blocks after it are still 0 there.
    if (!next || entry * next.factor >= next.size) return entry
  }
  return 0
}

function squaresOf(numbers: Float64Array, start: number, end: number): number {
  let squares = 0
  for (let i = start; i < end; i++) squares += numbers[i] * numbers[i]
  return squares
}

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
