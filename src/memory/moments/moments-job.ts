import type { Arena, ArenaBlock } from '../threads/arena.ts'
import { blockRows } from '../threads/blocks.ts'
import type { Job } from '../threads/job.ts'
import type { Kernels } from '../threads/kernels.ts'

/** Numbers by row, and a byte for each row, 1 where it is missing. */
export interface NumericValues {
  readonly values: Float64Array
  readonly missing: Uint8Array | null
}

/** The rows, shared by all members of a family. */
export interface MomentsRows {
  readonly rows: number
  /** The weight of each row, 0 if excluded, or null if each counts once. */
  readonly weights: Float64Array | null
  /** A byte for each row, 1 if excluded, or null if none is. */
  readonly excluded: Uint8Array | null
  /** The class of each row, 0 … count−1, or `count` if it has none; null for one class of all rows. */
  readonly classes: { readonly codes: Uint8Array | Uint16Array | Uint32Array; readonly count: number } | null
}

/** The input shared by all members of a family. */
export interface MomentsInput extends MomentsRows {
  /** The number of variables of a member. */
  readonly width: number
}

/**
 * Moments of some members, in the layout of a whole family: by member, class and variable (and second
 * variable).
 */
export interface MomentsPart {
  readonly n: Float64Array
  readonly mean: Float64Array
  readonly meanLow: Float64Array
  readonly min: Float64Array
  readonly max: Float64Array
  readonly comoment: Float64Array
}

/** Members that share all variables but the last. */
export interface MomentsTask {
  readonly base: readonly NumericValues[]
  readonly each: readonly NumericValues[]
}

/** Means and centred co-moments of sets of columns, over the rows complete in the set. */
export const momentsJob: Job<MomentsInput, MomentsTask, MomentsPart> = {
  name: 'moments',
  open: (kernels, input) => {
    const arena = new MomentsArena(kernels, kernels.arena(), input)
    return ({ base, each }) =>
      arena.momentsOf(each.length, [
        {
          base: base.map(readColumn),
          masks: base.flatMap(({ missing }) => missing ?? []),
          each: each.map((column, place) => ({ read: readColumn(column), missing: column.missing, place })),
        },
      ])
  },
}

/** Provides the values of a variable for a block of rows, in `to` or elsewhere, and returns their address. */
export type BlockReader = (start: number, end: number, to: ArenaBlock<Float64Array>) => number

/** Members that share all variables but the last. */
export interface MomentMembers {
  readonly base: readonly BlockReader[]
  /** Masks of rows that are missing in the base. */
  readonly masks: readonly Uint8Array[]
  /** The last variable of each member, its missing mask, and its index in the part. */
  readonly each: readonly {
    readonly read: BlockReader
    readonly missing: Uint8Array | null
    readonly place: number
  }[]
}

/** The size of a `Spread` in assembly/, in numbers of 64 bits. */
export const numbersOfSpread = 5

/** Reads values from a column. */
export function readColumn({ values }: Pick<NumericValues, 'values'>): BlockReader {
  return (start, end, to) => {
    to.view.set(values.subarray(start, end))
    return to.address
  }
}

/** Memory for a block of rows of each variable, and for the merged moments. */
export class MomentsArena {
  readonly #kernels: Kernels
  readonly #arena: Arena
  readonly #input: MomentsInput
  readonly #groups: RowGroups
  /** The values of each variable: in row order, and centred by class. */
  readonly #raw: readonly ArenaBlock<Float64Array>[]
  readonly #centred: readonly ArenaBlock<Float64Array>[]
  readonly #addresses: ArenaBlock<Uint32Array>
  readonly #block: number

  constructor(kernels: Kernels, arena: Arena, input: MomentsInput) {
    const { width } = input
    this.#kernels = kernels
    this.#arena = arena
    this.#input = input
    this.#groups = new RowGroups(kernels, arena, input, blockRows)
    this.#raw = Array.from({ length: width }, () => arena.numbers(blockRows))
    // The kernels expect the variables to be contiguous.
    this.#centred = Array.from({ length: width }, () => arena.numbers(blockRows))
    this.#addresses = arena.integers(width)
    this.#block = arena.record(
      width,
      blockRows * 8,
      this.#centred[0].address,
      arena.numbers(this.#groups.segments * width * (numbersOfSpread + width)).address,
      arena.numbers(width).address,
    )
  }

