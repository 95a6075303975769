import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import { cholesky, solveCholesky } from '../models/cholesky.ts'
import type { CoordinateRows } from './coordinate-rows.ts'

/** The least probability of a held-out class that counts. */
const leastProbability = 1e-15

/** Rows with their classes: list `listOf[c]` of sums is that of class c, −1 of a class whose sum is always 0, −2 of one that no row has. */
export interface LabelledRows {
  readonly classes: Int32Array
  /** Their sum is 1. */
  readonly weights: Float64Array
  readonly listOf: Int32Array
}

/** The probabilities of rows, and what follows from them. */
export interface Likelihood {
  /** The weighted mean of −log p(y|x). */
  readonly loss: number
  /** For each list and row p(c|x). */
  readonly probabilities: readonly Float64Array[]
}

/** The probabilities where each list has these sums. */
export function likelihoodOf(
  { classes, weights, listOf }: LabelledRows,
  sums: readonly Float64Array[],
): Likelihood {
  const lists = sums.length
  const probabilities = sums.map(({ length }) => new Float64Array(length))
  const hasZero = listOf.includes(-1)
  let loss = 0
  for (let row = 0; row < classes.length; row++) {
    let most = hasZero ? 0 : sums[0][row]
    for (let list = 0; list < lists; list++) most = Math.max(most, sums[list][row])
    let all = hasZero ? exp(-most) : 0
    for (let list = 0; list < lists; list++) {
      const part = exp(sums[list][row] - most)
      probabilities[list][row] = part
      all += part
    }
    for (let list = 0; list < lists; list++) probabilities[list][row] /= all
    const own = listOf[classes[row]]
    loss +=
      own === -2
        ? -weights[row] * ln(leastProbability)
        : weights[row] * (most + ln(all) - (own < 0 ? 0 : sums[own][row]))
  }
  return { loss, probabilities }
}

/** For each list and row the weight of the row times p(c|x) less 1 where c is its class: the slope of the loss. */
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

/** For each list the slope of the loss along each coordinate. */
export function slopesAlong(
  set: LabelledRows & { readonly coordinates: CoordinateRows },
  likelihood: Likelihood,
): readonly Float64Array[] {
  const all = Array.from({ length: set.coordinates.count }, (_, i) => i)
  return slopesOfRows(set, likelihood).map((ofRows) => set.coordinates.productsWith(ofRows, all))
}

/** The slopes where all weights are 0. */
export function slopesOfNone(
  set: LabelledRows & { readonly coordinates: CoordinateRows; readonly lists: number },
): readonly Float64Array[] {
  const sums = Array.from({ length: set.lists }, () => new Float64Array(set.classes.length))
  return slopesAlong(set, fitIntercepts(set, { sums, likelihood: likelihoodOf(set, sums) }).likelihood)
}

/** The mean entropy, in nats, of the probabilities moved by a share 1 − `scale` to the classes of the rows. */
export function entropyTowards(
  { classes, weights, listOf }: LabelledRows,
  { probabilities }: Likelihood,
  scale: number,
): number {
  const lists = probabilities.length
  const hasZero = listOf.includes(-1)
  let entropy = 0
  for (let row = 0; row < classes.length; row++) {
    const own = listOf[classes[row]]
    let rest = 1
    let sum = 0
    for (let list = 0; list < lists; list++) {
      rest -= probabilities[list][row]
      const moved = scale * probabilities[list][row] + (own === list ? 1 - scale : 0)
      if (moved > 0) sum += moved * ln(moved)
    }
    const moved = scale * rest + (own === -1 ? 1 - scale : 0)
    if (hasZero && moved > 0) sum += moved * ln(moved)
    entropy -= weights[row] * sum
  }
  return entropy
}

/** Slopes of intercepts below this are 0. */
const noSlope = 1e-15
/** Newton steps at most, and how far one moves an intercept. */
const most = { steps: 50, move: 2 } as const

/** Moves the sums of each list by what brings the expected weight of its rows to that of its class; how much that is. */
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
  const free = rows.listOf.includes(-1) ? lists : lists - 1
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
    likelihood = likelihoodOf(rows, sums)
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
