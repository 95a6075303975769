/** A penalty for a target of variance 1: what norms are multiplied with, and squares. */
export interface ScaledPenalty {
  readonly norms: number
  readonly squares: number
}

/** Weights at a penalty. */
export interface PathPoint {
  readonly weights: Float64Array
  /** The mean squared residual. */
  readonly residual: number
  /**
   * A bound of the distance to the optimum: the duality gap; for `bridge` the greatest slope of the
   * objective.
   */
  readonly gap: number
}

/**
 * Where a path ends before its last penalty: where `most` blocks of coordinates are in or were, `entered` of
 * them before.
 */
export interface PathEnd {
  readonly most: number
  readonly entered: readonly number[]
}

/** Fits one penalty after the other, from the greatest on. */
export type PathSolver = (penalty: ScaledPenalty) => PathPoint
