import { ln2 } from './estimators.ts'
import exp from '@stdlib/math-base-special-exp'
import log2 from '@stdlib/math-base-special-log2'

/** A law of X, and of another variable for each level of X. */
export interface Laws {
  readonly p: Float64Array
  readonly given: readonly Float64Array[]
}

/** p(t|x): for each level of X its share in each cluster. */
export type Shares = readonly Float64Array[]

/** What may be left to gain, in bits, when the descent stops. */
const enough = 1e-12
/** Gains are weighed by so many rounds together: those of one would drown in rounding where they come slowly. */
const roundsTogether = 32
/** Clusters so near in every p(c|t) have become one. */
const copyWithin = 1e-7

export interface Descent {
  readonly shares: Shares
  /** Whether no more than 1e−12 bits seems left to gain. */
  readonly converged: boolean
}

/**
 * Iterates p(t|x) ∝ p(t)·2^(−β·KL(p(c|x) ‖ p(c|t))) from some shares; each round lowers I(X;T) − βI(T;C). It stops when
 * what is left to gain, were the last gains to go on as a geometric series, is below 1e−12 bits, or after `rounds`.
 * Clusters that have become one are put together, which the functional does not feel.
 */
export function descend(laws: Laws, beta: number, start: Shares, rounds: number): Descent {
  let shares: Shares = start.map((row) => row.slice())
  const certainty = Float64Array.from(laws.given, (law) =>
    law.reduce((sum, p) => (p > 0 ? sum + p * log2(p) : sum), 0),
  )
  let before = Infinity
  let lastGain = Infinity
  for (let round = 1; round <= rounds; round++) {
    const value = assign(laws, certainty, clustersOf(laws, shares), beta, shares)
    if (round % roundsTogether > 0) continue
    const gain = before - value
    const isSeries = gain < lastGain && lastGain < Infinity
    const isDone = gain <= 0 || (isSeries && (gain * gain) / (lastGain - gain) < enough)
    shares = withoutCopies(laws, shares)
    if (isDone) return { shares, converged: true }
    before = value
    lastGain = gain
  }
  return { shares, converged: false }
}

/** The same shares where no two clusters are copies. */
function withoutCopies(laws: Laws, shares: Shares): Shares {
  const { p, given } = clustersOf(laws, shares)
  const originals: number[] = []
  const owner = Array.from(given, (law, t) => {
    const original = originals.findIndex((other) =>
      law.every((share, c) => Math.abs(share - given[other][c]) < copyWithin),
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

/** Writes p(t|x) over the shares; answers −Σ p(x)·log₂ Z(x), which bounds the functional + βI(X;C) from above. */
function assign(
  { p, given }: Laws,
  certainty: Float64Array,
  clusters: Laws,
  beta: number,
  shares: Shares,
): number {
  const logP = clusters.p.map(log2)
  const logGiven = clusters.given.map((law) => law.map(log2))
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

/** The mean of some values under a law. */
function mean(values: Float64Array, law: Float64Array): number {
  let sum = 0
  for (let c = 0; c < law.length; c++) if (law[c] > 0) sum += law[c] * values[c]
  return sum
}

/** p(t) and p(c|t), from p(x), p(c|x) and p(t|x). */
export function clustersOf({ p, given }: Laws, shares: Shares): Laws {
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
export function informationOf({ p, given }: Laws): number {
  const margin = new Float64Array(given[0].length)
  given.forEach((law, x) => law.forEach((share, c) => (margin[c] += p[x] * share)))
  let bits = 0
  given.forEach((law, x) =>
    law.forEach((share, c) => {
      if (p[x] * share > 0) bits += p[x] * share * log2(share / margin[c])
    }),
  )
  return Math.max(0, bits)
}
