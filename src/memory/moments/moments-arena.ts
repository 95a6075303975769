import type { Arena, ArenaBlock } from '../threads/arena.ts'
import { blockRows } from '../threads/blocks.ts'
import type { Kernels } from '../threads/kernels.ts'
import { RowGroups } from './moments-rows.ts'
import type { MomentsRows } from './moments-rows.ts'

/** Numbers by row, and a byte for each row, 1 where it is missing. */
export interface NumericValues {
  readonly values: Float64Array
  readonly missing: Uint8Array | null
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
