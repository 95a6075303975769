import type { Arena, ArenaBlock } from '../arena.ts'
import type { Kernels } from '../kernels.ts'
import type { Likelihood } from './likelihood.ts'
import type { ClassTrainingSet } from './training-set.ts'

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

  readonly #run: Kernels['run']
  readonly #arena: Arena
  /** Rows, padded to pairs. */
  readonly #padded: number
  /** The values of the known coordinates, one after the other, and how many there is room for. */
  #values: ArenaBlock<Float64Array> | null = null
  #room = 0
  readonly #own: ArenaBlock<Float64Array>
  readonly #weighted: ArenaBlock<Float64Array>
  #sums: ArenaBlock<Float64Array>

  constructor(kernels: Kernels, set: ClassTrainingSet) {
    this.#set = set
    this.#lists = set.lists
    this.#placeOf = new Int32Array(set.coordinates.length)
    this.#run = kernels.run
    this.#arena = kernels.arena()
    this.#padded = set.weights.length + (set.weights.length & 1)
    this.#own = this.#arena.numbers(this.#padded)
    this.#weighted = this.#arena.numbers(this.#padded)
    this.#sums = this.#arena.numbers(1)
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
    const place = this.#known.length
    this.#makeRoom(place + 1)
    const own = this.#set.coordinates[coordinate]
    this.#values!.view.set(own, place * this.#padded)
    this.#placeOf[coordinate] = place
    this.#known.push(coordinate)
    const stride = this.#padded * 8
    this.#ofRows.forEach((ofRows, pair) => {
      this.#own.view.set(ofRows)
      this.#run.multiplyRows(
        this.#values!.address + place * stride,
        this.#own.address,
        own.length,
        this.#weighted.address,
      )
      const sums = this.#sums.view
      sums.fill(0)
      this.#run.addProjections(
        this.#values!.address,
        stride,
        place + 1,
        own.length,
        this.#weighted.address,
        this.#sums.address,
      )
      const products = new Float64Array(place + 2)
      products.set(sums.subarray(0, place + 1), 1)
      const weighted = this.#weighted.view
      for (let row = 0; row < own.length; row++) products[0] += weighted[row]
      this.#products[pair].push(products)
    })
  }

  #makeRoom(count: number): void {
    if (count <= this.#room) return
    const before = this.#values?.view
    const most = this.#set.coordinates.length
    this.#room = Math.min(most, Math.max(32, 2 * this.#room))
    const kept = before?.slice()
    this.#values = this.#arena.numbers(this.#room * this.#padded)
    this.#values.view.fill(0)
    if (kept) this.#values.view.set(kept)
    this.#sums = this.#arena.numbers(this.#room)
  }
}
