import exp from '@stdlib/math-base-special-exp'
import log2 from '@stdlib/math-base-special-log2'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { CribaError } from '#core'
import type { Counts } from '#core'
import { checkBeta, countGroups, countRows, groupRows, ln2, rowsByClass, sufficientStatistic } from '#methods'
import { groupsAfter, hardBottleneck, mergingPath } from './hard-bottleneck.ts'

/** A soft bottleneck: each level belongs to clusters T with shares. Information in bits. */
export interface SoftBottleneck {
  /** p(t|x): for each level its share in each cluster. A level without rows has the shares p(t). */
  readonly shares: Shares
  /** I(X;T). */
  readonly compression: number
  /** I(T;C). */
  readonly relevance: number
  /** I(X;T) − βI(T;C). */
  readonly functional: number
  /** Whether the equations were solved to 1e−12 in the functional. */
  readonly converged: boolean
}

interface SoftBottleneckOptions {
  readonly beta: number
  /** |T|; by default the number of different p(c|x). */
  readonly clusters?: number
  /** Random starts, in addition to those from hard groupings. */
  readonly starts?: number
  readonly seed?: number
}

/** A functional this close to 0 is that of no information: one cluster. */
const negligible = 1e-12
/** Rounds for every start; only the best is iterated further, up to `maxRounds`. */
const trialRounds = 192
const maxRounds = 50_000

/**
 * The p(t|x) that minimises I(X;T) − βI(T;C) (Tishby, Pereira and Bialek 1999), from the table of X × C:
 * large β keeps information, β ≤ 1 none, since I(T;C) ≤ I(X;T). The self-consistent equations are iterated
 * from the groupings of greedy merging (single levels, and 2, 4, 8, … groups), from the hard bottleneck and
 * from seeded random shares. They have several solutions; the best one found is returned, never worse than
 * the hard one. Levels with equal p(c|x) have equal shares.
 */
export function softBottleneck(table: Counts, options: SoftBottleneckOptions): SoftBottleneck {
  const { beta, clusters, starts: randomStarts = 8, seed = 0 } = options
  checkBeta(beta)
  if (clusters !== undefined && !(clusters >= 1 && Number.isInteger(clusters))) {
    throw new CribaError('invalid', `invalid clusters: ${clusters} (needs a whole number, 1 or more)`)
  }
  const groups = sufficientStatistic(table)
  const merged = groupRows(table, groups)
  const size = Math.min(clusters ?? Infinity, merged.levels[0].length)
  if (beta <= 1 || size <= 1) return oneCluster(groups.length)
  const distributions = distributionsOf(merged)
  const starts = [
    ...groupedShares(merged, beta, size),
    ...randomShares(distributions.p.length, size, randomStarts, seed),
  ]
  const trials = starts.map((start) => solve(distributions, beta, start, trialRounds))
  const bestTrial = trials.reduce((a, b) => (b.functional < a.functional ? b : a))
  const best = bestTrial.converged ? bestTrial : solve(distributions, beta, bestTrial.shares, maxRounds)
  if (best.functional > -negligible) return oneCluster(groups.length)
  const { p } = clustersOf(distributions, best.shares)
  const isSeen = rowsByClass(table).map((row) => row.some((count) => count > 0))
  return { ...best, shares: groups.map((group, x) => (isSeen[x] ? best.shares[group] : p).slice()) }
}

function solve(distributions: Distributions, beta: number, start: Shares, rounds: number): SoftBottleneck {
  const { shares, converged } = iterateEquations(distributions, beta, start, rounds)
  const compression = informationOf({ p: distributions.p, given: shares })
  const relevance = informationOf(clustersOf(distributions, shares))
  return { shares, compression, relevance, functional: compression - beta * relevance, converged }
}

function distributionsOf(table: Counts): Distributions {
  const rows = rowsByClass(table)
  const totals = rows.map((row) => row.reduce((sum, count) => sum + count, 0))
  const n = countRows(table)
  return {
    p: Float64Array.from(totals, (total) => total / n),
    given: rows.map((row, x) => row.map((count) => count / totals[x])),
  }
}

/**
 * The hard bottleneck, and greedy groupings of the largest number of clusters and of 2, 4, 8, …, as shares 0
 * and 1.
 */
function groupedShares(table: Counts, beta: number, clusters: number): readonly Shares[] {
  const rows = rowsByClass(table)
  const { merges } = mergingPath(rows, 0)
  const greedy = merges
    .map((_, steps) => steps)
    .filter((steps) => rows.length - steps === clusters || isPowerOfTwo(rows.length - steps))
    .map((steps) => groupsAfter(rows.length, merges.slice(0, steps)))
  return [hardBottleneck(table, 1 / beta).groups, ...greedy]
    .filter((groups) => countGroups(groups) <= clusters)
    .map((groups) => groups.map((group) => new Float64Array(clusters).fill(1, group, group + 1)))
}

function randomShares(levels: number, clusters: number, starts: number, seed: number): readonly Shares[] {
  const random = xoroshiro128plus(seed)
  const share = () => {
    const uniform = uniformInt(random, 1, 1 << 30) / (1 << 30)
    // The fourth power concentrates the shares of a level on one cluster, as in good solutions.
    return uniform * uniform * uniform * uniform
  }
  const row = () => {
    const shares = Float64Array.from({ length: clusters }, share)
    const sum = shares.reduce((a, b) => a + b, 0)
    return shares.map((one) => one / sum)
  }
  return Array.from({ length: starts }, () => Array.from({ length: levels }, row))
}

function oneCluster(levels: number): SoftBottleneck {
  const shares = Array.from({ length: levels }, () => Float64Array.of(1))
  return { shares, compression: 0, relevance: 0, functional: 0, converged: true }
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0
}

/** The distribution of X, and that of another variable for each level of X. */
interface Distributions {
  readonly p: Float64Array
  readonly given: readonly Float64Array[]
}

/** p(t|x): for each level of X its share in each cluster. */
type Shares = readonly Float64Array[]

/** The iteration stops when the estimated remaining gain is below this, in bits. */
const tolerance = 1e-12
/** The gain is measured over this many rounds: that of one slow round would be lost in rounding. */
const roundsPerCheck = 32
/** Clusters whose p(c|t) differ by less than this everywhere are equal. */
const copyTolerance = 1e-7

interface EquationSolution {
  readonly shares: Shares
  /** Whether the estimated remaining gain is below 1e−12 bits. */
  readonly converged: boolean
}

/**
 * Iterates p(t|x) ∝ p(t)·2^(−β·KL(p(c|x) ‖ p(c|t))) from initial shares; each round lowers I(X;T) − βI(T;C).
 * It stops when the remaining gain, extrapolated from the last gains as a geometric series, is below 1e−12
 * bits, or after `rounds`. Clusters that have become equal are merged, which does not change the functional.
 */
function iterateEquations(
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
function clustersOf({ p, given }: Distributions, shares: Shares): Distributions {
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
function informationOf({ p, given }: Distributions): number {
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
