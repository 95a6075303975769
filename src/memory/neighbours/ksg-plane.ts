import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { PlacedColumn } from './ksg-input.ts'
import { mostStrips, pickAxes, shapeOf, stripSize } from './ksg-points.ts'

/** The largest k for which windows of a plane are searched. */
export const planeNeighbours = 3
/** The most rows stored in windows: each takes about 100 bytes. */
const planeRows = 1 << 18
/** The width of a strip in expected distances to the k-th neighbour; a window is three strips wide. */
const stripWidth = 1.8

/** Whether points of two columns are stored in windows. */
export function fitsPlane(rows: number, k: number): boolean {
  return k <= planeNeighbours && rows <= planeRows
}

/** Points of a plane in kernel memory: see `Windows` in assembly/. */
export interface PlacedPlane {
  readonly address: number
  readonly strips: number
  /** Whether the first of the two columns is the one across the strips. */
  readonly isAcross: boolean
}

/** Stores rows as points of a plane; each call reuses the memory. */
export class PlaneArena {
  readonly #kernels: Kernels
  readonly #rows: number
  readonly #head: ArenaBlock<Uint32Array>
  readonly #strips: ArenaBlock<Uint32Array>
  readonly #bounds: ArenaBlock<Float64Array>
  readonly #windows: ArenaBlock<Uint32Array>
  readonly #places: ArenaBlock<Float64Array>
  readonly #rowAt: ArenaBlock<Uint32Array>
  readonly #placeOf: ArenaBlock<Uint32Array>
  readonly #stripOf: ArenaBlock<Uint32Array>
  readonly #heads: ArenaBlock<Uint32Array>

  constructor(kernels: Kernels, arena: Arena, rows: number) {
    const strips = mostStrips(rows, 1)
    this.#kernels = kernels
    this.#rows = rows
    this.#head = arena.integers(8)
    this.#strips = arena.integers(strips + 1)
    this.#bounds = arena.numbers(2 * strips)
    this.#windows = arena.integers(strips + 3)
    this.#places = arena.numbers(2 * (3 * rows + 2 * (strips + 3)))
    this.#rowAt = arena.integers(rows + 2 * (strips + 1))
    this.#placeOf = arena.integers(rows + 2 * (strips + 1))
    this.#stripOf = arena.integers(rows)
    this.#heads = arena.integers(2 * strips + 2)
  }

  place(columns: readonly PlacedColumn[], k: number): PlacedPlane {
    const { run } = this.#kernels
    const rows = this.#rows
    const axes = pickAxes(columns)
    const [across, along] = [columns[axes.across], columns[axes.along]]
    const places = this.#places.address
    this.#head.view.set([
      this.#strips.address,
      this.#bounds.address,
      this.#bounds.address + this.#bounds.view.byteLength / 2,
      this.#windows.address,
      places,
      places + this.#places.view.byteLength / 2,
      this.#rowAt.address,
      this.#placeOf.address,
    ])
    const size = stripSize({ ...shapeOf(columns, k), width: stripWidth }, across.spread, rows)
    const stripOf = this.#stripOf.address
    const { address } = this.#head
    const count = run.cutStrips(address, across.order, across.sorted, 0, rows, size, 0, stripOf)
    run.fillWindows(
      address,
      count,
      rows,
      across.values.address,
      along.values.address,
      along.order,
      stripOf,
      this.#heads.address,
    )
    return { address, strips: count, isAcross: axes.across === 0 }
  }
}
