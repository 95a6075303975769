import type { Arena, ArenaBlock } from '../arena.ts'
import type { Kernels } from '../kernels.ts'

/** Coordinates of training rows in kernel memory, one after the other, and products with them. */
export class CoordinateRows {
  readonly count: number
  readonly rows: number
  readonly #run: Kernels['run']
  readonly #values: ArenaBlock<Float64Array>
  /** Rows, padded to pairs. */
  readonly #padded: number
  /** One number a row, and its products with a coordinate. */
  readonly #ofRows: ArenaBlock<Float64Array>
  readonly #weighted: ArenaBlock<Float64Array>
  /** One number. */
  readonly #single: ArenaBlock<Float64Array>

  constructor(kernels: Kernels, arena: Arena, rows: number, coordinates: readonly (() => Float64Array)[]) {
    this.#run = kernels.run
    this.rows = rows
    this.count = coordinates.length
    this.#padded = rows + (rows & 1)
    this.#values = arena.numbers(this.count * this.#padded)
    this.#ofRows = arena.numbers(this.#padded)
    this.#weighted = arena.numbers(this.#padded)
    this.#single = arena.numbers(1)
    for (const block of [this.#values, this.#ofRows, this.#weighted]) block.view.fill(0)
    coordinates.forEach((valuesOf, i) => this.#values.view.set(valuesOf(), i * this.#padded))
  }

  /** The values of a coordinate, until kernel memory grows. */
  of(coordinate: number): Float64Array {
    const start = coordinate * this.#padded
    return this.#values.view.subarray(start, start + this.rows)
  }

  /** The sum of the products of a number of each row with each of some coordinates. */
  productsWith(ofRows: Float64Array, coordinates: ArrayLike<number>): Float64Array {
    this.#ofRows.view.set(ofRows)
    return this.#productsWith(this.#ofRows.address, coordinates)
  }

  /**
   * The sum of the products of a coordinate, each row times a number of its own, with each of some coordinates; before them that of the
   * rows' numbers alone.
   */
  weightedProducts(coordinate: number, ofRows: Float64Array, coordinates: ArrayLike<number>): Float64Array {
    this.#ofRows.view.set(ofRows)
    this.#run.multiplyRows(this.#at(coordinate), this.#ofRows.address, this.rows, this.#weighted.address)
    const products = new Float64Array(coordinates.length + 1)
    products.set(this.#productsWith(this.#weighted.address, coordinates), 1)
    const weighted = this.#weighted.view
    for (let row = 0; row < this.rows; row++) products[0] += weighted[row]
    return products
  }

  /** Adds to each row some coordinates, each times its weight. */
  addTo(sums: Float64Array, coordinates: ArrayLike<number>, weights: ArrayLike<number>): void {
    const single = this.#single.view
    const ofRows = this.#ofRows.view
    ofRows.set(sums)
    for (let i = 0; i < coordinates.length; i++) {
      if (weights[i] === 0) continue
      single[0] = weights[i]
      this.#run.addColumns(
        this.#at(coordinates[i]),
        0,
        1,
        this.rows,
        this.#single.address,
        this.#ofRows.address,
      )
    }
    sums.set(ofRows.subarray(0, this.rows))
  }

  #at(coordinate: number): number {
    return this.#values.address + coordinate * this.#padded * 8
  }

  #productsWith(ofRows: number, coordinates: ArrayLike<number>): Float64Array {
    const single = this.#single.view
    const products = new Float64Array(coordinates.length)
    for (let i = 0; i < products.length; i++) {
      single[0] = 0
      this.#run.addProjections(this.#at(coordinates[i]), 0, 1, this.rows, ofRows, this.#single.address)
      products[i] = single[0]
    }
    return products
  }
}
