import type { Arena } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import { combined, CombinedChanges } from './combined-changes.ts'
import {
  dualOfFusedNorm,
  fusedNormOf,
  fusedPlaces,
  nearestUnderNorm,
  slopesOfFusedNorm,
} from './fused-norm.ts'
import type { FusedNorm, FusedPairs } from './fused-norm.ts'
import { ShiftedSystem } from './least-squares-job.ts'
import type { PathSolver, PenalisedSet } from './penalised-set.ts'

/** The most steps for one penalty. */
const mostSteps = 2000
/** Products that find the greatest eigenvalue roughly. */
const roughly = 10

/** The fused lasso by steps down the slope, each to the nearest weights under the norm. */
export function fusedDescent(
  kernels: Kernels,
  arena: Arena,
  set: PenalisedSet,
  { ratio, pairs }: { readonly ratio: number; readonly pairs: FusedPairs },
  first: Float64Array,
): PathSolver {
  const { products, withTarget, tolerance } = set
  const width = withTarget.length
  const norm = { ratio, pairs, groups: coordinatesOfGroups(set) }
  const [productsAt, targetAt, weights, left] = [
    arena.copyOf(products),
    arena.copyOf(withTarget),
    arena.copyOf(first),
    arena.numbers(width),
  ]
  // The places of groups, blocks, factors, copies and bounds are not read for what is left.
  const fit = arena.record(
    ...[
      width,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      productsAt.address,
      targetAt.address,
      weights.address,
      left.address,
      0,
      0,
    ],
  )
  const computeLeft = () => kernels.run.computeLeft(fit)
  computeLeft()
  const solution = new FusedSolution(kernels, arena, set, norm)
  let bound = greatestEigenvalue(set)
  const changes = new CombinedChanges(weights.view, left.view)

  /** One step; the bound rises until the step lowers the objective for sure. */
  const step = (penalty: number) => {
    const [from, leftBefore] = [weights.view.slice(), left.view.slice()]
    for (;;) {
      const to = nearestUnderNorm(
        norm,
        from.map((weight, i) => weight + leftBefore[i] / bound),
        penalty / bound,
      )
      weights.view.set(to)
      computeLeft()
      let [curved, squares] = [0, 0]
      to.forEach((weight, i) => {
        const change = weight - from[i]
        curved += change * (leftBefore[i] - left.view[i])
        squares += change * change
      })
      if (!(curved > bound * squares * (1 + 1e-9) + 1e-18)) return
      bound *= 1.5
    }
  }

  return ({ norms }) => {
    const value = () => valueOf(norm, set, norms, weights.view, left.view).value
    const state = () => gapOf(norm, set, norms, weights.view, left.view)
    changes.begin()
    let steps = 0
    let reached: ReturnType<typeof gapOf>
    do {
      for (let i = 0; i < combined; i++) {
        step(norms)
        changes.add()
      }
      steps += combined
      changes.combine(value)
      // A combination has no exact zeros and no weights that are equal.
      step(norms)
      changes.begin()
      reached = state()
      if (reached.gap <= tolerance) break
      const [weightsBefore, leftBefore] = [weights.view.slice(), left.view.slice()]
      if (!solution.go(weights.view, norms)) continue
      computeLeft()
      const solved = state()
      if (solved.gap <= tolerance) {
        reached = solved
        break
      }
      weights.view.set(weightsBefore)
      left.view.set(leftBefore)
    } while (steps < mostSteps)
    return { weights: weights.view, residual: reached.residual, gap: reached.gap }
  }
}

/** The minimum of a fused lasso among weights of which it is known which are equal and which are 0. */
class FusedSolution {
  readonly #set: PenalisedSet
  readonly #norm: FusedNorm
  readonly #system: ShiftedSystem
  readonly #products: Float64Array
  readonly #withTarget: Float64Array
  // What the weights were like at the last call, and whether the solution was tried since.
  #places: Int32Array = new Int32Array()
  #slopes: Float64Array = new Float64Array()
  #penalty = 0
  #isTried = false

