import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'

/** How two values of a column differ; the numbers are those of assembly/row-distances.ts. */
const differenceKinds = { absolute: 0, squared: 1, unequal: 2 } as const
export type DifferenceKind = keyof typeof differenceKinds

/** A column of a space, its rows sorted by class. */
export interface SpaceColumn {
  /** Numbers, or whole numbers for levels; NaN where missing. */
  readonly values: Float64Array
  readonly isLevels: boolean
  /** How many rows have a value. */
  readonly known: number
  /**
   * Where values are missing: for each class in turn and each row, the difference expected from a missing
   * value of the class.
   */
  readonly expected: { readonly distances: Float64Array; readonly differences: Float64Array } | null
}

/**
 * Rows, sorted by class, and the columns that their distances are measured on: first numbers, then levels,
 * then those with gaps.
 */
export interface RowSpace {
  readonly rows: number
  readonly columns: readonly SpaceColumn[]
  /** The first row of each class, and the number of rows. */
  readonly classStarts: Uint32Array
  /** How numbers differ in distances, and in the sums over neighbours. */
  readonly distances: 'absolute' | 'squared'
  readonly differences: 'absolute' | 'squared'
  /** Σ over columns of numbers of the greatest size of a value, before scaling, in ranges of the column. */
  readonly sizes: number
}

/** Numbers of kernel memory for columns: more are loaded in blocks. */
const mostNumbers = 1 << 22

/** Some columns in kernel memory. */
interface Block {
  readonly from: number
  readonly to: number
}

/**
 * Distances of rows to all rows, and sums over neighbours, over columns that are loaded into kernel memory
 * block by block.
 */
export class RowDistances {
  readonly #kernels: Kernels
  readonly #arena: Arena
  readonly #space: RowSpace
  readonly #stride: number
  readonly #blocks: readonly Block[]
  readonly #values: ArenaBlock<Float64Array>
  readonly #expected: ArenaBlock<Float64Array>
  readonly #starts: ArenaBlock<Uint32Array>
  readonly #classOf: ArenaBlock<Uint32Array>
  #loaded: Block | null = null

  constructor(kernels: Kernels, arena: Arena, space: RowSpace) {
    const { rows, classStarts, columns } = space
    this.#kernels = kernels
    this.#arena = arena
    this.#space = space
    // Kernels process two rows at once.
    this.#stride = rows + (rows % 2)
    this.#blocks = cutBlocks(space, this.#stride)
    const most = Math.max(...this.#blocks.map(({ from, to }) => to - from))
    this.#values = arena.numbers(most * this.#stride)
    const hasGaps = columns.some(({ expected }) => expected !== null)
    const classes = classStarts.length - 1
    this.#expected = arena.numbers(hasGaps ? classes * rows : 0)
    this.#starts = arena.integers(classStarts.length)
    this.#starts.view.set(classStarts)
    this.#classOf = arena.integers(hasGaps ? rows : 0)
    if (hasGaps) {
      for (let c = 0; c < classes; c++) this.#classOf.view.fill(c, classStarts[c], classStarts[c + 1])
    }
  }

  /** The numbers between the distances of one row and those of the next. */
  get stride(): number {
    return this.#stride
  }

  /**
   * Writes the distances of some rows of a class to all rows; what stands after the last row means nothing.
   */
  write(to: ArenaBlock<Float64Array>, rows: Uint32Array, ofClass: number): void {
    const { run } = this.#kernels
    const bytes = this.#stride * 8
    const top = this.#arena.top
    const queries = this.#arena.integers(rows.length)
    queries.view.set(rows)
    to.view.fill(0, 0, rows.length * this.#stride)
    for (const block of this.#blocks) {
      this.#load(block)
      for (const { from, to: end, kind } of this.#runsOf(block, this.#space.distances)) {
        const columns = this.#addressOf(block, from)
        const given = [columns, bytes, end - from, this.#stride, differenceKinds[kind]] as const
        run.addDistances(to.address, queries.address, rows.length, ...given)
      }
      this.#eachWithGaps(block, 'distances', (column) => {
        rows.forEach((row, i) => run.addWithGaps(to.address + i * bytes, column, row, ofClass))
      })
    }
    this.#arena.release(top)
  }

  /**
   * Adds the differences of all columns over the neighbours of runs, which are `count` records at an address,
   * to their sums.
   */
  addNeighbours(runs: number, count: number): void {
    const { run } = this.#kernels
    for (const block of this.#blocks) {
      this.#load(block)
      for (const { from, to, kind } of this.#runsOf(block, this.#space.differences)) {
        const columns = this.#addressOf(block, from)
        run.addNeighbours(columns, this.#stride * 8, from, to - from, runs, count, differenceKinds[kind])
      }
      this.#eachWithGaps(block, 'differences', (column, place) => {
        run.addNeighboursWithGaps(column, place, this.#classOf.address, runs, count)
      })
    }
  }

  #load(block: Block): void {
    if (this.#loaded === block) return
    const { columns, rows } = this.#space
    const { view } = this.#values
    for (let place = block.from, at = 0; place < block.to; place++, at += this.#stride) {
      view.set(columns[place].values, at)
      view.fill(0, at + rows, at + this.#stride)
    }
    this.#loaded = block
  }

  #addressOf(block: Block, place: number): number {
    return this.#values.address + (place - block.from) * this.#stride * 8
  }

  /** Neighbouring columns of a block without gaps that differ alike. */
  *#runsOf({ from, to }: Block, numbers: 'absolute' | 'squared') {
    const { columns } = this.#space
    for (let start = from; start < to && !columns[start].expected;) {
      const { isLevels } = columns[start]
      let end = start + 1
      while (end < to && !columns[end].expected && columns[end].isLevels === isLevels) end++
      yield { from: start, to: end, kind: isLevels ? ('unequal' as const) : numbers }
      start = end
    }
  }

