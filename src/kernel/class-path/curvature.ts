import type { Likelihood } from './likelihood.ts'
import type { ClassTrainingSet } from './training-set.ts'

/**
 * The curvature of the loss at some probabilities. Products of coordinates are kept, so that one that joins costs its own alone: the
 * probabilities change little along a path.
 */
export class Curvature {
  readonly #set: ClassTrainingSet
  readonly #lists: number
  /** For each pair of lists the weights of rows: p_a·(1 − p_a), or −p_a·p_b; and their sum. */
  #ofRows: readonly Float64Array[] = []
  #sums: readonly number[] = []
  /** The coordinates whose products are known, and the place of each among them. */
  #known: number[] = []
  readonly #placeOf: Int32Array
  /** For each pair of lists and known coordinate its products with the ones, and with the known coordinates up to itself. */
  #products: Float64Array[][] = []

  constructor(set: ClassTrainingSet) {
    this.#set = set
    this.#lists = set.lists
    this.#placeOf = new Int32Array(set.coordinates.count)
  }

  /** Whether it is that of some probabilities. */
  get isMade(): boolean {
    return this.#ofRows.length > 0
  }

  /** Forgets it: what a task finds must not depend on the tasks before it. */
  forget(): void {
    this.#ofRows = []
  }

  /** Makes it that of other probabilities. */
  renew({ probabilities }: Likelihood): void {
    const { weights } = this.#set
    const pairs: Float64Array[] = []
    for (let a = 0; a < this.#lists; a++) {
      for (let b = 0; b <= a; b++) {
        const [own, other] = [probabilities[a], probabilities[b]]
        const same = a === b ? 1 : 0
        const ofRows = new Float64Array(weights.length)
        for (let row = 0; row < ofRows.length; row++)
          ofRows[row] = weights[row] * own[row] * (same - other[row])
        pairs.push(ofRows)
      }
    }
    this.#ofRows = pairs
    this.#sums = pairs.map((ofRows) => ofRows.reduce((sum, weight) => sum + weight, 0))
    this.#known = []
    this.#placeOf.fill(-1)
    this.#products = pairs.map(() => [])
  }

  /** Writes it, along the intercept and some coordinates of each list, row by row. */
  write(coordinates: readonly number[], to: Float64Array): void {
    for (const coordinate of coordinates) if (this.#placeOf[coordinate] < 0) this.#add(coordinate)
    const places = Int32Array.from(coordinates, (coordinate) => this.#placeOf[coordinate])
    const each = coordinates.length + 1
    const size = this.#lists * each
    let pair = 0
    for (let a = 0; a < this.#lists; a++) {
      for (let b = 0; b <= a; b++, pair++) {
        const products = this.#products[pair]
        const [down, right] = [a * each, b * each]
        to[down * size + right] = to[right * size + down] = this.#sums[pair]
        for (let i = 0; i < places.length; i++) {
          const place = places[i]
          const own = products[place]
          const [row, mirrored] = [down + i + 1, right + i + 1]
          to[row * size + right] = to[right * size + row] = own[0]
          to[mirrored * size + down] = to[down * size + mirrored] = own[0]
          for (let j = 0; j <= i; j++) {
            const value = places[j] <= place ? own[places[j] + 1] : products[places[j]][place + 1]
            const [column, other] = [right + j + 1, down + j + 1]
            to[row * size + column] = to[column * size + row] = value
            to[mirrored * size + other] = to[other * size + mirrored] = value
          }
        }
      }
    }
  }

  #add(coordinate: number): void {
    this.#placeOf[coordinate] = this.#known.length
    this.#known.push(coordinate)
    this.#ofRows.forEach((ofRows, pair) => {
      this.#products[pair].push(this.#set.coordinates.weightedProducts(coordinate, ofRows, this.#known))
    })
  }
}
