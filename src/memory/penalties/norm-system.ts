import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { ScaledPenalty } from './penalised-set.ts'
import type { WorkingSet } from './working-set.ts'

/** Curvatures are raised by this share, so that a direction without one has a step. */
const raise = 1e-10
/** How far towards 0 a norm of several places may go in one step. */
const nearlyNone = 0.9

/** How the weights change, and the share of it up to which the penalty is smooth. */
interface NormStep {
  readonly changes: Float64Array
  readonly share: number
  /** The place whose weight is 0 there; null where none is. */
  readonly leaves: number | null
}

/** A norm that is not 0, of places of the system in a row. */
interface Norm {
  readonly start: number
  readonly end: number
  readonly length: number
  /** What it is multiplied with in the objective. */
  readonly factor: number
}

/** Newton's equations of the places whose blocks are not 0: there norms have slopes and curvatures. */
export class NormSystem {
  readonly #run: Kernels['run']
  readonly #arena: Arena
  #room = 0
  #places: ArenaBlock<Uint32Array>
  #matrix: ArenaBlock<Float64Array>
  #diagonal: ArenaBlock<Float64Array>
  #right: ArenaBlock<Float64Array>

  constructor(kernels: Kernels, arena: Arena) {
    this.#run = kernels.run
    this.#arena = arena
    this.#places = arena.integers(0)
    this.#matrix = this.#diagonal = this.#right = arena.numbers(0)
  }

  makeRoom(size: number): void {
    if (size <= this.#room) return
    this.#room = 2 * size
    this.#places = this.#arena.integers(this.#room)
    this.#matrix = this.#arena.numbers(this.#room * this.#room)
    this.#diagonal = this.#arena.numbers(this.#room)
    this.#right = this.#arena.numbers(this.#room)
  }

  /**
   * Newton's step from some weights, of which `left` are minus the slopes of the quadratic part; null where
   * there is none.
   */
  stepOf(
    set: WorkingSet,
    curvature: ArenaBlock<Float64Array>,
    weights: Float64Array,
    left: Float64Array,
    penalty: ScaledPenalty,
  ): NormStep | null {
    const { places, shares, norms } = normsIn(set, weights, penalty)
    const count = places.length
    const [matrix, diagonal, right] = [this.#matrix.view, this.#diagonal.view, this.#right.view]
    this.#places.view.set(places)
    this.#run.gatherLower(curvature.address, set.size, this.#places.address, count, this.#matrix.address)
    for (let a = 0; a < count; a++) {
      const own = places[a]
      diagonal[a] = shares[a] + raise * matrix[a * count + a]
      right[a] = left[own] - shares[a] * weights[own]
    }
    for (const { start, end, length, factor } of norms) {
      for (let a = start; a < end; a++) {
        const one = weights[places[a]] / length
        right[a] -= factor * one
        // The norm of one place is not curved.
        if (end - start === 1) continue
        for (let b = start; b <= a; b++)
          matrix[a * count + b] += (factor / length) * (Number(a === b) - (one * weights[places[b]]) / length)
      }
    }
    const { address: at } = this.#right
    if (!this.#run.solveShifted(this.#matrix.address, count, count, this.#diagonal.address, at, 0))
      return null
    const changes = new Float64Array(set.size)
    for (let a = 0; a < count; a++) changes[places[a]] = right[a]
    return { changes, ...smoothPart(places, norms, weights, changes) }
  }
}

/** The places of blocks that are not 0, with what squares raise the curvature of each by, and their norms. */
function normsIn(
  set: WorkingSet,
  weights: Float64Array,
  penalty: ScaledPenalty,
): {
  readonly places: readonly number[]
  readonly shares: readonly number[]
  readonly norms: readonly Norm[]
} {
  const { starts, groupStarts, factors, groupFactors, copies } = set
  const places: number[] = []
  const shares: number[] = []
  const norms: Norm[] = []
  // Where all intercepts may move by the same, they are determined without the first.
  for (let group = set.isSymmetric ? 1 : 0; group < copies.length; group++) {
    const isFree = groupFactors[group] === 0
    const first = places.length
    let squares = 0
    for (let block = groupStarts[group]; block < groupStarts[group + 1]; block++) {
      const start = places.length
      let own = 0
      for (let i = starts[block]; i < starts[block + 1]; i++) own += weights[i] * weights[i]
      if (own === 0 && !(isFree && factors[block] === 0)) continue
      for (let i = starts[block]; i < starts[block + 1]; i++) {
        places.push(i)
        shares.push(penalty.squares / copies[group])
      }
      squares += own
      if (factors[block] === 0) continue
      norms.push({
        start,
        end: places.length,
        length: Math.sqrt(own),
        factor: penalty.norms * factors[block],
      })
    }
    if (isFree || squares === 0) continue
    const factor = penalty.norms * groupFactors[group]
    norms.push({ start: first, end: places.length, length: Math.sqrt(squares), factor })
  }
  return { places, shares, norms }
}

/** The share of a step up to which no norm is 0 or nearly, or the place of a single one that is 0 there. */
function smoothPart(
  places: readonly number[],
  norms: readonly Norm[],
  weights: Float64Array,
  changes: Float64Array,
): { readonly share: number; readonly leaves: number | null } {
  let share = 1
  let leaves: number | null = null
  for (const { start, end, length } of norms) {
    let towards = 0
    for (let a = start; a < end; a++) towards -= weights[places[a]] * changes[places[a]]
    const squares = length * length
    if (towards < squares) continue
    const isSingle = end - start === 1
    const own = ((isSingle ? 1 : nearlyNone) * squares) / towards
    if (own > share) continue
    share = own
    leaves = isSingle ? places[start] : null
  }
  return { share, leaves }
}
