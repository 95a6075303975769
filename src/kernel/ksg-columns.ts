import type { Kernels } from './kernels.ts'
import type { ArenaBlock, Arena } from './arena.ts'

/** A column as the kernels find it. */
export interface PlacedColumn {
  readonly values: ArenaBlock<Float64Array>
  /** Its values ascending, and the row of each. */
  readonly sorted: number
  readonly order: number
  /** How many different values there are. */
  readonly distinct: number
  /** What the middle 80 of 100 values span. */
  readonly spread: number
}

/** Columns stay in the room until they take more bytes than this. */
const keptBytes = 24 << 20

/** Numeric columns laid out and sorted when first asked for. */
export class ColumnArena {
  readonly rows: number
  readonly #kernels: Kernels
  readonly #arena: Arena
  readonly #columns: readonly Float64Array[]
  readonly #kept: Uint32Array | null
  readonly #scratch: number
  readonly #placed = new Map<number, PlacedColumn>()
  #fixed = 0

  /** Of each column, only the rows `kept` count, or all. */
  constructor(
    kernels: Kernels,
    arena: Arena,
    columns: readonly Float64Array[],
    kept: Uint32Array | null,
    rows: number,
  ) {
    this.rows = rows
    this.#kernels = kernels
    this.#arena = arena
    this.#columns = columns
    this.#kept = kept
    this.#scratch = arena.bytes(kernels.run.sortScratch(rows)).address
  }

  /** What is laid out so far stays. */
  fix(): void {
    this.#fixed = this.#arena.top
  }

  /** Lays out the columns of a set, and may forget those of other sets. */
  place(columns: readonly number[]): PlacedColumn[] {
    if (this.#arena.top - this.#fixed > keptBytes && this.#fixed > 0) {
      this.#placed.clear()
      this.#arena.release(this.#fixed)
    }
    return columns.map((column) => this.#place(column))
  }

  #place(column: number): PlacedColumn {
    let placed = this.#placed.get(column)
    if (!placed) {
      placed = this.#layOut(this.#columns[column])
      this.#placed.set(column, placed)
    }
    return placed
  }

  #layOut(column: Float64Array): PlacedColumn {
    const { rows } = this
    const kept = this.#kept
    const { run } = this.#kernels
    const around = run.numbersAround()
    const values = this.#arena.numbers(rows + 1)
    const sorted = this.#arena.numbers(rows + 2 * around)
    const order = this.#arena.integers(rows)
    const view = values.view
    if (kept) for (let row = 0; row < rows; row++) view[row] = column[kept[row]]
    else view.set(column)
    const address = sorted.address + around * 8
    const distinct = run.sortColumn(values.address, rows, address, order.address, this.#scratch)
    const margin = Math.floor(rows / 10)
    const ascending = sorted.view.subarray(around, around + rows)
    // Differences beyond all numbers are infinite.
    const spread = Math.min(1e300, ascending[rows - 1 - margin] - ascending[margin])
    return { values, sorted: address, order: order.address, distinct, spread }
  }
}
