import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { RowNumbers } from './coordinates.ts'
import type { Likelihood, RowCurvature } from './likelihood.ts'
import type { RowTrainingSet } from './training-set.ts'

/**
 * The curvature of the loss at some sums. Products of coordinates are kept, so that one that joins costs its
 * own alone: the curvature changes little along a path.
 */
export class Curvature {
  readonly #set: RowTrainingSet
  readonly #lists: number
  /** For each pair of lists the numbers of rows, and their sum: 0 where rows share a loss. */
  readonly #ofRows: readonly RowNumbers[]
  /** How slopes change along a direction, where rows share a loss. */
  #along: Extract<RowCurvature, { along: unknown }>['along'] | null = null
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

  constructor(set: RowTrainingSet, arena: Arena) {
    this.#set = set
    this.#lists = set.target.lists
    const pairs = (this.#lists * (this.#lists + 1)) / 2
    this.#ofRows = Array.from({ length: pairs }, () => set.coordinates.rowNumbers(arena))
    this.#known = arena.integers(set.coordinates.count)
    this.#placeOf = new Int32Array(set.coordinates.count)
  }

  /** Whether it is that of some sums. */
  get isMade(): boolean {
    return this.#isMade
  }

  /** Forgets it: what a task finds must not depend on the tasks before it. */
  forget(): void {
    this.#isMade = false
  }

  /** Makes it that of other sums. */
  renew(likelihood: Likelihood): void {
    const curvature = likelihood.curvature()
    this.#along = 'along' in curvature ? curvature.along : null
    let pair = 0
    for (let a = 0; a < this.#lists; a++) {
      for (let b = 0; b <= a; b++, pair++) {
        if ('ofRows' in curvature) this.#ofRows[pair].view.set(curvature.ofRows(a, b))
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
      this.#ofRows.forEach((ofRows, pair) => this.#products[pair].push(this.#productsOf(coordinate, ofRows)))
    }
  }

  /** The products of a coordinate with the known ones. */
  #productsOf(coordinate: number, ofRows: RowNumbers): Float64Array {
    const { coordinates } = this.#set
    if (!this.#along) return coordinates.weightedProducts(coordinate, ofRows, this.#known, this.#count)
    const known = this.#known.view.subarray(0, this.#count)
    return coordinates.productsWith(this.#along(coordinates.of(coordinate)), known)
  }
}
