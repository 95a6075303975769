import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { RowNumbers } from './coordinates.ts'
import type { Likelihood } from './likelihood.ts'
import type { ClassTrainingSet } from './training-set.ts'

/**
 * The curvature of the loss at some probabilities. Products of coordinates are kept, so that one that joins
 * costs its own alone: the probabilities change little along a path.
 */
export class Curvature {
  readonly #set: ClassTrainingSet
  readonly #lists: number
  /** For each pair of lists the weights of rows: p_a·(1 − p_a), or −p_a·p_b; and their sum. */
  readonly #ofRows: readonly RowNumbers[]
  #sums: readonly number[] = []
  #isMade = false
  /** The coordinates whose products are known, and the place of each among them. */
  readonly #known: ArenaBlock<Uint32Array>
  #count = 0
  readonly #placeOf: Int32Array
  /**
   * For each pair of lists and known coordinate its sum, and its products with the known coordinates up to
   * itself.
   */
  #ofOnes: number[][] = []
  #products: Float64Array[][] = []

  constructor(set: ClassTrainingSet, arena: Arena) {
    this.#set = set
    this.#lists = set.labels.lists
    const pairs = (this.#lists * (this.#lists + 1)) / 2
    this.#ofRows = Array.from({ length: pairs }, () => set.coordinates.rowNumbers(arena))
    this.#known = arena.integers(set.coordinates.count)
    this.#placeOf = new Int32Array(set.coordinates.count)
  }

  /** Whether it is that of some probabilities. */
  get isMade(): boolean {
    return this.#isMade
  }

  /** Forgets it: what a task finds must not depend on the tasks before it. */
  forget(): void {
    this.#isMade = false
  }

  /** Makes it that of other probabilities. */
  renew({ probabilities }: Likelihood): void {
    const { weights } = this.#set.labels
    let pair = 0
    for (let a = 0; a < this.#lists; a++) {
      for (let b = 0; b <= a; b++) {
        const [own, other] = [probabilities[a], probabilities[b]]
        const same = a === b ? 1 : 0
        const ofRows = this.#ofRows[pair++].view
        for (let row = 0; row < weights.length; row++)
          ofRows[row] = weights[row] * own[row] * (same - other[row])
      }
    }
    this.#isMade = true
    this.#sums = this.#ofRows.map(({ view }) => view.reduce((sum, weight) => sum + weight, 0))
    this.#count = 0
    this.#placeOf.fill(-1)
    this.#ofOnes = this.#ofRows.map(() => [])
    this.#products = this.#ofRows.map(() => [])
  }

  /** Writes it, along the intercept and some coordinates of each list, row by row. */
  write(coordinates: readonly number[], to: Float64Array): void {
    this.#add(coordinates.filter((coordinate) => this.#placeOf[coordinate] < 0))
    const places = Int32Array.from(coordinates, (coordinate) => this.#placeOf[coordinate])
    const each = coordinates.length + 1
    const size = this.#lists * each
    let pair = 0
    for (let a = 0; a < this.#lists; a++) {
      for (let b = 0; b <= a; b++, pair++) {
        const [ofOnes, products] = [this.#ofOnes[pair], this.#products[pair]]
        const [down, right] = [a * each, b * each]
        to[down * size + right] = to[right * size + down] = this.#sums[pair]
        for (let i = 0; i < places.length; i++) {
          const place = places[i]
          const own = products[place]
          const [row, mirrored] = [down + i + 1, right + i + 1]
          to[row * size + right] = to[right * size + row] = ofOnes[place]
          to[mirrored * size + down] = to[down * size + mirrored] = ofOnes[place]
          for (let j = 0; j <= i; j++) {
            const value = places[j] <= place ? own[places[j]] : products[places[j]][place]
            const [column, other] = [right + j + 1, down + j + 1]
            to[row * size + column] = to[column * size + row] = value
            to[mirrored * size + other] = to[other * size + mirrored] = value
          }
        }
      }
    }
  }

  #add(joining: readonly number[]): void {
    const { coordinates } = this.#set
    this.#ofRows.forEach(({ view }, pair) => {
      this.#ofOnes[pair].push(...coordinates.productsWith(view, joining))
    })
    for (const coordinate of joining) {
      this.#placeOf[coordinate] = this.#count
      this.#known.view[this.#count++] = coordinate
      this.#ofRows.forEach((ofRows, pair) => {
        this.#products[pair].push(coordinates.weightedProducts(coordinate, ofRows, this.#known, this.#count))
      })
    }
  }
}
