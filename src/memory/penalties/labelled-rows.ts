import { cholesky, solveCholesky } from '#methods'
import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import { sumOf } from './likelihood.ts'
import type { Likelihood, TargetRows } from './likelihood.ts'

/** −log of the probability of a held-out class that no training row has: 10⁻¹⁵. */
const unknownLoss = 34.538776394910684
/** Numbers of 134 × 8 bytes that `fillPowers` fills. */
const powers = 134

/** The likelihood of classes; its loss is the weighted mean of −log p(y|x). */
interface ClassLikelihood extends Likelihood {
  /** For each list and row p(c|x). */
  readonly probabilities: readonly Float64Array[]
}

/** What rows say of classes. */
interface Labels {
  /** The class of each row. */
  readonly classes: Int32Array
  /** The weight of each row; their sum is 1. */
  readonly weights: Float64Array
  /**
   * The list of weights of each class, −1 of a class whose sum is always 0, −2 of one that no training row
   * has.
   */
  readonly listOf: Int32Array
}

/** Rows with their classes, and the probabilities of these. */
export class LabelledRows implements Labels, TargetRows {
  readonly hasIntercepts = true
  readonly classes: Int32Array
  readonly weights: Float64Array
  readonly listOf: Int32Array
  /** How many lists of weights there are. */
  readonly lists: number
  /** Some class has a sum that is always 0. */
  readonly #hasZero: boolean
  readonly #run: Kernels['run']
  /** Rows, padded to pairs. */
  readonly #padded: number
  readonly #table: ArenaBlock<Float64Array>
  readonly #owns: ArenaBlock<Uint32Array>
  readonly #ofRows: ArenaBlock<Float64Array>
  /** A number of each list and row. */
  readonly #ofLists: ArenaBlock<Float64Array>

  constructor({ run }: Kernels, arena: Arena, { classes, weights, listOf }: Labels) {
    this.classes = classes
    this.weights = weights
    this.listOf = listOf
    this.lists = listOf.filter((list) => list >= 0).length
    this.#hasZero = listOf.includes(-1)
    this.#run = run
    this.#padded = classes.length + (classes.length & 1)
    this.#table = arena.numbers(powers)
    run.fillPowers(this.#table.address)
    this.#owns = arena.integers(this.#padded)
    this.#ofRows = arena.numbers(this.#padded)
    this.#ofLists = arena.numbers(this.lists * this.#padded)
    const placeOf = listOf.map((list) => (list >= 0 ? list : this.lists - 1 - list))
    this.#owns.view.fill(0)
    this.#owns.view.set(classes.map((own) => placeOf[own]))
    this.#ofRows.view.fill(0)
    this.#ofRows.view.set(weights)
  }

  /** The probabilities where the lists have these sums over each row. */
  likelihood(sums: readonly Float64Array[]): ClassLikelihood {
    this.#write(sums)
    const loss = this.#run.softmaxLoss(...this.#given, this.#table.address, unknownLoss)
    const probabilities = sums.map(({ length }, list) =>
      this.#ofLists.view.slice(list * this.#padded, list * this.#padded + length),
    )
    let slopes: readonly Float64Array[] | null = null
    return {
      loss,
      probabilities,
      slopes: () => (slopes ??= this.#slopesOf(probabilities)),
      dualAt: (share) => this.#entropyTowards(probabilities, share),
      curvature: () => ({
        ofRows: (one, other) => {
          const [own, others, { weights }] = [probabilities[one], probabilities[other], this]
          const same = one === other ? 1 : 0
          const numbers = new Float64Array(own.length)
          for (let row = 0; row < numbers.length; row++)
            numbers[row] = weights[row] * own[row] * (same - others[row])
          return numbers
        },
      }),
    }
  }

  /** Every class has a list, so that all lists may move by the same. */
  get isSymmetric(): boolean {
    return this.lists > 1 && !this.#hasZero
  }

  withBestIntercepts(from: { readonly sums: readonly Float64Array[]; readonly likelihood: ClassLikelihood }) {
    return fitIntercepts(this, from, this.#hasZero ? this.lists : this.lists - 1)
  }

  /**
   * For each list and row the weight of the row times p(c|x) less 1 where c is its class: the slope of the
   * loss.
   */
  #slopesOf(probabilities: readonly Float64Array[]): readonly Float64Array[] {
    const { classes, weights, listOf } = this
    return probabilities.map((own, list) => {
      const slopes = new Float64Array(own.length)
      for (let row = 0; row < own.length; row++)
        slopes[row] = weights[row] * (own[row] - (listOf[classes[row]] === list ? 1 : 0))
      return slopes
    })
  }

  /** The mean entropy, in nats, of probabilities moved by a share 1 − `scale` to the classes of the rows. */
  #entropyTowards(probabilities: readonly Float64Array[], scale: number): number {
    this.#write(probabilities)
    return this.#run.softmaxEntropy(...this.#given, scale)
  }

  /** What kernels of the softmax are given: the lists, and the classes and weights of the rows. */
  get #given() {
    return [
      this.#ofLists.address,
      this.#padded * 8,
      this.lists,
      this.#hasZero,
      this.#owns.address,
      this.#ofRows.address,
      this.classes.length,
    ] as const
  }

