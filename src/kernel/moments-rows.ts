import type { Kernels } from './kernels.ts'
import type { ArenaBlock, Arena } from './arena.ts'

/** The rows, as all members of a family see them. */
export interface MomentsRows {
  readonly rows: number
  /** The weight of each row, 0 where it is left out, or null where each counts once. */
  readonly weights: Float64Array | null
  /** A byte for each row, 1 where it is left out, or null where none is. */
  readonly out: Uint8Array | null
  /** The class of each row, of 0 … count−1, and `count` where it has none; null for one class of all rows. */
  readonly classes: { readonly codes: Uint8Array | Uint16Array | Uint32Array; readonly count: number } | null
}

/** Size of a segment in assembly/, in numbers of 64 bits. */
const numbersOfSegment = 3

/** Memory that holds which rows of a block, `mostRows` at most, count, class by class. */
export class RowGroups {
  /** Where the groups are described, for the kernels. */
  readonly address: number
  /** The same for a column that has rows of its own. */
  readonly own: number
  /** Classes that may have rows in a block. */
  readonly segments: number
  readonly #kernels: Kernels
  readonly #given: MomentsRows
  readonly #classes: number
  readonly #weights: ArenaBlock<Float64Array>
  readonly #levels: ArenaBlock<Uint32Array>
  readonly #mask: ArenaBlock<Uint8Array>
  readonly #counters: ArenaBlock<Uint32Array>

  constructor(kernels: Kernels, arena: Arena, given: MomentsRows, mostRows: number) {
    const { classes, weights } = given
    this.#kernels = kernels
    this.#given = given
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
    this.own = groups()
  }

  /** Groups a block of rows, without those that masks mark; says whether that leaves them as they are. */
  group(start: number, end: number, masks: readonly Uint8Array[]): boolean {
    const { weights, classes, out } = this.#given
    const { run } = this.#kernels
    if (weights || classes) {
      if (weights) this.#weights.view.set(weights.subarray(start, end))
      if (classes) this.#levels.view.set(classes.codes.subarray(start, end))
      else this.#levels.view.fill(0)
      const addresses = [this.#weights.address, this.#counters.address] as const
      run.groupRows(this.address, end - start, this.#levels.address, this.#classes, ...addresses)
    } else run.keepRows(this.address, end - start)
    const all = out ? [out, ...masks] : masks
    for (const mask of all) this.#filter(mask, start, end, this.address)
    return !weights && !classes && all.length === 0
  }

  /** Groups the rows of a block for a column with gaps. */
  groupOwn(start: number, end: number, mask: Uint8Array): void {
    this.#filter(mask, start, end, this.own)
  }

  #filter(mask: Uint8Array, start: number, end: number, to: number): void {
    this.#mask.view.set(mask.subarray(start, end))
    this.#kernels.run.filterRows(this.address, this.#mask.address, to)
  }
}
