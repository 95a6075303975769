import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'

/** A number of each row in kernel memory, padded with zeros. */
export type RowNumbers = ArenaBlock<Float64Array>

/** Coordinates of training rows in kernel memory, one after the other, and products with them. */
export class CoordinateRows {
  readonly count: number
  readonly rows: number
  readonly #run: Kernels['run']
  /** The values of each coordinate, padded with zeros. */
  readonly #values: ArenaBlock<Float64Array>
  /** Rows, padded to pairs. */
  readonly #padded: number
  /** A number of each row, and its products with a coordinate. */
  readonly #ofRows: RowNumbers
  readonly #weighted: RowNumbers
  /** Some coordinates, and a number of each. */
  readonly #list: ArenaBlock<Uint32Array>
  readonly #ofList: ArenaBlock<Float64Array>

  constructor(kernels: Kernels, arena: Arena, rows: number, coordinates: readonly (() => Float64Array)[]) {
    this.#run = kernels.run
    this.rows = rows
    this.count = coordinates.length
    this.#padded = rows + (rows & 1)
    this.#values = arena.numbers(this.count * this.#padded)
    this.#values.view.fill(0)
    this.#ofRows = this.rowNumbers(arena)
    this.#weighted = this.rowNumbers(arena)
    this.#list = arena.integers(this.count)
    this.#ofList = arena.numbers(this.count)
    coordinates.forEach((valuesOf, i) => this.#values.view.set(valuesOf(), i * this.#padded))
  }

  /** Space for a number of each row. */
  rowNumbers(arena: Arena): RowNumbers {
    const numbers = arena.numbers(this.#padded)
    numbers.view.fill(0)
    return numbers
  }

  /** The values of a coordinate, until kernel memory grows. */
  of(coordinate: number): Float64Array {
    const start = coordinate * this.#padded
    return this.#values.view.subarray(start, start + this.rows)
  }

  /** The sum of the products of a number of each row with each of some coordinates. */
  productsWith(ofRows: Float64Array, coordinates: ArrayLike<number>): Float64Array {
    this.#ofRows.view.set(ofRows)
    this.#list.view.set(coordinates)
    return this.#productsWith(this.#ofRows, this.#list, coordinates.length)
  }

  /**
   * The sum of the products of a coordinate, each row times a number of its own, with each of the first
   * `count` coordinates of a list.
   */
  weightedProducts(
    coordinate: number,
    ofRows: RowNumbers,
    list: ArenaBlock<Uint32Array>,
    count: number,
  ): Float64Array {
    const at = this.#values.address + coordinate * this.#padded * 8
    this.#run.multiplyRows(at, ofRows.address, this.rows, this.#weighted.address)
    return this.#productsWith(this.#weighted, list, count)
  }

  /** Adds to each row some coordinates, each times its weight. */
  addTo(sums: Float64Array, coordinates: ArrayLike<number>, weights: ArrayLike<number>): void {
    const [list, ofList] = [this.#list.view, this.#ofList.view]
    let count = 0
    for (let i = 0; i < coordinates.length; i++) {
      if (weights[i] === 0) continue
      list[count] = coordinates[i]
      ofList[count++] = weights[i]
    }
    this.#ofRows.view.set(sums)
    this.#run.addListed(
      this.#values.address,
      this.#padded * 8,
      this.#list.address,
      count,
      this.rows,
      this.#ofList.address,
      this.#ofRows.address,
    )
    sums.set(this.#ofRows.view.subarray(0, this.rows))
  }

  #productsWith(ofRows: RowNumbers, list: ArenaBlock<Uint32Array>, count: number): Float64Array {
    this.#run.projectListed(
      this.#values.address,
      this.#padded * 8,
      list.address,
      count,
      this.rows,
      ofRows.address,
      this.#ofList.address,
    )
    return this.#ofList.view.slice(0, count)
  }
}