  constructor(kernels: Kernels, arena: Arena, set: PenalisedSet, norm: FusedNorm) {
    const width = set.withTarget.length
    this.#set = set
    this.#norm = norm
    this.#products = new Float64Array(width * width)
    this.#withTarget = new Float64Array(width)
    this.#system = new ShiftedSystem(kernels, arena, {
      products: this.#products,
      withTarget: this.#withTarget,
    })
  }

  /**
   * Moves weights to the minimum among those that have the same weights equal and 0, and the same order and
   * signs as they had at the last call, once. False where it does not: the weights changed in that, the
   * minimum is not unique, or was tried.
   */
  go(weights: Float64Array, penalty: number): boolean {
    const { products, withTarget } = this.#set
    const width = withTarget.length
    const places = fusedPlaces(this.#norm, weights)
    const slopes = slopesOfFusedNorm(this.#norm, weights)
    const isSame =
      penalty === this.#penalty && areEqual(places, this.#places) && areEqual(slopes, this.#slopes)
    this.#penalty = penalty
    this.#places = places
    this.#slopes = slopes
    if (!isSame) this.#isTried = false
    if (!isSame || this.#isTried) return false
    this.#isTried = true
    this.#products.fill(0)
    this.#withTarget.fill(0)
    places.forEach((place, i) => {
      if (place < 0) return
      this.#withTarget[place] += withTarget[i] - penalty * slopes[i]
      places.forEach((other, j) => {
        if (other >= 0) this.#products[place * width + other] += products[i * width + j]
      })
    })
    const used = Array.from(places.keys()).filter((i) => places[i] === i)
    const solved = this.#system.solve(used, new Float64Array(used.length))
    if (!solved) return false
    const ofPlace = new Float64Array(width)
    used.forEach((place, i) => (ofPlace[place] = solved[i]))
    places.forEach((place, i) => (weights[i] = place < 0 ? 0 : ofPlace[place]))
    return true
  }
}

function areEqual(a: Int32Array | Float64Array, b: Int32Array | Float64Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i])
}

/** The coordinates of each group. */
export function coordinatesOfGroups({
  starts,
  groupStarts,
}: Pick<PenalisedSet, 'starts' | 'groupStarts'>): FusedNorm['groups'] {
  return Array.from({ length: groupStarts.length - 1 }, (_, group) => ({
    start: starts[groupStarts[group]],
    end: starts[groupStarts[group + 1]],
  }))
}

/** The greatest eigenvalue of the products, from below. */
function greatestEigenvalue({ products, withTarget: { length } }: PenalisedSet): number {
  let vector = Float64Array.from({ length }, (_, i) => 1 + i / length)
  let size = 1
  for (let turn = 0; turn < roughly; turn++) {
    const next = new Float64Array(length)
    vector.forEach((value, i) => {
      for (let j = 0, at = i * length; j < length; j++, at++) next[j] += value * products[at]
    })
    size = Math.sqrt(next.reduce((sum, value) => sum + value * value, 0)) || 1
    vector = next.map((value) => value / size)
  }
  return Math.max(1, size)
}

/** The objective, and the parts that it is made of. */
function valueOf(
  norm: FusedNorm,
  { withTarget }: PenalisedSet,
  penalty: number,
  weights: Float64Array,
  left: Float64Array,
) {
  let [explained, unexplained] = [0, 0]
  weights.forEach((weight, i) => {
    explained += withTarget[i] * weight
    unexplained += left[i] * weight
  })
  const residual = Math.max(0, 1 - explained - unexplained)
  return { value: residual / 2 + penalty * fusedNormOf(norm, weights), residual, explained }
}

/** By how much the objective is at most above its optimum. */
function gapOf(
  norm: FusedNorm,
  set: PenalisedSet,
  penalty: number,
  weights: Float64Array,
  left: Float64Array,
) {
  const { value, residual, explained } = valueOf(norm, set, penalty, weights, left)
  const greatest = dualOfFusedNorm(norm, left, penalty)
  const scale = greatest > 0 ? penalty / greatest : 1
  const dual = scale * (1 - explained) - ((scale * scale) / 2) * residual
  return { residual, gap: Math.max(0, value - dual) }
}
