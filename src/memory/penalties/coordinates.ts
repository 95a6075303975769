import { scaled, scaleOf } from '../models/scaled-column.ts'
import type { ColumnScale } from '../models/scaled-column.ts'
import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { ModelColumn } from '../threads/model-rows.ts'

/**
 * A column as coordinates of mean 0 and variance 1 over some rows, orthonormal to one another: a number as
 * one.
 */
export type BlockOfCoordinates =
  | { readonly scale: ColumnScale }
  /** For each coordinate the value of each level, 0 of levels that no row has. */
  | { readonly levels: readonly Float64Array[] }

/** How a column is read, by the training rows and their weights. */
export function blockOf(
  column: ModelColumn,
  rows: Int32Array,
  weights: Float64Array | null,
): BlockOfCoordinates {
  if ('values' in column) return { scale: scaleOf(column, rows, weights) }
  const shares = new Float64Array(column.levels)
  let all = 0
  for (const row of rows) {
    const weight = weights ? weights[row] : 1
    shares[column.codes[row]] += weight
    all += weight
  }
  return { levels: contrastsOf(shares.map((share) => share / all)) }
}

/** Each level that rows have against those before it. */
function contrastsOf(shares: Float64Array): readonly Float64Array[] {
  const contrasts: Float64Array[] = []
  let before = 0
  shares.forEach((share, level) => {
    if (share > 0 && before > 0) {
      const size = Math.sqrt(share * before * (share + before))
      contrasts.push(
        shares.map((other, i) => (i > level || other === 0 ? 0 : (i === level ? before : -share) / size)),
      )
    }
    before += share
  })
  return contrasts
}

/** How many coordinates a block has. */
export function widthOf(block: BlockOfCoordinates): number {
  if ('levels' in block) return block.levels.length
  return block.scale.factor === 0 ? 0 : 1
}

/** The values of a coordinate of a column in some rows. */
export function coordinateOf(
  column: ModelColumn,
  block: BlockOfCoordinates,
  coordinate: number,
  rows: Int32Array,
): Float64Array {
  const values = new Float64Array(rows.length)
  if ('values' in column) {
    const { scale } = block as Extract<BlockOfCoordinates, { scale: ColumnScale }>
    for (let i = 0; i < rows.length; i++) values[i] = scaled(column.values[rows[i]], scale)
    return values
  }
  const { levels } = block as Extract<BlockOfCoordinates, { levels: readonly Float64Array[] }>
  const ofLevel = levels[coordinate]
  for (let i = 0; i < rows.length; i++) values[i] = ofLevel[column.codes[rows[i]]]
  return values
}

/**
 * The weights of a number, or of each level, that the weights of coordinates are; and what they add to the
 * intercept.
 */
export function weightsInUnits(
  column: ModelColumn,
  block: BlockOfCoordinates,
  weights: Float64Array,
): { readonly weights: Float64Array; readonly shift: number } {
  if ('levels' in block) {
    const count = (column as Extract<ModelColumn, { levels: number }>).levels
    const ofLevels = new Float64Array(count)
    block.levels.forEach((values, i) => {
      for (let level = 0; level < count; level++) ofLevels[level] += weights[i] * values[level]
    })
    return { weights: ofLevels, shift: 0 }
  }
  const { shift, unit, mean, factor } = block.scale
  if (factor === 0 || weights[0] === 0) return { weights: new Float64Array(1), shift: 0 }
  const inUnits = weights[0] * factor
  return { weights: Float64Array.of(inUnits * unit), shift: -inUnits * (shift * unit + mean) }
}

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
  /** A number of each row. */
  readonly #ofRows: RowNumbers
  /** Space for two coordinates. */
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
    this.#weighted = arena.numbers(2 * this.#padded)
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
    const count = coordinates.length
    this.#run.projectListed(
      this.#values.address,
      this.#padded * 8,
      this.#list.address,
      count,
      this.rows,
      this.#ofRows.address,
      this.#ofList.address,
    )
    return this.#ofList.view.slice(0, count)
  }

  /**
   * Writes the products of listed coordinates, each row times a number of its own, from one place of the list up to another, with those
   * up to themselves: row by row of a triangle.
   */
  addToTriangle(
    list: ArenaBlock<Uint32Array>,
    [first, count]: readonly [number, number],
    ofRows: RowNumbers,
    triangle: ArenaBlock<Float64Array>,
  ): void {
    this.#run.addToTriangle(
      this.#values.address,
      this.#padded * 8,
      list.address,
      first,
      count,
      this.rows,
      ofRows.address,
      this.#weighted.address,
      triangle.address,
    )
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
}
