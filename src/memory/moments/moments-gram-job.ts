import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Job } from '../threads/job.ts'
import { numbersOfSpread, readColumn, RowGroups } from './moments-job.ts'
import type { MomentsPart, MomentsRows } from './moments-job.ts'

/** The columns, complete in all rows that count. */
interface GramInput extends MomentsRows {
  readonly columns: readonly Float64Array[]
}

/** A tile of the matrix: the columns from `left` on are multiplied with those from `right` on. */
interface GramTask {
  readonly left: number
  readonly right: number
}

/**
 * Moments of the right columns by class, and co-moments class by class, left columns × right columns numbers
 * each.
 */
export type GramPart = MomentsPart

/** The most columns of a tile. */
export const tileColumns = 32
/** Rows processed at a time, so that tiles fit into a core's cache. */
const tileRows = 1024
/** The most sides kept in memory, and segments of these. */
const kept = { sides: 16, segments: 128 } as const

/** Co-moments of many columns with one another: each task is a tile of the matrix. */
export const gramJob: Job<GramInput, GramTask, GramPart> = {
  name: 'gram',
  open: (kernels, input) => {
    const arena = kernels.arena()
    const classes = input.classes?.count ?? 1
    const groups = new RowGroups(kernels, arena, input, tileRows)
    const sides = new TileSides(arena, groups.segments, classes, input.rows <= tileRows)
    const tile = arena.numbers(classes * tileColumns * tileColumns)
    const products = arena.numbers(8)
    return ({ left, right }) => {
      const pair = [sides.of(left), left === right ? sides.twin : sides.of(right)] as const
      const columns = [left, right].map((from) => input.columns.slice(from, from + tileColumns))
      pair.forEach((side, i) => side.begin(columns[i].length))
      const sums = tile.view.subarray(0, classes * columns[0].length * columns[1].length).fill(0)
      for (let start = 0; start < input.rows; start += tileRows) {
        const end = Math.min(input.rows, start + tileRows)
        const isWhole = groups.group(start, end, [])
        pair.forEach((side, i) => {
          if (side.isKept) return
          side.read(columns[i], start, end, isWhole)
          kernels.run.centreTile(groups.address, side.block, side.columns.address)
          side.isKept = sides.areKept && side !== sides.twin
        })
        const [a, b] = pair
        kernels.run.addTile(
          groups.address,
          a.block,
          b.block,
          a.cells,
          b.cells,
          tile.address,
          products.address,
        )
      }
      return { ...pair[1].moments(), comoment: sums.slice() }
    }
  },
}

/** The sides of tiles; where one block has all rows, those used last keep their columns. */
class TileSides {
  /** The other side of a tile that has the same columns on both. */
  readonly twin: TileSide
  readonly areKept: boolean
  readonly #make: () => TileSide
  readonly #most: number
  /** By the first column, those used last at the end. */
  readonly #sides = new Map<number, TileSide>()

  constructor(arena: Arena, segments: number, classes: number, areKept: boolean) {
    const raw = Array.from({ length: tileColumns }, () => arena.numbers(tileRows))
    this.areKept = areKept
    this.#make = () => new TileSide(arena, raw, segments, classes)
    this.#most = areKept ? Math.max(2, Math.min(kept.sides, Math.floor(kept.segments / segments))) : 2
    this.twin = this.#make()
  }

  of(first: number): TileSide {
    let side = this.#sides.get(first)
    if (!side && this.#sides.size === this.#most) {
      const [oldest] = this.#sides.keys()
      side = this.#sides.get(oldest)!
      side.isKept = false
      this.#sides.delete(oldest)
    }
    side ??= this.#make()
    this.#sides.delete(first)
    this.#sides.set(first, side)
    return side
  }
}

/** Memory for the columns of one side of a tile. */
class TileSide {
  /** The address of the description for the kernels. */
  readonly block: number
  readonly cells: number
  readonly columns: ArenaBlock<Uint32Array>
  /** Whether the block has its columns centred. */
  isKept = false
  /** The description; its first field is the number of columns. */
  readonly #fields: ArenaBlock<Uint32Array>
  readonly #raw: readonly ArenaBlock<Float64Array>[]
  readonly #centred: readonly ArenaBlock<Float64Array>[]
  readonly #merged: readonly ArenaBlock<Float64Array>[]
  #count = 0
  readonly #classes: number

  constructor(arena: Arena, raw: readonly ArenaBlock<Float64Array>[], segments: number, classes: number) {
    this.#classes = classes
    this.columns = arena.integers(tileColumns)
    this.#raw = raw
    // The kernels expect the columns to be contiguous.
    this.#centred = Array.from({ length: tileColumns }, () => arena.numbers(tileRows))
    const [first] = this.#centred
    const spreads = arena.numbers(segments * tileColumns * (numbersOfSpread + tileColumns))
    const shifts = arena.numbers(tileColumns)
    this.#fields = arena.integers(5)
    this.#fields.view.set([0, tileRows * 8, first.address, spreads.address, shifts.address])
    this.block = this.#fields.address
    this.#merged = [1, tileColumns, tileColumns, tileColumns, tileColumns].map((size) =>
      arena.numbers(classes * size),
    )
    this.cells = arena.record(classes, ...this.#merged.map((block) => block.address), 0)
  }

  begin(columns: number): void {
    this.#count = columns
    this.#fields.view[0] = columns
    for (const block of this.#merged) block.view.fill(0)
    this.#merged[3].view.fill(Infinity)
    this.#merged[4].view.fill(-Infinity)
  }

  read(columns: readonly Float64Array[], start: number, end: number, isWhole: boolean): void {
    columns.forEach((values, i) => {
      const to = isWhole ? this.#centred[i] : this.#raw[i]
      this.columns.view[i] = readColumn({ values })(start, end, to)
    })
  }

  moments(): Omit<GramPart, 'comoment'> {
    const [n, mean, meanLow, min, max] = this.#merged.map(({ view }, i) =>
      view.slice(0, this.#classes * (i === 0 ? 1 : this.#count)),
    )
    return { n, mean, meanLow, min, max }
  }
}
