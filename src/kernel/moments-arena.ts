import { blockRows } from './blocks.ts'
import type { Kernels } from './kernels.ts'
import { RowGroups } from './moments-rows.ts'
import type { MomentsRows } from './moments-rows.ts'
import type { ArenaBlock, Arena } from './arena.ts'

/** Numbers by row, and a byte for each row, 1 where there is none. */
export interface Numbers {
  readonly values: Float64Array
  readonly missing: Uint8Array | null
}

/** What all members of a family share. */
export interface MomentsGiven extends MomentsRows {
  /** Variables of a member. */
  readonly width: number
}

/** Moments of some members, laid out as for a whole family: member, then class, then variable (and variable). */
export interface MomentsPart {
  readonly n: Float64Array
  readonly mean: Float64Array
  readonly meanLow: Float64Array
  readonly min: Float64Array
  readonly max: Float64Array
  readonly comoment: Float64Array
}

/** Has the values of a variable ready for a block of rows, in `to` or elsewhere, and says at what address. */
export type Reader = (start: number, end: number, to: ArenaBlock<Float64Array>) => number

/** Members that share all variables but the last. */
export interface MomentMembers {
  readonly base: readonly Reader[]
  /** Where rows of the base are not complete. */
  readonly masks: readonly Uint8Array[]
  /** The last variable of each, where it has gaps, and its place in the part. */
  readonly each: readonly {
    readonly read: Reader
    readonly missing: Uint8Array | null
    readonly place: number
  }[]
}

/** Size of a spread in assembly/, in numbers of 64 bits. */
export const numbersOfSpread = 5
/** Reads numbers from a column. */
export function readColumn({ values }: Pick<Numbers, 'values'>): Reader {
  return (start, end, to) => {
    to.view.set(values.subarray(start, end))
    return to.address
  }
}

/** Memory for a block of rows of each variable, and for the moments merged so far. */
export class MomentsArena {
  readonly #kernels: Kernels
  readonly #arena: Arena
  readonly #given: MomentsGiven
  readonly #groups: RowGroups
  /** The values of each variable, by row and centred by class. */
  readonly #raw: readonly ArenaBlock<Float64Array>[]
  readonly #centred: readonly ArenaBlock<Float64Array>[]
  readonly #addresses: ArenaBlock<Uint32Array>
  readonly #block: number

  constructor(kernels: Kernels, arena: Arena, given: MomentsGiven) {
    const { width } = given
    this.#kernels = kernels
    this.#arena = arena
    this.#given = given
    this.#groups = new RowGroups(kernels, arena, given, blockRows)
    this.#raw = Array.from({ length: width }, () => arena.numbers(blockRows))
    // The kernels take the variables to lie one after the other.
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

  /** The moments of so many members. What is laid out for them is forgotten again. */
  momentsOf(members: number, runs: Iterable<MomentMembers>): MomentsPart {
    const { rows, width, classes } = this.#given
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
    const end = Math.min(this.#given.rows, start + blockRows)
    const isWhole = groups.group(start, end, masks)
    // Values that nobody else wants, in the order they have, can be read to where they are centred.
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
      groups.groupOwn(start, end, missing)
      run.centreBase(groups.own, this.#block, this.#addresses.address)
      run.addBlock(groups.own, this.#block, read(start, end, this.#raw[base.length]), cells, place)
    }
  }
}
