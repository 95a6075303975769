import type { Arena } from '../kernel/arena.ts'
import type { Kernels } from '../kernel/kernels.ts'
import { fusedPlaces, slopesOfFusedNorm } from './fused-norm.ts'
import type { FusedNorm } from './fused-norm.ts'
import type { PenalisedSet } from './penalised-set.ts'
import { ShiftedSystem } from './shifted-system.ts'

/** The minimum of a fused lasso among weights of which it is known which are equal and which are 0. */
export class FusedSolution {
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
   * Moves weights to the minimum among those that have the same weights equal and 0, and the same order and signs as they had at the last call, once. False
   * where it does not: the weights changed in that, the minimum is not unique, or was tried.
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
