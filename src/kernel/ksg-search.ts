import type { RowSpan } from './blocks.ts'
import type { Kernels } from './kernels.ts'
import type { PlacedColumn } from './ksg-columns.ts'
import { planeNeighbours } from './ksg-plane.ts'
import type { PlacedPlane } from './ksg-plane.ts'
import type { PlacedPoints, PointsArena } from './ksg-points.ts'
import type { StripShape } from './ksg-strips.ts'
import type { ArenaBlock, Arena } from './arena.ts'

/** How neighbours are found: in strips, or among all pairs of rows. The results are the same. */
export type Structure = 'strips' | 'pairs'

/** Places found in a run, at most. */
const mostFound = 64

/** A margin in which rows are counted: a sorted column, or points. */
export type Margin = { readonly line: PlacedColumn } | { readonly points: PlacedPoints }

/** Of so few rows in space, all pairs are looked at sooner than strips are laid out. */
const fewRows = 100

/** Which structure is faster for so many columns. */
export function structureFor(rows: number, columns: number): Structure {
  return columns > 2 && rows <= fewRows ? 'pairs' : 'strips'
}

/** Lays out points as a structure needs them. */
export function placePoints(
  arena: PointsArena,
  structure: Structure,
  columns: readonly PlacedColumn[],
  shape: StripShape,
): PlacedPoints {
  return structure === 'pairs' ? arena.inRows(columns) : arena.inStrips(columns, shape, null)
}

/** What the searches for neighbours read and write: see `Nearest`, `Reach` and `Count` in assembly/. */
export class SearchArena {
  /** The distance to the k-th neighbour by row. */
  readonly radii: ArenaBlock<Float64Array>
  readonly tally: ArenaBlock<Uint32Array>
  readonly #kernels: Kernels
  readonly #rows: number
  readonly #list: ArenaBlock<Float64Array>
  readonly #head: ArenaBlock<Uint32Array>
  readonly #found: number

  constructor(kernels: Kernels, arena: Arena, rows: number, k: number) {
    this.#kernels = kernels
    this.#rows = rows
    this.radii = arena.numbers(rows)
    this.tally = arena.integers(2)
    this.#list = arena.numbers(Math.max(k, planeNeighbours) + 1)
    this.#head = arena.integers(14)
    this.#found = arena.record(0, arena.integers(mostFound).address, mostFound)
  }

  /** Describes a search for the k-th of so many others, and gives its address. */
  forNeighbours(k: number, others: number): number {
    this.#head.view.set([k, others, this.#list.address, this.radii.address, this.tally.address, this.#found])
    return this.#head.address
  }

  nearest(points: PlacedPoints, k: number, { from, to }: RowSpan): void {
    const { run } = this.#kernels
    const rows = this.#rows
    const { address, strips } = points
    const search = this.forNeighbours(k, rows - 1)
    if (strips.length === 0) run.nearestOfPairs(search, address, rows, from, to)
    else run.nearestInStrips(search, address, 0, strips[strips.length - 1], from, to)
  }

  nearestInPlane(plane: PlacedPlane, k: number, { from, to }: RowSpan): void {
    const search = this.forNeighbours(k, this.#rows - 1)
    this.#kernels.run.nearestInPlane(search, plane.address, plane.strips, from, to)
  }

  /** The nearest of the same level: strips of points by level, and how many rows each level has. */
  nearestInLevels(points: PlacedPoints, sizes: Uint32Array, k: number, { from, to }: RowSpan): void {
    const { address, strips } = points
    sizes.forEach((size, level) => {
      const search = this.forNeighbours(Math.min(k, size - 1), size - 1)
      this.#kernels.run.nearestInStrips(search, address, strips[level], strips[level + 1], from, to)
    })
  }

  /** How far the neighbours lie in the first `split` columns and in the others. */
  reach(points: PlacedPoints, split: number, first: number, second: number, { from, to }: RowSpan): void {
    const { run } = this.#kernels
    const { address, strips } = points
    const reach = this.#forReach(split, first, second)
    if (strips.length === 0) run.reachOfPairs(reach, address, this.#rows, from, to)
    else run.reachInStrips(reach, address, 0, strips[strips.length - 1], from, to)
  }

  /** The same of the two columns of a plane. */
  reachInPlane(plane: PlacedPlane, first: number, second: number, { from, to }: RowSpan): void {
    const reach = plane.isAcross ? this.#forReach(1, first, second) : this.#forReach(1, second, first)
    this.#kernels.run.reachInPlane(reach, plane.address, plane.strips, from, to)
  }

  #forReach(split: number, first: number, second: number): number {
    this.#head.view.set([split, this.radii.address, first, second, this.#found])
    return this.#head.address
  }

  /** How many other rows lie within the radii in a margin, or strictly nearer. */
  count(margin: Margin, radii: number, isClosed: boolean, counts: number, { from, to }: RowSpan): void {
    const { run } = this.#kernels
    const rows = this.#rows
    this.#head.view.set([isClosed ? 1 : 0, radii, counts])
    const count = this.#head.address
    if ('line' in margin) {
      run.countOnLine(count, margin.line.sorted, margin.line.order, rows, from, to)
      return
    }
    const { address, strips } = margin.points
    if (strips.length === 0) run.countOfPairs(count, address, rows, from, to)
    else run.countInStrips(count, address, 0, strips[strips.length - 1], from, to)
  }
}
