import type { Arena } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import { combined, CombinedChanges } from './combined-changes.ts'
import { homotopyOf } from './homotopy.ts'
import { dualNormOfGroups, dualState, stateOf } from './norm-of-groups.ts'
import type { DualState } from './norm-of-groups.ts'
import { groupsOfBlocks } from './penalised-set.ts'
import type { PathPoint, PathSolver, PenalisedSet, ScaledPenalty } from './penalised-set.ts'

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
  const homotopy = homotopyOf(kernels, arena, given, {
    products: blocks[4].address,
    withTarget: blocks[5].address,
    weights: weights.address,
    left: left.address,
  })
  kernels.run.computeLeft(fit)
  let last = before?.norms ?? dualNormOfGroups(given, left.view)
  const changes = new CombinedChanges(weights.view, left.view)
  const groups = groupsOfBlocks(given)
  const ofBlocks = Float64Array.from(groups, (group) => copies[group])
  let isOnPath = false
  let earlier: { readonly norms: number; readonly weights: Float64Array } | null = null
  return (penalty) => {
    const state = () => stateAt(penalty)
    let reached = homotopy && last > penalty.norms ? goTo(penalty) : state()
    if (homotopy && reached.gap <= tolerance) {
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
      isOnPath = homotopy!.follow(from, penalty, isOnPath)
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
    return homotopy
      ? stateOf(homotopy.sumsAt(penalty.squares), penalty)
      : dualState(given, ofBlocks, penalty, weights.view, left.view)
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
