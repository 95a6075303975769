import type { CoordinateRows } from './coordinates.ts'

/** The loss where rows have some sums, list by list, and what follows from it. */
export interface Likelihood {
  /** Minus the logarithm of a likelihood, as a mean over rows; 0 where nothing is left to explain. */
  readonly loss: number
  /** For each list and row the slope of the loss. */
  slopes(): readonly Float64Array[]
  /** A bound of the loss from below, where slopes count: that of the dual problem at a share of the slopes. */
  dualAt(share: number): number
  curvature(): RowCurvature
}

/** How the slopes of rows change with their sums. */
export type RowCurvature =
  /** For two lists a number of each row, where each has a loss of its own. */
  | { readonly ofRows: (one: number, other: number) => Float64Array }
  /** Of one list the change of all slopes along a direction. */
  | { readonly along: (direction: Float64Array) => Float64Array }

/** Rows with what they have of the target. */
export interface TargetRows {
  /** The weight of each row; their sum is 1. */
  readonly weights: Float64Array
  /** How many lists of weights there are. */
  readonly lists: number
  /** The list of each class, below 0 of one without; of other targets the one of all rows. */
  readonly listOf: Int32Array
  /** Lists have intercepts. */
  readonly hasIntercepts: boolean
  /** All lists may move by the same. */
  readonly isSymmetric: boolean
  /** The likelihood where the lists have these sums over each row. */
  likelihood(sums: readonly Float64Array[]): Likelihood
  /** Moves the sums of each list by what lowers the loss most; how much that is. */
  withBestIntercepts(from: { readonly sums: readonly Float64Array[]; readonly likelihood: Likelihood }): {
    readonly moved: Float64Array
    readonly sums: readonly Float64Array[]
    readonly likelihood: Likelihood
  }
}

interface Rows {
  readonly coordinates: CoordinateRows
  readonly target: TargetRows
}

/** For each list the slope of the loss along each coordinate. */
export function slopesAlong({ coordinates }: Rows, likelihood: Likelihood): readonly Float64Array[] {
  const all = Array.from({ length: coordinates.count }, (_, i) => i)
  return likelihood.slopes().map((ofRows) => coordinates.productsWith(ofRows, all))
}

/** The likelihood where all weights are 0. */
export function likelihoodOfNone(target: TargetRows): Likelihood {
  const sums = Array.from({ length: target.lists }, () => new Float64Array(target.weights.length))
  return target.withBestIntercepts({ sums, likelihood: target.likelihood(sums) }).likelihood
}

/** A sum in the order of the rows; closures of `reduce` would take longer. */
export function sumOf(numbers: Float64Array): number {
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += numbers[i]
  return sum
}
