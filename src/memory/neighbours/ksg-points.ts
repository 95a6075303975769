import { padded } from '../threads/arena.ts'
import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { PlacedColumn } from './ksg-input.ts'

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
interface KsgLevels {
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

/** The width of strips in expected distances to the k-th neighbour. */
const stripWidth = 1.5
/** The fewest points of a strip. */
const leastPoints = 8

/** The columns that divide the strips and that sort them. */
interface StripAxes {
  readonly across: number
  readonly along: number
}

/**
 * The two columns with the widest ranges, because distances are maximum differences; the one with fewer
 * values divides the strips.
 */
export function pickAxes(columns: readonly PlacedColumn[]): StripAxes {
  const [a, b] = columns.map((_, i) => i).sort((i, j) => columns[j].spread - columns[i].spread || i - j)
  return columns[a].distinct < columns[b].distinct ? { across: a, along: b } : { across: b, along: a }
}

/** The most strips for a number of points and levels. */
export function mostStrips(points: number, levels: number): number {
  // Two consecutive strips have more points than the size of one.
  return Math.floor((2 * points) / leastPoints) + 2 * levels
}

/** The parameters of strip sizes; results do not depend on them. */
export interface StripShape {
  /** The ranges of the columns of the joint space. */
  readonly spreads: readonly number[]
  readonly k: number
  /** The width of a strip in expected distances to the k-th neighbour. */
  readonly width: number
}

/** The shape of strips for the joint space of some columns. */
export function shapeOf(columns: readonly PlacedColumn[], k: number): StripShape {
  return { spreads: columns.map(({ spread }) => spread), k, width: stripWidth }
}

/** The number of points in a strip, of `points` in all, along a column with range `spread`. */
export function stripSize({ spreads, k, width }: StripShape, spread: number, points: number): number {
  const within = expectedDistance(spreads, (k + 1) / points)
  const share = spread > 0 ? (0.8 * width * within) / spread : 1 / Math.sqrt(points)
  return Math.max(leastPoints, Math.min(points, Math.ceil(share * points)))
}

/** The distance within which a share of evenly spread points is expected: Π min(1, 2ε/spread) = share. */
function expectedDistance(spreads: readonly number[], share: number): number {
  let least = 0
  let most = Math.max(...spreads)
  for (let step = 0; step < 40; step++) {
    const middle = (least + most) / 2
    const expected = spreads.reduce(
      (part, spread) => part * Math.min(1, (2 * middle) / (spread || middle)),
      1,
    )
    if (expected < share) least = middle
    else most = middle
  }
  return most
}

/** The rows that share their level with another row. */
interface SharedLevels {
  /** These rows, or null for all rows. */
  readonly kept: Uint32Array | null
  readonly rows: number
  /** The level of each, renumbered without gaps. */
  readonly codes: Uint32Array
  /** The number of rows of each level. */
  readonly sizes: Uint32Array
}

/** Leaves out rows that are the only one of their level. */
export function sharedLevels(levels: Uint32Array, count: number): SharedLevels {
  const all = new Uint32Array(count)
  for (const level of levels) all[level]++
  const sizes = all.filter((size) => size > 1)
  const rows = sizes.reduce((sum, size) => sum + size, 0)
  const renumbered = new Uint32Array(count)
  let next = 0
  all.forEach((size, level) => (renumbered[level] = size > 1 ? next++ : 0))
  const kept = new Uint32Array(rows)
  const codes = new Uint32Array(rows)
  let at = 0
  levels.forEach((level, row) => {
    if (all[level] < 2) return
    kept[at] = row
    codes[at++] = renumbered[level]
  })
  return { kept: rows === levels.length ? null : kept, rows, codes, sizes }
}

/** Stores the levels of the rows for the kernels. */
export function placeLevels(arena: Arena, { codes, sizes }: SharedLevels): KsgLevels {
  const block = arena.integers(codes.length)
  block.view.set(codes)
  const starts = new Uint32Array(sizes.length + 1)
  sizes.forEach((size, level) => (starts[level + 1] = starts[level] + size))
  return { codes: block, starts }
}
