import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import { combined, CombinedChanges } from './combined-changes.ts'
import { dualNormOfGroups, normOfGroups } from './norm-of-groups.ts'
import type { PathPoint, PathSolver, ScaledPenalty } from './path-solver.ts'
import { groupsOfBlocks } from './penalised-set.ts'
import type { PenalisedSet } from './penalised-set.ts'

/** The most passes over the columns for one penalty. */
const mostPasses = 20_000
/** The most turns towards one penalty. */
const mostTurns = 20
/** The rounding of steps on a path adds less than this to a gap. */
const drift = 1e-9

/**
 * Norms of blocks and groups by coordinate descent, each penalty from the weights of the one before:
 * Friedman, Hastie and Tibshirani (2010). The lasso of single coordinates follows its path there from knot to
 * knot, so that little or nothing is left to descend. `first` are the weights at the penalty `before`; 0 at
 * any that lets no column in.
 */
export function normDescent(
  kernels: Kernels,
  arena: Arena,
  given: PenalisedSet,
  first: Float64Array,
  before: ScaledPenalty | null,
): PathSolver {
  const { starts, groupStarts, factors, groupFactors, copies, products, withTarget, tolerance } = given
  const width = withTarget.length
  const integersAt = (values: Uint32Array) => {
    const block = arena.integers(values.length)
    block.view.set(values)
    return block.address
  }
  const [groupStartsAt, startsAt] = [integersAt(groupStarts), integersAt(starts)]
  const blocks = [groupFactors, factors, copies, boundsOf(given), products, withTarget].map((values) =>
    arena.copyOf(values),
  )
  const [weights, left] = [arena.copyOf(first), arena.numbers(width)]
  const [space, within] = [arena.numbers(width), arena.numbers(width)]
  const fit = arena.record(
    width,
    groupFactors.length,
    groupStartsAt,
    startsAt,
    ...[...blocks, weights, left, space, within].map(({ address }) => address),
  )
  const productsAt = blocks[4]
  const follow = homotopyOf(kernels, arena, given, { products: productsAt, weights, left })
  kernels.run.computeLeft(fit)
  let last = before?.norms ?? dualNormOfGroups(given, left.view)
  const changes = new CombinedChanges(weights.view, left.view)
  const groups = groupsOfBlocks(given)
  const ofBlocks = Float64Array.from(groups, (group) => copies[group])
  let isOnPath = false
  let earlier: { readonly norms: number; readonly weights: Float64Array } | null = null
  return (penalty) => {
    const state = () => stateAt(penalty)
    let reached = follow && last > penalty.norms ? goTo(penalty) : state()
    if (follow && reached.gap <= tolerance) {
      last = penalty.norms
      return pointOf(reached)
    }
    isOnPath = false
    goOn(penalty, reached.value, () => state().value)
    last = penalty.norms
    changes.begin()
    let passes = 0
    do {
      for (let pass = 0; pass < combined; pass++) {
        kernels.run.descend(fit, penalty.norms, penalty.squares)
        changes.add()
      }
      passes += combined
      changes.combine(() => state().value)
      reached = state()
      if (reached.gap > tolerance) continue
      // A combination has no exact zeros; and without the rounding of steps.
      kernels.run.descend(fit, penalty.norms, penalty.squares)
      kernels.run.computeLeft(fit)
      reached = state()
      changes.begin()
    } while (reached.gap > tolerance && passes < mostPasses)
    return pointOf(reached)
  }

  /** Follows the path to a penalty. */
  function goTo(penalty: ScaledPenalty): DualState {
    for (let from = last, turn = 1; ; from = penalty.norms, turn++) {
      isOnPath = follow!(from, penalty, isOnPath)
      const reached = stateAt(penalty)
      const isLast = !isOnPath || penalty.squares === 0 || turn === mostTurns
      if (reached.gap > tolerance && !isLast) continue
      if (reached.gap <= tolerance && tolerance > drift) return reached
      kernels.run.computeLeft(fit)
      const exact = stateAt(penalty)
      if (exact.gap <= tolerance || isLast) return exact
    }
  }

  function stateAt(penalty: ScaledPenalty): DualState {
    return dualState(given, ofBlocks, penalty, weights.view, left.view)
  }

  /**
   * Goes on as if the weights were linear in the penalty since the one before the last, where that lowers the
   * objective.
   */
  function goOn({ norms }: ScaledPenalty, value: number, valueNow: () => number): void {
    const before = earlier
    const now = { norms: last, weights: weights.view.slice() }
    earlier = now
    if (!before || before.norms === last) return
    const share = (norms - last) / (last - before.norms)
    const leftNow = left.view.slice()
    now.weights.forEach((weight, i) => {
      if (weight !== 0 && before.weights[i] !== 0) weights.view[i] += share * (weight - before.weights[i])
    })
    kernels.run.computeLeft(fit)
    if (valueNow() < value) return
    weights.view.set(now.weights)
    left.view.set(leftNow)
  }

  function pointOf({ residual, gap }: DualState): PathPoint {
    return { weights: weights.view, residual, gap }
  }
}

