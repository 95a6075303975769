import type { Arena, ArenaBlock } from '../threads/arena.ts'
import type { RowSpan } from '../threads/blocks.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { Sets } from '../threads/sets.ts'
import type { Origins } from './rounding.ts'

/** Information between each set and the columns `with`, by a rule of Kraskov, Stögbauer and Grassberger. */
export interface BetweenSets {
  readonly of: 'ksg'
  readonly with: readonly number[]
  readonly rule: 1 | 2
}

/**
 * Information between each set and the columns `with`, beside those `given`: by the rule of Frenzel and Pompe, or
 * `isClosed` by that of Mesner and Shalizi.
 */
export interface GivenColumns {
  readonly of: 'conditional'
  readonly with: readonly number[]
  readonly given: readonly number[]
  readonly isClosed: boolean
}

/** Information between each set and levels, numbered below `count`, by the rule of Ross. */
export interface WithinLevels {
  readonly of: 'levels'
  readonly levels: Uint32Array
  readonly count: number
}

export interface KsgInput {
  readonly rows: number
  /** Finite numbers by row. */
  readonly columns: readonly Float64Array[]
  /** Where distances that differ by rounding only are equal; without it, only the same distances are. */
  readonly origins?: Origins | undefined
  readonly sets: Sets
  /** The number of neighbours, less than the number of rows. */
  readonly k: number
  /** ψ(m) at index m, from `digammas`, at least up to the number of rows. */
  readonly digamma: Float64Array
  readonly wanted: BetweenSets | GivenColumns | WithinLevels
  /** The search structure; by default the faster one. The results are the same. */
  readonly structure?: KsgStructure
}

/**
 * Computes one set over a range of rows: the sums of its blocks, and the numbers of rows with zero and with
 * tied distances.
 */
export type SumSet = (
  set: number,
  rows: RowSpan,
) => { readonly sums: readonly number[]; readonly zeros: number; readonly tied: number }

/** How neighbours are found: in strips, or among all pairs of rows. The results are the same. */
export type KsgStructure = 'strips' | 'pairs'

/** A numeric column in kernel memory. */
export interface PlacedColumn {
  readonly values: ArenaBlock<Float64Array>
  /** See `Origins`. */
  readonly origin: number
  /** The addresses of its ascending values, and of the row of each. */
  readonly sorted: number
  readonly order: number
  /** The number of distinct values. */
  readonly distinct: number
  /** The range of the middle 80 % of the values. */
  readonly spread: number
}

/** Columns are cached up to this many bytes. */
const cacheBytes = 24 << 20

/** Numeric columns in kernel memory, sorted when first requested. */
export class ColumnArena {
  readonly rows: number
  readonly #kernels: Kernels
  readonly #arena: Arena
  readonly #input: Pick<KsgInput, 'columns' | 'origins'>
  readonly #kept: Uint32Array | null
  readonly #scratch: number
  readonly #placed = new Map<number, PlacedColumn>()
  #cacheStart = 0

  /** Uses only the rows `kept` of each column, or all if null. */
  constructor(
    kernels: Kernels,
    arena: Arena,
    input: Pick<KsgInput, 'columns' | 'origins'>,
    kept: Uint32Array | null,
    rows: number,
  ) {
    this.rows = rows
    this.#kernels = kernels
    this.#arena = arena
    this.#input = input
    this.#kept = kept
    this.#scratch = arena.bytes(kernels.run.sortColumnBytes(rows)).address
  }

  /** Keeps everything allocated so far. */
  fix(): void {
    this.#cacheStart = this.#arena.top
  }

  /** Loads the columns of a set, and may drop those of other sets from the cache. */
  place(columns: readonly number[]): PlacedColumn[] {
    if (this.#arena.top - this.#cacheStart > cacheBytes && this.#cacheStart > 0) {
      this.#placed.clear()
      this.#arena.release(this.#cacheStart)
    }
    return columns.map((column) => this.#place(column))
  }

  #place(column: number): PlacedColumn {
    let placed = this.#placed.get(column)
    if (!placed) {
      placed = this.#layOut(column)
      this.#placed.set(column, placed)
    }
    return placed
  }

  #layOut(number: number): PlacedColumn {
    const column = this.#input.columns[number]
    const origin = this.#input.origins?.[number] ?? NaN
    const { rows } = this
    const kept = this.#kept
    const { run } = this.#kernels
    const padding = run.columnPadding()
    const values = this.#arena.numbers(rows + 1)
    const sorted = this.#arena.numbers(rows + 2 * padding)
    const order = this.#arena.integers(rows)
    const view = values.view
    if (kept) for (let row = 0; row < rows; row++) view[row] = column[kept[row]]
    else view.set(column)
    const address = sorted.address + padding * 8
    const distinct = run.sortColumn(values.address, rows, address, order.address, this.#scratch)
    const tail = Math.floor(rows / 10)
    const ascending = sorted.view.subarray(padding, padding + rows)
    // Differences may overflow to infinity.
    const spread = Math.min(1e300, ascending[rows - 1 - tail] - ascending[tail])
    return { values, origin, sorted: address, order: order.address, distinct, spread }
  }
}

/** ψ(1) = −γ, the constant of Euler and Mascheroni. */
const psiOfOne = -0.5772156649015329

/** ψ(m), the digamma function, at index m = 1 … `most`; index 0 is unused. ψ(m + 1) = ψ(m) + 1/m. */
export function digammas(most: number): Float64Array {
  const table = new Float64Array(most + 1)
  let value = psiOfOne
  for (let m = 1; m <= most; m++) {
    table[m] = value
    value += 1 / m
  }
  return table
}