  /** Calls back with each column with gaps, as a record for the kernels. */
  #eachWithGaps(
    block: Block,
    of: 'distances' | 'differences',
    use: (column: number, place: number) => void,
  ): void {
    const { columns, rows, classStarts } = this.#space
    for (let place = block.from; place < block.to; place++) {
      const { expected, isLevels } = columns[place]
      if (!expected) continue
      this.#expected.view.set(expected[of])
      const kind = differenceKinds[isLevels ? 'unequal' : this.#space[of]]
      const top = this.#arena.top
      const column = this.#arena.record(
        this.#addressOf(block, place),
        this.#expected.address,
        rows,
        classStarts.length - 1,
        this.#starts.address,
        kind,
      )
      use(column, place)
      this.#arena.release(top)
    }
  }
}

function cutBlocks({ columns }: RowSpace, stride: number): readonly Block[] {
  const most = Math.max(1, Math.floor(mostNumbers / stride))
  const blocks: Block[] = []
  for (let from = 0; from < columns.length; from += most) {
    blocks.push({ from, to: Math.min(columns.length, from + most) })
  }
  return blocks
}

/** A row, and the rows whose squared differences from it are summed: with weights, or once each. */
export interface NeighbourRun {
  readonly row: number
  readonly rows: ArrayLike<number>
  readonly weights: ArrayLike<number> | null
}

/** The size of a `NeighbourRun` in assembly/row-distances.ts. */
const bytesOfRun = 32

/** Writes runs that add to one list of sums into kernel memory. */
export function layOutRuns(
  arena: Arena,
  runs: readonly NeighbourRun[],
  sums: number,
): { readonly address: number; readonly length: number } {
  const filled = runs.filter(({ rows }) => rows.length > 0)
  const total = filled.reduce((sum, { rows }) => sum + rows.length, 0)
  const records = arena.bytes(filled.length * bytesOfRun)
  const rowsBlock = arena.integers(total)
  const weightsBlock = arena.numbers(filled.some(({ weights }) => weights) ? total : 0)
  const record = new DataView(records.view.buffer, records.address, filled.length * bytesOfRun)
  let at = 0
  filled.forEach(({ row, rows, weights }, i) => {
    rowsBlock.view.set(rows, at)
    if (weights) weightsBlock.view.set(weights, at)
    const weightsAt = weights ? weightsBlock.address + at * 8 : 0
    const fields = [row, 0, rowsBlock.address + at * 4, rows.length, weightsAt, sums]
    fields.forEach((field, place) => record.setUint32(i * bytesOfRun + place * 4, field, true))
    record.setFloat64(i * bytesOfRun + 24, 1, true)
    at += rows.length
  })
  return { address: records.address, length: filled.length }
}
