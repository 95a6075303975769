import type { Likelihood } from './likelihood.ts'
import type { ClassTrainingSet } from './training-set.ts'
import { dot } from './vectors.ts'

/**
 * The curvature of the loss at some probabilities. Products of coordinates are kept, so that one that joins costs its own alone: the
 * probabilities change little along a path.
 */
export class Curvature {
  readonly #set: ClassTrainingSet
  readonly #lists: number
  /** For each pair of lists the weights of rows: p_a·(1 − p_a), or −p_a·p_b. */
  #ofRows: readonly Float64Array[] = []
  /** The coordinates whose products are known, and the place of each among them. */
  #known: number[] = []
  readonly #placeOf: Int32Array
  /** For each pair of lists and known coordinate its products with itself and with those before it, the column of ones first. */
  #products: Float64Array[][] = []

  constructor(set: ClassTrainingSet) {
    this.#set = set
    this.#lists = set.lists
    this.#placeOf = new Int32Array(set.coordinates.length)
  }

  /** Whether it is that of some probabilities. */
  get isMade(): boolean {
    return this.#ofRows.length > 0
  }

  /** Makes it that of other probabilities. */
  renew({ probabilities }: Likelihood): void {
    const { weights } = this.#set
    const pairs: Float64Array[] = []
    for (let a = 0; a < this.#lists; a++) {
      for (let b = 0; b <= a; b++) {
        const [own, other] = [probabilities[a], probabilities[b]]
        pairs.push(weights.map((weight, row) => weight * own[row] * (Number(a === b) - other[row])))
      }
    }
    this.#ofRows = pairs
    this.#known = []
    this.#placeOf.fill(-1)
    this.#products = pairs.map(() => [])
  }

  /** Along the intercept and some coordinates of each list, row by row. */
  along(coordinates: readonly number[]): Float64Array {
    for (const coordinate of coordinates) if (this.#placeOf[coordinate] < 0) this.#add(coordinate)
    const places = Int32Array.from(coordinates, (coordinate) => this.#placeOf[coordinate])
    const each = coordinates.length + 1
    const size = this.#lists * each
    const curvature = new Float64Array(size * size)
    let pair = 0
    for (let a = 0; a < this.#lists; a++) {
      for (let b = 0; b <= a; b++, pair++) {
        const products = this.#products[pair]
        const write = (i: number, j: number, value: number) => {
          curvature[(a * each + i) * size + b * each + j] = value
          curvature[(b * each + j) * size + a * each + i] = value
        }
        write(
          0,
          0,
          this.#ofRows[pair].reduce((sum, weight) => sum + weight, 0),
        )
        for (let i = 0; i < places.length; i++) {
          const own = products[places[i]]
          write(i + 1, 0, own[0])
          write(0, i + 1, own[0])
          for (let j = 0; j <= i; j++) {
            const value = places[j] <= places[i] ? own[places[j] + 1] : products[places[j]][places[i] + 1]
            write(i + 1, j + 1, value)
            write(j + 1, i + 1, value)
          }
        }
      }
    }
    return curvature
  }

  #add(coordinate: number): void {
    const { coordinates } = this.#set
    const own = coordinates[coordinate]
    this.#placeOf[coordinate] = this.#known.length
    this.#known.push(coordinate)
    this.#ofRows.forEach((ofRows, pair) => {
      const weighted = ofRows.map((weight, row) => weight * own[row])
      const products = new Float64Array(this.#known.length + 1)
      products[0] = weighted.reduce((sum, value) => sum + value, 0)
      this.#known.forEach((other, place) => (products[place + 1] = dot(weighted, coordinates[other])))
      this.#products[pair].push(products)
    })
  }
}
