import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { RowSpan } from '../threads/blocks.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { KsgInput, KsgStructure, PlacedColumn } from './ksg-input.ts'
import { planeNeighbours } from './ksg-plane.ts'
import type { PlacedPlane } from './ksg-plane.ts'
import type { PlacedPoints, PointsArena, StripShape } from './ksg-points.ts'
import { writeRoundings } from './rounding.ts'

/** The most places found in a run. */
const mostFound = 64

/** A marginal space in which rows are counted: a sorted column, or points. */
export type MarginalSpace = { readonly line: PlacedColumn } | { readonly points: PlacedPoints }

/** Up to this many rows in more than two dimensions, scanning all pairs is faster than building strips. */
const fewRows = 100

/** The faster structure for a number of columns. */
export function chooseStructure(rows: number, columns: number): KsgStructure {
  return columns > 2 && rows <= fewRows ? 'pairs' : 'strips'
}

/** Stores points as a structure needs them. */
export function placePoints(
  arena: PointsArena,
  structure: KsgStructure,
  columns: readonly PlacedColumn[],
  shape: StripShape,
): PlacedPoints {
  return structure === 'pairs' ? arena.inRows(columns) : arena.inStrips(columns, shape, null)
}

/** Input and output of the searches for neighbours: see `Nearest`, `Reach` and `Count` in assembly/. */
export class SearchArena {
  /** The distance to the k-th neighbour by row. */
  readonly radii: ArenaBlock<Float64Array>
  readonly tieCounts: ArenaBlock<Uint32Array>
  readonly #kernels: Kernels
  readonly #rows: number
  readonly #slack: ArenaBlock<Float64Array> | null
  readonly #list: ArenaBlock<Float64Array>
  readonly #head: ArenaBlock<Uint32Array>
  readonly #found: number

  constructor(kernels: Kernels, arena: Arena, rows: number, { k, origins }: KsgInput) {
    this.#kernels = kernels
    this.#rows = rows
    this.#slack = origins ? arena.numbers(rows) : null
    this.radii = arena.numbers(rows)
    this.tieCounts = arena.integers(2)
    this.#list = arena.numbers(Math.max(k, planeNeighbours) + 1)
    this.#head = arena.integers(20)
    this.#found = arena.record(0, arena.integers(mostFound).address, mostFound)
  }

  /** Sets the columns of the joint space. */
  setColumns(columns: readonly PlacedColumn[]): void {
    if (!this.#slack) return
    const placed = columns.map(({ values, origin }) => ({ address: values.address, origin }))
    writeRoundings(this.#kernels, this.#slack, placed, 'chebyshev')
  }

  /** Describes a search for the k-th of `others` other rows, and returns its address. */
  describeNearest(k: number, others: number): number {
    this.#head.view.set([
      k,
      others,
      this.#list.address,
      this.radii.address,
      this.tieCounts.address,
      this.#found,
      this.#slack?.address ?? 0,
    ])
    return this.#head.address
  }

  nearest(points: PlacedPoints, k: number, { from, to }: RowSpan): void {
    const { run } = this.#kernels
    const rows = this.#rows
    const { address, strips } = points
    const search = this.describeNearest(k, rows - 1)
    if (strips.length === 0) run.nearestOfPairs(search, address, rows, from, to)
    else run.nearestInStrips(search, address, 0, strips[strips.length - 1], from, to)
  }

  nearestInPlane(plane: PlacedPlane, k: number, { from, to }: RowSpan): void {
    const search = this.describeNearest(k, this.#rows - 1)
    this.#kernels.run.nearestInPlane(search, plane.address, plane.strips, from, to)
  }

  /** Finds the nearest rows of the same level; `sizes` is the number of rows of each level. */
  nearestInLevels(points: PlacedPoints, sizes: Uint32Array, k: number, { from, to }: RowSpan): void {
    const { address, strips } = points
    sizes.forEach((size, level) => {
      const search = this.describeNearest(Math.min(k, size - 1), size - 1)
      this.#kernels.run.nearestInStrips(search, address, strips[level], strips[level + 1], from, to)
    })
  }

  /** Finds how far the neighbours are in the first `split` columns and in the others. */
  reach(points: PlacedPoints, split: number, first: number, second: number, { from, to }: RowSpan): void {
    const { run } = this.#kernels
    const { address, strips } = points
    const reach = this.#forReach(split, first, second)
    if (strips.length === 0) run.reachOfPairs(reach, address, this.#rows, from, to)
    else run.reachInStrips(reach, address, 0, strips[strips.length - 1], from, to)
  }

  /** Finds how far the neighbours are in each of the two columns of a plane. */
  reachInPlane(plane: PlacedPlane, first: number, second: number, { from, to }: RowSpan): void {
    const reach = plane.isAcross ? this.#forReach(1, first, second) : this.#forReach(1, second, first)
    this.#kernels.run.reachInPlane(reach, plane.address, plane.strips, from, to)
  }

  #forReach(split: number, first: number, second: number): number {
    this.#head.view.set([split, this.radii.address, first, second, this.#found, this.#slack?.address ?? 0])
    return this.#head.address
  }

  /** Counts the other rows within the radii in a marginal space, or strictly nearer. */
  count(space: MarginalSpace, radii: number, isClosed: boolean, counts: number, { from, to }: RowSpan): void {
    const { run } = this.#kernels
    const rows = this.#rows
    this.#head.view.set([isClosed ? 1 : 0, radii, counts, this.#slack?.address ?? 0])
    const count = this.#head.address
    if ('line' in space) {
      run.countOnLine(count, space.line.sorted, space.line.order, rows, from, to)
      return
    }
    const { address, strips } = space.points
    if (strips.length === 0) run.countOfPairs(count, address, rows, from, to)
    else run.countInStrips(count, address, 0, strips[strips.length - 1], from, to)
  }
}
