import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'

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
