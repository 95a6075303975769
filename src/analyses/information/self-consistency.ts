import exp from '@stdlib/math-base-special-exp'
import log2 from '@stdlib/math-base-special-log2'
import { ln2 } from '#methods'

/** The distribution of X, and that of another variable for each level of X. */
export interface Distributions {
  readonly p: Float64Array
  readonly given: readonly Float64Array[]
}

/** p(t|x): for each level of X its share in each cluster. */
export type Shares = readonly Float64Array[]

/** The iteration stops when the estimated remaining gain is below this, in bits. */
const tolerance = 1e-12
/** The gain is measured over this many rounds: that of one slow round would be lost in rounding. */
const roundsPerCheck = 32
/** Clusters whose p(c|t) differ by less than this everywhere are equal. */
const copyTolerance = 1e-7

export interface EquationSolution {
  readonly shares: Shares
  /** Whether the estimated remaining gain is below 1e−12 bits. */
  readonly converged: boolean
}

/**
 * Iterates p(t|x) ∝ p(t)·2^(−β·KL(p(c|x) ‖ p(c|t))) from initial shares; each round lowers I(X;T) − βI(T;C).
 * It stops when the remaining gain, extrapolated from the last gains as a geometric series, is below 1e−12
 * bits, or after `rounds`. Clusters that have become equal are merged, which does not change the functional.
 */
export function iterateEquations(
  distributions: Distributions,
  beta: number,
  start: Shares,
  rounds: number,
): EquationSolution {
  let shares: Shares = start.map((row) => row.slice())
  const certainty = Float64Array.from(distributions.given, (distribution) =>
    distribution.reduce((sum, p) => (p > 0 ? sum + p * log2(p) : sum), 0),
  )
  let before = Infinity
  let lastGain = Infinity
  for (let round = 1; round <= rounds; round++) {
    const value = assign(distributions, certainty, clustersOf(distributions, shares), beta, shares)
    if (round % roundsPerCheck > 0) continue
    const gain = before - value
    const isSeries = gain < lastGain && lastGain < Infinity
    const isDone = gain <= 0 || (isSeries && (gain * gain) / (lastGain - gain) < tolerance)
    shares = mergeCopies(distributions, shares)
    if (isDone) return { shares, converged: true }
    before = value
    lastGain = gain
  }
  return { shares, converged: false }
}

/** Gives the share of clusters that are copies to the first of them. */
function mergeCopies(distributions: Distributions, shares: Shares): Shares {
  const { p, given } = clustersOf(distributions, shares)
  const originals: number[] = []
  const owner = Array.from(given, (distribution, t) => {
    const original = originals.findIndex((other) =>
      distribution.every((share, c) => Math.abs(share - given[other][c]) < copyTolerance),
    )
    return original >= 0 ? original : originals.push(t) - 1
  })
  if (originals.length === p.length) return shares
  return shares.map((row) => {
    const sums = new Float64Array(originals.length)
    row.forEach((share, t) => (sums[owner[t]] += share))
    return sums
  })
}

/**
 * Writes p(t|x) over the shares; answers −Σ p(x)·log₂ Z(x), which bounds the functional + βI(X;C) from above.
 */
function assign(
  { p, given }: Distributions,
  certainty: Float64Array,
  clusters: Distributions,
  beta: number,
  shares: Shares,
): number {
  const logP = clusters.p.map(log2)
  const logGiven = clusters.given.map((distribution) => distribution.map(log2))
  let value = 0
  for (let x = 0; x < p.length; x++) {
    const row = shares[x]
    let largest = -Infinity
    for (let t = 0; t < row.length; t++) {
      row[t] =
        logP[t] === -Infinity ? -Infinity : logP[t] + beta * (mean(logGiven[t], given[x]) - certainty[x])
      largest = Math.max(largest, row[t])
    }
    let z = 0
    for (let t = 0; t < row.length; t++) z += row[t] = exp(ln2 * (row[t] - largest))
    for (let t = 0; t < row.length; t++) row[t] /= z
    value -= p[x] * (largest + log2(z))
  }
  return value
}

/** The mean of some values under a distribution. */
function mean(values: Float64Array, distribution: Float64Array): number {
  let sum = 0
  for (let c = 0; c < distribution.length; c++) if (distribution[c] > 0) sum += distribution[c] * values[c]
  return sum
}

/** p(t) and p(c|t), from p(x), p(c|x) and p(t|x). */
export function clustersOf({ p, given }: Distributions, shares: Shares): Distributions {
  const weights = new Float64Array(shares[0].length)
  const classes = Array.from(weights, () => new Float64Array(given[0].length))
  for (let x = 0; x < p.length; x++) {
    for (let t = 0; t < weights.length; t++) {
      const joint = p[x] * shares[x][t]
      weights[t] += joint
      for (let c = 0; c < classes[t].length; c++) classes[t][c] += joint * given[x][c]
    }
  }
  return {
    p: weights,
    given: classes.map((row, t) => row.map((sum) => (weights[t] > 0 ? sum / weights[t] : 0))),
  }
}

/** The information two variables share, in bits. */
export function informationOf({ p, given }: Distributions): number {
  const margin = new Float64Array(given[0].length)
  given.forEach((distribution, x) => distribution.forEach((share, c) => (margin[c] += p[x] * share)))
  let bits = 0
  given.forEach((distribution, x) =>
    distribution.forEach((share, c) => {
      if (p[x] * share > 0) bits += p[x] * share * log2(share / margin[c])
    }),
  )
  return Math.max(0, bits)
}
