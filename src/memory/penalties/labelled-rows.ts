import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'

/** −log of the probability of a held-out class that no training row has: 10⁻¹⁵. */
const unknownLoss = 34.538776394910684
/** Numbers of 134 × 8 bytes that `fillPowers` fills. */
const powers = 134

/** The probabilities of rows, and what follows from them. */
export interface Likelihood {
  /** The weighted mean of −log p(y|x). */
  readonly loss: number
  /** For each list and row p(c|x). */
  readonly probabilities: readonly Float64Array[]
}

/** What rows say of classes. */
export interface Labels {
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
export class LabelledRows implements Labels {
  readonly classes: Int32Array
  readonly weights: Float64Array
  readonly listOf: Int32Array
  /** How many lists of weights there are. */
  readonly lists: number
  /** Some class has a sum that is always 0. */
  readonly hasZero: boolean
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
    this.hasZero = listOf.includes(-1)
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
  likelihood(sums: readonly Float64Array[]): Likelihood {
    this.#write(sums)
    const loss = this.#run.softmaxLoss(
      this.#ofLists.address,
      this.#padded * 8,
      this.lists,
      this.hasZero,
      this.#owns.address,
      this.#ofRows.address,
      this.classes.length,
      this.#table.address,
      unknownLoss,
    )
    const probabilities = sums.map(({ length }, list) =>
      this.#ofLists.view.slice(list * this.#padded, list * this.#padded + length),
    )
    return { loss, probabilities }
  }

  /** The mean entropy, in nats, of probabilities moved by a share 1 − `scale` to the classes of the rows. */
  entropyTowards({ probabilities }: Likelihood, scale: number): number {
    this.#write(probabilities)
    return this.#run.softmaxEntropy(
      this.#ofLists.address,
      this.#padded * 8,
      this.lists,
      this.hasZero,
      this.#owns.address,
      this.#ofRows.address,
      this.classes.length,
      scale,
    )
  }

  #write(ofLists: readonly Float64Array[]): void {
    const { view } = this.#ofLists
    ofLists.forEach((own, list) => {
      view.set(own, list * this.#padded)
      view.fill(0, list * this.#padded + own.length, (list + 1) * this.#padded)
    })
  }
}