/**
 * For each group at least the greatest eigenvalue of its products: the greatest sum of their sizes over a
 * row.
 */
function boundsOf({ groupStarts, starts, products, withTarget }: PenalisedSet): Float64Array {
  const width = withTarget.length
  return Float64Array.from({ length: groupStarts.length - 1 }, (_, group) => {
    const [start, end] = [starts[groupStarts[group]], starts[groupStarts[group + 1]]]
    let most = 1
    if (groupStarts[group + 1] - groupStarts[group] === 1) return most
    for (let i = start; i < end; i++) {
      let sum = 0
      for (let j = start; j < end; j++) sum += Math.abs(products[i * width + j])
      most = Math.max(most, sum)
    }
    return most
  })
}

interface DualState {
  /** The objective. */
  readonly value: number
  /** The mean squared residual. */
  readonly residual: number
  /** By how much the objective is at most above its optimum. */
  readonly gap: number
}

/**
 * The duality gap of weights: that of norms alone on rows to which √λ₂ of each coordinate is added (Zou and
 * Hastie 2005).
 */
function dualState(
  set: PenalisedSet,
  copies: Float64Array,
  penalty: { readonly norms: number; readonly squares: number },
  weights: Float64Array,
  left: Float64Array,
): DualState {
  const { starts, factors, withTarget } = set
  const hasSquares = penalty.squares > 0
  let explained = 0
  let unexplained = 0
  let squares = 0
  const slopes = hasSquares ? left.slice() : left
  for (let block = 0; block < factors.length; block++) {
    if (factors[block] === Infinity) continue
    let own = 0
    for (let i = starts[block]; i < starts[block + 1]; i++) {
      explained += withTarget[i] * weights[i]
      unexplained += left[i] * weights[i]
      own += weights[i] * weights[i]
    }
    if (!hasSquares || own === 0) continue
    squares += own / copies[block]
    const ownSquare = penalty.squares / copies[block]
    for (let i = starts[block]; i < starts[block + 1]; i++) slopes[i] -= ownSquare * weights[i]
  }
  const dualNorm = dualNormOfGroups(set, slopes)
  const residual = Math.max(0, 1 - explained - unexplained)
  const primal = residual / 2 + penalty.norms * normOfGroups(set, weights) + (penalty.squares / 2) * squares
  const scale = dualNorm > penalty.norms ? penalty.norms / dualNorm : 1
  const dual = scale * (1 - explained) - ((scale * scale) / 2) * (residual + penalty.squares * squares)
  return { value: primal, residual, gap: Math.max(0, primal - dual) }
}

/**
 * Moves weights from the penalty of norms where they are the solution to that of a lower penalty, or where
 * there are squares nearer to it, also from that penalty of norms; false where it cannot. `goesOn`: since the
 * call before nothing else has moved them.
 */
type Homotopy = (from: number, to: ScaledPenalty, goesOn: boolean) => boolean

/**
 * The homotopy of a set whose groups are single coordinates, each with a penalty of its own; null for others.
 * `fit`: its places in memory.
 */
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
  const { run } = kernels
  const width = factors.length
  const penalty = arena.numbers(1)
  const numbers = (count: number) => arena.numbers(count).address
  const path = arena.record(
    width,
    0,
    penalty.address,
    arena.copyOf(factors).address,
    fit.products.address,
    fit.weights.address,
    fit.left.address,
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
  return (from, { norms, squares }, goesOn) => {
    penalty.view[0] = from
    if (!goesOn && !run.beginPath(path, squares)) return false
    return Boolean(squares === 0 ? run.followPath(path, norms) : run.turnPath(path, norms, squares))
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