  /** The moments of `members` members. Their memory is freed afterwards. */
  momentsOf(members: number, runs: Iterable<MomentMembers>): MomentsPart {
    const { rows, width, classes } = this.#input
    const { top } = this.#arena
    const cells = members * (classes?.count ?? 1)
    const blocks = [1, width, width, width, width, width * width].map((size) =>
      this.#arena.numbers(cells * size),
    )
    const address = this.#arena.record(classes?.count ?? 1, ...blocks.map((block) => block.address))
    const [n, mean, meanLow, min, max, comoment] = blocks
    for (const block of blocks) block.view.fill(0)
    min.view.fill(Infinity)
    max.view.fill(-Infinity)
    for (const run of runs) {
      for (let start = 0; start < rows; start += blockRows) this.#addRows(run, start, address)
    }
    this.#arena.release(top)
    return {
      n: n.view.slice(),
      mean: mean.view.slice(),
      meanLow: meanLow.view.slice(),
      min: min.view.slice(),
      max: max.view.slice(),
      comoment: comoment.view.slice(),
    }
  }

  #addRows({ base, masks, each }: MomentMembers, start: number, cells: number): void {
    const { run } = this.#kernels
    const groups = this.#groups
    const end = Math.min(this.#input.rows, start + blockRows)
    const isWhole = groups.group(start, end, masks)
    // Values that are used once and keep their order can be read directly to where they are centred.
    const baseTo = isWhole && each.every(({ missing }) => !missing) ? this.#centred : this.#raw
    base.forEach((read, i) => {
      const address = read(start, end, baseTo[i])
      this.#addresses.view[i] = address
    })
    run.centreBase(groups.address, this.#block, this.#addresses.address)
    const to = (isWhole ? this.#centred : this.#raw)[base.length]
    for (const { read, missing, place } of each) {
      if (!missing) run.addBlock(groups.address, this.#block, read(start, end, to), cells, place)
    }
    for (const { read, missing, place } of each) {
      if (!missing) continue
      groups.groupOwnRows(start, end, missing)
      run.centreBase(groups.ownAddress, this.#block, this.#addresses.address)
      run.addBlock(groups.ownAddress, this.#block, read(start, end, this.#raw[base.length]), cells, place)
    }
  }
}

/** The size of a `Segment` in assembly/, in numbers of 64 bits. */
const numbersOfSegment = 3

/** The rows of a block, at most `mostRows`, that count, grouped by class. */
export class RowGroups {
  /** The address of the groups. */
  readonly address: number
  /** The address of the groups for a column with its own missing rows. */
  readonly ownAddress: number
  /** The most classes that have rows in a block. */
  readonly segments: number
  readonly #kernels: Kernels
  readonly #input: MomentsRows
  readonly #classes: number
  readonly #weights: ArenaBlock<Float64Array>
  readonly #levels: ArenaBlock<Uint32Array>
  readonly #mask: ArenaBlock<Uint8Array>
  readonly #counters: ArenaBlock<Uint32Array>

  constructor(kernels: Kernels, arena: Arena, input: MomentsRows, mostRows: number) {
    const { classes, weights } = input
    this.#kernels = kernels
    this.#input = input
    this.#classes = classes?.count ?? 1
    this.segments = Math.min(this.#classes, mostRows)
    this.#weights = arena.numbers(weights ? mostRows : 0)
    this.#levels = arena.integers(mostRows)
    this.#mask = arena.bytes(mostRows)
    this.#counters = arena.integers(this.#classes + 1)
    const groups = () =>
      arena.record(
        arena.integers(mostRows).address,
        weights ? arena.numbers(mostRows).address : 0,
        arena.numbers(this.segments * numbersOfSegment).address,
        0,
        0,
      )
    this.address = groups()
    this.ownAddress = groups()
  }

  /**
   * Groups a block of rows without those that `masks` mark; returns whether all rows remain in their order.
   */
  group(start: number, end: number, masks: readonly Uint8Array[]): boolean {
    const { weights, classes, excluded } = this.#input
    const { run } = this.#kernels
    if (weights || classes) {
      if (weights) this.#weights.view.set(weights.subarray(start, end))
      if (classes) this.#levels.view.set(classes.codes.subarray(start, end))
      else this.#levels.view.fill(0)
      const addresses = [this.#weights.address, this.#counters.address] as const
      run.groupRows(this.address, end - start, this.#levels.address, this.#classes, ...addresses)
    } else run.keepAllRows(this.address, end - start)
    const all = excluded ? [excluded, ...masks] : masks
    for (const mask of all) this.#filter(mask, start, end, this.address)
    return !weights && !classes && all.length === 0
  }

  /** Groups the rows of a block for a column with missing values. */
  groupOwnRows(start: number, end: number, mask: Uint8Array): void {
    this.#filter(mask, start, end, this.ownAddress)
  }

  #filter(mask: Uint8Array, start: number, end: number, to: number): void {
    this.#mask.view.set(mask.subarray(start, end))
    this.#kernels.run.filterRows(this.address, this.#mask.address, to)
  }
}
