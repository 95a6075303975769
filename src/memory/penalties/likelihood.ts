import { cholesky, solveCholesky } from '#methods'
import type { CoordinateRows } from './coordinate-rows.ts'
import type { LabelledRows, Likelihood } from './labelled-rows.ts'

/**
 * For each list and row the weight of the row times p(c|x) less 1 where c is its class: the slope of the
 * loss.
 */
export function slopesOfRows(
  { classes, weights, listOf }: LabelledRows,
  { probabilities }: Likelihood,
): readonly Float64Array[] {
  return probabilities.map((own, list) => {
    const slopes = new Float64Array(own.length)
    for (let row = 0; row < own.length; row++)
      slopes[row] = weights[row] * (own[row] - Number(listOf[classes[row]] === list))
    return slopes
  })
}

interface Rows {
  readonly coordinates: CoordinateRows
  readonly labels: LabelledRows
}

/** For each list the slope of the loss along each coordinate. */
export function slopesAlong({ coordinates, labels }: Rows, likelihood: Likelihood): readonly Float64Array[] {
  const all = Array.from({ length: coordinates.count }, (_, i) => i)
  return slopesOfRows(labels, likelihood).map((ofRows) => coordinates.productsWith(ofRows, all))
}

/** The slopes where all weights are 0. */
export function slopesOfNone(rows: Rows): readonly Float64Array[] {
  const { labels } = rows
  const sums = Array.from({ length: labels.lists }, () => new Float64Array(labels.classes.length))
  return slopesAlong(rows, fitIntercepts(labels, { sums, likelihood: labels.likelihood(sums) }).likelihood)
}

/** Slopes of intercepts below this are 0. */
const noSlope = 1e-15
/** Newton steps at most, and how far one moves an intercept. */
const most = { steps: 50, move: 2 } as const

/**
 * Moves the sums of each list by what brings the expected weight of its rows to that of its class; how much
 * that is.
 */
export function fitIntercepts(
  rows: LabelledRows,
  from: { readonly sums: readonly Float64Array[]; readonly likelihood: Likelihood },
): {
  readonly moved: Float64Array
  readonly sums: readonly Float64Array[]
  readonly likelihood: Likelihood
} {
  let { sums, likelihood } = from
  const lists = sums.length
  const moved = new Float64Array(lists)
  // Without a class whose sum is 0 the intercepts are determined up to a constant: the last one stays.
  const free = rows.hasZero ? lists : lists - 1
  let before = Infinity
  for (let step = 0; step < most.steps; step++) {
    const slopes = slopesOfRows(rows, likelihood).map((own) => own.reduce((sum, slope) => sum + slope, 0))
    const furthest = slopes.reduce((most, slope) => Math.max(most, Math.abs(slope)), 0)
    // Only rounding is left.
    if (furthest < noSlope || (furthest < 1e-12 && furthest >= before / 2)) break
    before = furthest
    const moves = newtonStep(rows, likelihood, slopes, free).map((move) =>
      Math.max(-most.move, Math.min(most.move, move)),
    )
    moves.forEach((move, list) => (moved[list] += move))
    sums = sums.map((own, list) => (list < free ? own.map((sum) => sum + moves[list]) : own))
    likelihood = rows.likelihood(sums)
  }
  return { moved, sums, likelihood }
}

/** Minus the slopes of the first intercepts over their curvature; 0 where that is none. */
function newtonStep(
  { weights }: LabelledRows,
  { probabilities }: Likelihood,
  slopes: readonly number[],
  free: number,
): Float64Array {
  const curvature = new Float64Array(free * free)
  for (let a = 0; a < free; a++) {
    for (let b = 0; b < free; b++) {
      for (let i = 0; i < weights.length; i++) {
        curvature[a * free + b] += weights[i] * probabilities[a][i] * (Number(a === b) - probabilities[b][i])
      }
    }
  }
  const factor = cholesky(curvature, free)
  if (!factor) return new Float64Array(free)
  return solveCholesky(
    factor,
    Float64Array.from({ length: free }, (_, list) => -slopes[list]),
  )
}
