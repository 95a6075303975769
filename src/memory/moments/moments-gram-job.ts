import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Job } from '../threads/job.ts'
import { numbersOfSpread, readColumn } from './moments-arena.ts'
import type { MomentsPart } from './moments-arena.ts'
import { RowGroups } from './moments-rows.ts'
import type { MomentsRows } from './moments-rows.ts'

/** Each left column is multiplied with each right one; they are complete in all rows that count. */
export interface GramTask {
  readonly left: readonly Float64Array[]
  readonly right: readonly Float64Array[]
}

/**
 * Moments of the right columns by class, and co-moments class by class, left.length × right.length numbers
 * each.
 */
export type GramPart = MomentsPart

/** The most columns of a tile. */
export const tileColumns = 32
/** Rows processed at a time, so that tiles fit into a core's cache. */
const tileRows = 1024

/** Co-moments of many columns with one another: each task is a tile of the matrix. */
export const gramJob: Job<MomentsRows, GramTask, GramPart> = {
  name: 'gram',
  open: (kernels, input) => {
    const arena = kernels.arena()
    const classes = input.classes?.count ?? 1
    const groups = new RowGroups(kernels, arena, input, tileRows)
    const sides = [
      new TileSide(arena, groups.segments, classes),
      new TileSide(arena, groups.segments, classes),
    ]
    const tile = arena.numbers(classes * tileColumns * tileColumns)
    const products = arena.numbers(8)
    return ({ left, right }) => {
      sides[0].begin(left.length)
      sides[1].begin(right.length)
      const sums = tile.view.subarray(0, classes * left.length * right.length).fill(0)
      for (let start = 0; start < input.rows; start += tileRows) {
        const end = Math.min(input.rows, start + tileRows)
        const isWhole = groups.group(start, end, [])
        sides[0].read(left, start, end, isWhole)
        sides[1].read(right, start, end, isWhole)
        for (const { block, columns } of sides) kernels.run.centreTile(groups.address, block, columns.address)
        const [a, b] = sides
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
      return { ...sides[1].moments(), comoment: sums.slice() }
    }
  },
}

/** Memory for the columns of one side of a tile. */
class TileSide {
  /** The address of the description for the kernels. */
  readonly block: number
  readonly cells: number
  readonly columns: ArenaBlock<Uint32Array>
  /** The description; its first field is the number of columns. */
  readonly #fields: ArenaBlock<Uint32Array>
  readonly #raw: readonly ArenaBlock<Float64Array>[]
  readonly #centred: readonly ArenaBlock<Float64Array>[]
  readonly #merged: readonly ArenaBlock<Float64Array>[]
  #count = 0
  readonly #classes: number

  constructor(arena: Arena, segments: number, classes: number) {
    this.#classes = classes
    this.columns = arena.integers(tileColumns)
    this.#raw = Array.from({ length: tileColumns }, () => arena.numbers(tileRows))
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