  #write(ofLists: readonly Float64Array[]): void {
    const { view } = this.#ofLists
    ofLists.forEach((own, list) => {
      view.set(own, list * this.#padded)
      view.fill(0, list * this.#padded + own.length, (list + 1) * this.#padded)
    })
  }
}

/** Slopes of intercepts below this are 0. */
const noSlope = 1e-15
/** Newton steps at most, and how far one moves an intercept. */
const most = { steps: 50, move: 2 } as const

/**
 * Moves the sums of each list by what brings the expected weight of its rows to that of its class; how much
 * that is.
 */
function fitIntercepts(
  rows: LabelledRows,
  from: { readonly sums: readonly Float64Array[]; readonly likelihood: ClassLikelihood },
  free: number,
): {
  readonly moved: Float64Array
  readonly sums: readonly Float64Array[]
  readonly likelihood: ClassLikelihood
} {
  let { sums, likelihood } = from
  const lists = sums.length
  const moved = new Float64Array(lists)
  let before = Infinity
  for (let step = 0; step < most.steps; step++) {
    const slopes = likelihood.slopes().map(sumOf)
    const furthest = Math.max(...slopes.map(Math.abs))
    // Only rounding is left.
    if (furthest < noSlope || (furthest < 1e-12 && furthest >= before / 2)) break
    before = furthest
    const moves = newtonStep(rows, likelihood, slopes, free).map((move) =>
      Math.max(-most.move, Math.min(most.move, move)),
    )
    moves.forEach((move, list) => (moved[list] += move))
    sums = sums.map((own, list) => (list < free ? raised(own, moves[list]) : own))
    likelihood = rows.likelihood(sums)
  }
  return { moved, sums, likelihood }
}

/** Minus the slopes of the first intercepts over their curvature; 0 where that is none. */
function newtonStep(
  { weights }: LabelledRows,
  { probabilities }: ClassLikelihood,
  slopes: readonly number[],
  free: number,
): Float64Array {
  const curvature = new Float64Array(free * free)
  for (let a = 0; a < free; a++) {
    for (let b = 0; b <= a; b++) {
      const [own, others, same] = [probabilities[a], probabilities[b], a === b ? 1 : 0]
      let sum = 0
      for (let i = 0; i < weights.length; i++) sum += weights[i] * own[i] * (same - others[i])
      curvature[a * free + b] = curvature[b * free + a] = sum
    }
  }
  const factor = cholesky(curvature, free)
  if (!factor) return new Float64Array(free)
  return solveCholesky(
    factor,
    Float64Array.from({ length: free }, (_, list) => -slopes[list]),
  )
}

function raised(numbers: Float64Array, by: number): Float64Array {
  const all = new Float64Array(numbers.length)
  for (let i = 0; i < all.length; i++) all[i] = numbers[i] + by
  return all
}
