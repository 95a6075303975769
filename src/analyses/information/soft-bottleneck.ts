import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { CribaError } from '#core'
import type { Counts } from '#core'
import { checkBeta, countGroups, countRows, groupRows, rowsByClass, sufficientStatistic } from '#methods'
import { hardBottleneck } from './hard-bottleneck.ts'
import { groupsAfter, mergingPath } from './merging.ts'
import { clustersOf, informationOf, iterateEquations } from './self-consistency.ts'
import type { Distributions, Shares } from './self-consistency.ts'

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

export interface SoftBottleneckOptions {
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
