import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'

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

/** Moves the intercept of each list until its expected weight of rows is that of its class. */
export function fitIntercepts(rows: LabelledRows, sums: readonly Float64Array[]): readonly number[] {
  const moved = sums.map(() => 0)
  for (let round = 0; round < 50; round++) {
    const likelihood = likelihoodOf(rows, sums)
    const slopes = slopesOfRows(rows, likelihood)
    let furthest = 0
    slopes.forEach((own, list) => {
      let [slope, curvature] = [0, 0]
      const of = likelihood.probabilities[list]
      for (let row = 0; row < own.length; row++) {
        slope += own[row]
        curvature += rows.weights[row] * of[row] * (1 - of[row])
      }
      furthest = Math.max(furthest, Math.abs(slope))
      // Lists move together, so each only so far as their curvatures together allow.
      const step = curvature > 0 ? -slope / curvature / (sums.length > 1 ? 2 : 1) : 0
      const move = Math.max(-2, Math.min(2, step))
      moved[list] += move
      for (let row = 0; row < own.length; row++) sums[list][row] += move
    })
    if (furthest < 1e-15) break
  }
  return moved
}
