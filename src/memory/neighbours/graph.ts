import type { RowSpace } from './row-space.ts'

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

/** Rows as points of numbers. */
export interface GraphSpace {
  readonly space: RowSpace
  /**
   * The sum of the squares of the greatest size of a value of each column: values were rounded before they
   * were scaled.
   */
  readonly extent: number
  /** The values row by row; null where there are few columns, or very many values. */
  readonly points: Float64Array | null
}

/** Rows as points, and what is asked of them. */
export interface GraphInput extends GraphSpace {
  readonly wanted: GraphWanted
}

/**
 * - `nearest`: the k nearest rows of each row, with all tied at the k-th distance, and how far that reaches;
 * - `outside`: the nearest row with another mark;
 * - `nearer`: how many rows are nearer than that one;
 * - `lengths`: the squared lengths of the edges, summed;
 * - `forms`: what the edges, weighed, sum to.
 */
export type GraphWanted =
  | { readonly of: 'nearest'; readonly k: number }
  | { readonly of: 'outside' | 'nearer'; readonly marks: Uint32Array }
  | ({ readonly of: 'lengths' } & Edges)
  | ({ readonly of: 'forms'; readonly sigma: number | null } & Edges)

/**
 * Which rows have an edge: those of which either reaches the other, by squared distances, and whose labels
 * allow it.
 */
export interface Edges {
  readonly reach: Float64Array
  readonly labels: Int32Array
  readonly filter: EdgeFilter
}

export interface GraphTask {
  readonly rows: Uint32Array
  /** How many neighbours are listed at most. */
  readonly most: number
}

/** What `wanted` asks for, row by row of the task; fields that it does not ask for are empty. */
export interface GraphPart {
  /** `nearest`: the lists; null where they would be too long. */
  readonly lists: NeighbourLists | null
  /**
   * `nearest`: how far each row reaches. `outside`: the squared distance. `nearer`: how many rows are.
   * `forms`: the degree.
   */
  readonly numbers: Float64Array
  /**
   * `outside` and `nearer`: the nearest row outside. `forms`: pairs of rows that connect what the edges
   * connect.
   */
  readonly rows: Uint32Array
  /** `lengths` and `forms`: how many edges to later rows; `lengths`: the sum of their squared lengths. */
  readonly count: number
  readonly squares: number
  /** `forms`: for each column Σ s_ij (f_i − f_j)² over the edges to later rows. */
  readonly sums: Float64Array
}

/** A part without anything. */
export const nothing: GraphPart = {
  lists: null,
  numbers: new Float64Array(0),
  rows: new Uint32Array(0),
  count: 0,
  squares: 0,
  sums: new Float64Array(0),
}

const { EPSILON: epsilon } = Number

/**
 * Squared distances that differ by no more than this from `square` are equal: more than the rounding of the
 * values and of the sum.
 */
export function slackOf(square: number, { space, extent }: GraphSpace): number {
  if (square === Infinity) return 0
  return epsilon * (8 * Math.sqrt(square) * Math.sqrt(extent) + square * (space.columns.length / 2 + 8))
}
