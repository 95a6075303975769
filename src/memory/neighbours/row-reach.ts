import type { RowSpace } from './row-space.ts'

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

const { EPSILON: epsilon } = Number

/**
 * Squared distances that differ by no more than this from `square` are equal: more than the rounding of the
 * values and of the sum.
 */
export function slackOf(square: number, { space, extent }: GraphSpace): number {
  if (square === Infinity) return 0
  return epsilon * (8 * Math.sqrt(square) * Math.sqrt(extent) + square * (space.columns.length / 2 + 8))
}
