import type { RowSpan } from '../threads/blocks.ts'
import type { Sets } from '../threads/sets.ts'
import type { Origins } from './rounding.ts'

/** Information between each set and the columns `with`, by a rule of Kraskov, Stögbauer and Grassberger. */
export interface BetweenSets {
  readonly of: 'ksg'
  readonly with: readonly number[]
  readonly rule: 1 | 2
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
  readonly wanted: BetweenSets | WithinLevels
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
