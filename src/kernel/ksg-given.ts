import type { RowSpan } from './blocks.ts'
import type { Structure } from './ksg-search.ts'
import type { Sets } from './sets.ts'

/** Between each set and the columns `with`, by a rule of Kraskov, Stögbauer and Grassberger. */
export interface BetweenSets {
  readonly of: 'ksg'
  readonly with: readonly number[]
  readonly rule: 1 | 2
}

/** Between each set and levels, numbered below `count`, by the rule of Ross. */
export interface WithinLevels {
  readonly of: 'levels'
  readonly levels: Uint32Array
  readonly count: number
}

export interface KsgGiven {
  readonly rows: number
  /** Finite numbers by row. */
  readonly columns: readonly Float64Array[]
  readonly sets: Sets
  /** Neighbours looked at, fewer than the rows. */
  readonly k: number
  /** ψ(m) at place m, as `digammas` makes it for at least so many as there are rows. */
  readonly digamma: Float64Array
  readonly wanted: BetweenSets | WithinLevels
  /** How neighbours are found; by default as is faster. The results are the same. */
  readonly structure?: Structure
}

/** Does one set over a range of rows: sums of its blocks, rows with zero and with tied distances. */
export type SumSet = (
  set: number,
  rows: RowSpan,
) => { readonly sums: readonly number[]; readonly zeros: number; readonly tied: number }
