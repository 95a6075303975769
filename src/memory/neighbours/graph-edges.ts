/** Which pairs of rows may have an edge, by their labels. */
export type EdgeFilter = 'all' | 'not-across-classes' | 'within-a-class' | 'of-unlabelled'

/** The rule as a function of two labels; −1 is none. */
export const admits: Readonly<Record<EdgeFilter, (a: number, b: number) => boolean>> = {
  all: () => true,
  'not-across-classes': (a, b) => a === b || a < 0 || b < 0,
  'within-a-class': (a, b) => a === b && a >= 0,
  'of-unlabelled': (a, b) => a < 0 || b < 0,
}

/** For each of some rows the rows beside it, and their squared distances. */
export interface NeighbourLists {
  /** Where the list of each row starts, and the length of all. */
  readonly starts: Uint32Array
  readonly rows: Uint32Array
  readonly squares: Float64Array
}

/** Lists that grow, up to a number of entries. */
export class GrowingLists {
  readonly #most: number
  readonly #starts = [0]
  #rows = new Uint32Array(64)
  #squares = new Float64Array(64)
  #length = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Adds to the list of the current row. */
  add(row: number, square: number): void {
    // One more than fits shows that there are too many.
    if (this.#length > this.#most) return
    if (this.#length === this.#rows.length) this.#grow()
    this.#rows[this.#length] = row
    this.#squares[this.#length++] = square
  }

  /** Ends the list of the current row. */
  close(): void {
    this.#starts.push(this.#length)
  }

  /** The lists; null where there was more than they hold. */
  lists(): NeighbourLists | null {
    if (this.#length > this.#most) return null
    return {
      starts: Uint32Array.from(this.#starts),
      rows: this.#rows.slice(0, this.#length),
      squares: this.#squares.slice(0, this.#length),
    }
  }

  #grow(): void {
    const [rows, squares] = [this.#rows, this.#squares]
    this.#rows = new Uint32Array(2 * rows.length)
    this.#rows.set(rows)
    this.#squares = new Float64Array(2 * squares.length)
    this.#squares.set(squares)
  }
}

/** Weights of edges by their squared length: exp(−d²/σ), or 1 where σ is null. Without any length, 1. */
export function weightOf(square: number, sigma: number | null, exp: (x: number) => number): number {
  return sigma === null || square === 0 ? 1 : exp(-square / sigma)
}

/** Connected rows (union–find). */
export class ConnectedRows {
  readonly #parents: Uint32Array
  /** How many parts there are. */
  parts: number

  constructor(rows: number) {
    this.#parents = Uint32Array.from({ length: rows }, (_, row) => row)
    this.parts = rows
  }

  /** The row that stands for the part of a row. */
  rootOf(row: number): number {
    const parents = this.#parents
    while (parents[row] !== row) row = parents[row] = parents[parents[row]]
    return row
  }

  /** Connects two rows; whether they were apart. */
  connect(a: number, b: number): boolean {
    const [first, second] = [this.rootOf(a), this.rootOf(b)]
    if (first === second) return false
    // The lower row stays the root, so the roots do not depend on the order.
    this.#parents[Math.max(first, second)] = Math.min(first, second)
    this.parts--
    return true
  }
}
