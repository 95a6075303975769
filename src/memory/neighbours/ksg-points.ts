import { padded } from '../threads/arena.ts'
import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { PlacedColumn } from './ksg-columns.ts'
import { mostStrips, pickAxes, stripSize } from './ksg-strips.ts'
import type { StripShape } from './ksg-strips.ts'

/** Points in kernel memory: see `Points` in assembly/. */
export interface PlacedPoints {
  readonly address: number
  /**
   * The first strip of each level and the end of the last; without levels, 0 and the number of strips; empty
   * without strips.
   */
  readonly strips: readonly number[]
}

/** The rows of each level. */
export interface KsgLevels {
  readonly codes: ArenaBlock<Uint32Array>
  /** The start of each level when the rows are sorted by level, and the end of the last. */
  readonly starts: Uint32Array
}

/** Stores rows as points, in strips or in row order; each call reuses the memory. */
export class PointsArena {
  readonly #kernels: Kernels
  readonly #rows: number
  readonly #stride: number
  readonly #head: ArenaBlock<Uint32Array>
  readonly #columns: ArenaBlock<Uint32Array>
  readonly #gathered: ArenaBlock<Float64Array>
  readonly #rowAt: ArenaBlock<Uint32Array>
  readonly #starts: ArenaBlock<Uint32Array>
  readonly #bounds: ArenaBlock<Float64Array>
  readonly #cursors: ArenaBlock<Uint32Array>
  readonly #stripOf: ArenaBlock<Uint32Array>
  readonly #strips: number

  constructor(kernels: Kernels, arena: Arena, rows: number, dimensions: number, levels: number) {
    this.#kernels = kernels
    this.#rows = rows
    this.#strips = mostStrips(rows, levels) + 1
    const places = rows + 2 * this.#strips
    this.#stride = padded(places * 8)
    this.#head = arena.integers(10)
    this.#columns = arena.integers(2 * dimensions)
    this.#gathered = arena.numbers((this.#stride / 8) * dimensions)
    this.#rowAt = arena.integers(places)
    this.#starts = arena.integers(this.#strips)
    this.#bounds = arena.numbers(2 * this.#strips)
    this.#cursors = arena.integers(this.#strips)
    this.#stripOf = arena.integers(rows)
  }

  /** Points in row order. */
  inRows(columns: readonly PlacedColumn[]): PlacedPoints {
    this.#columns.view.set(columns.map(({ values }) => values.address))
    this.#head.view.set([columns.length, this.#columns.address], 3)
    return { address: this.#head.address, strips: [] }
  }

  /** Points in strips, none of which has rows of two levels. */
  inStrips(columns: readonly PlacedColumn[], shape: StripShape, levels: KsgLevels | null): PlacedPoints {
    const { run } = this.#kernels
    const rows = this.#rows
    const axes = pickAxes(columns)
    const [across, along] = [columns[axes.across], columns[axes.along]]
    const gathered = columns.map((_, i) => this.#gathered.address + i * this.#stride)
    const others = gathered.filter((_, i) => i !== axes.along)
    this.#columns.view.set([...gathered, ...others])
    this.#head.view.set([
      this.#starts.address,
      this.#bounds.address,
      this.#bounds.address + this.#strips * 8,
      columns.length,
      this.#columns.address,
      this.#columns.address + columns.length * 4,
      this.#rowAt.address,
      gathered[axes.across],
      gathered[axes.along],
      this.#cursors.address,
    ])
    const { address } = this.#head
    let { order, sorted } = across
    if (levels) {
      // The order by level is temporarily stored where the rows of the strips will be.
      this.#cursors.view.set(levels.starts.subarray(0, -1))
      run.splitOrderByLevel(order, levels.codes.address, rows, this.#cursors.address, this.#rowAt.address)
      order = this.#rowAt.address
      sorted = gathered[0]
      run.gatherColumn(across.values.address, order, rows, sorted)
    }
    const starts = levels ? levels.starts : [0, rows]
    const strips = [0]
    const stripOf = this.#stripOf.address
    for (let level = 0; level + 1 < starts.length; level++) {
      const [from, to] = [starts[level], starts[level + 1]]
      const size = to > from ? stripSize(shape, across.spread, to - from) : 1
      strips.push(run.cutStrips(address, order, sorted, from, to, size, strips[level], stripOf))
    }
    const count = strips[strips.length - 1]
    run.fillStrips(address, count, along.order, stripOf, rows)
    columns.forEach(({ values }, i) => run.gatherStrips(address, count, values.address, gathered[i]))
    return { address, strips }
  }
}
