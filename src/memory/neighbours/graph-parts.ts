import type { EdgeFilter, NeighbourLists } from './graph-edges.ts'
import type { GraphSpace } from './row-reach.ts'

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
