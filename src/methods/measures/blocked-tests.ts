import { ascendingOrder, isNear } from '#core'
import { factorRow, rankTolerance, solveRow } from './cholesky.ts'
import { chiSquareTail, normalTail, studentTail } from './tails.ts'
import { canSquare, ratio } from './test.ts'
import type { Test } from './test.ts'

/** The rows of a column that have a value, a class and a weight, block by block. */
export interface BlockedRows {
  /** Where each block begins, and the end. */
  readonly starts: readonly number[]
  readonly x: Float64Array
  /** The class of each row by its number. */
  readonly y: Float64Array
  readonly weights: Float64Array
}

/** The rows of a column by block, in the order of the numbers of the blocks. */
export function rowsByBlock(
  order: Uint32Array,
  { block, x, y, weights }: Omit<BlockedRows, 'starts'> & { readonly block: Float64Array },
): BlockedRows {
  const rows = order.filter((row) => weights[row] > 0 && !Number.isNaN(x[row]) && !Number.isNaN(y[row]))
  const starts = [...rows.keys()].filter(
    (place) => place === 0 || block[rows[place]] !== block[rows[place - 1]],
  )
  const take = (column: Float64Array) => Float64Array.from(rows, (row) => column[row])
  return { starts: [...starts, rows.length], x: take(x), y: take(y), weights: take(weights) }
}

/** A block: how many rows each class has there, weighted, and its rows. */
interface Block {
  readonly n: number
  readonly ofClass: Float64Array
  readonly from: number
  readonly to: number
}

function* blocksOf({ starts, y, weights }: BlockedRows, classes: number): Generator<Block> {
  for (let i = 0; i + 1 < starts.length; i++) {
    const ofClass = new Float64Array(classes)
    for (let row = starts[i]; row < starts[i + 1]; row++) ofClass[y[row]] += weights[row]
    yield { n: ofClass.reduce((sum, n) => sum + n, 0), ofClass, from: starts[i], to: starts[i + 1] }
  }
}

const outOfRange: Test = {
  score: NaN,
  why: 'values too large, or too close together, to square (rescale the column)',
}
const noBlock: Test = { score: NaN, why: 'no block has rows of two classes' }

/** The statistics of tests within blocks: how far counts or sums are from what is expected, and their covariance. */
class BlockSums {
  readonly difference: Float64Array
  readonly covariance: Float64Array
  /** Blocks that have rows of two classes. */
  blocks = 0

  constructor(size: number) {
    this.difference = new Float64Array(size)
    this.covariance = new Float64Array(size * size)
  }

  /** dᵀV⁻¹d, χ² with the rank of V. */
  test(): Test {
    if (this.blocks === 0) return noBlock
    const { difference, covariance } = this
    const size = difference.length
    const factor: Float64Array[] = []
    const solved = new Float64Array(size)
    for (let i = 0; i < size; i++) {
      factor.push(covariance.slice(i * size, i * size + i + 1))
      factorRow(factor[i], factor.slice(0, i), covariance[i * size + i] * rankTolerance)
      solved[i] = solveRow(factor[i], difference[i], solved)
    }
    const rank = factor.filter((row, i) => row[i] > 0).length
    if (rank === 0) return { score: 0, pValue: 1 }
    const score = solved.reduce((sum, value) => sum + value * value, 0)
    return { score, pValue: chiSquareTail(score, rank) }
  }
}

/**
 * t of the difference of two classes within blocks: t = S_xy·√(df/(S_xx·S_yy − S_xy²)), S the sums of squares
 * and products about the means of the blocks, df = rows − blocks − 1. Of pairs it is the paired t, df = pairs −
 * 1 (Student 1908).
 */
export function pairedT(rows: BlockedRows): Test {
  const [min, max] = rows.x.reduce(
    ([least, most], x) => [Math.min(least, x), Math.max(most, x)],
    [Infinity, -Infinity],
  )
  if (min <= max && !canSquare(min, max)) return outOfRange
  let [xx, xy, yy, df] = [0, 0, 0, -1]
  for (const { n, ofClass, from, to } of blocksOf(rows, 2)) {
    // About the first, so that equal values are no deviations.
    const first = rows.x[from]
    let mean = 0
    for (let row = from; row < to; row++) mean += (rows.weights[row] / n) * (rows.x[row] - first)
    const share = ofClass[0] / n
    df += n - 1
    yy += n * share * (1 - share)
    for (let row = from; row < to; row++) {
      const [weight, x] = [rows.weights[row], rows.x[row] - first - mean]
      xx += weight * x * x
      xy += weight * x * ((rows.y[row] === 0 ? 1 : 0) - share)
    }
  }
  if (yy === 0) return noBlock
  if (min === max) return { score: 0, pValue: 1 }
  if (df < 1) return { score: NaN, why: 'one pair alone (needs two or more)' }
  const left = xx * yy - xy * xy
  const score = ratio(xy * Math.sqrt(df), left > rankTolerance * xx * yy ? Math.sqrt(left) : 0)
  return { score, pValue: studentTail(score, df) }
}

/** Means that differ by a smaller share of them are equal but for rounding. */
const roundingOfMeans = 1e-15
/** Below so many differences without ties and zeros p is exact, as in R. */
const mostExact = 50

/**
 * Wilcoxon's signed-rank test of the differences between the means of two classes in each block, of pairs their
 * differences; those of 0 are left out. z = (V − n(n+1)/4)/σ, V the sum of the ranks of positive ones, σ
 * corrected for ties, no continuity correction. p as in R: exact for fewer than 50 without ties and zeros, else
 * normal with continuity correction.
 */
export function signedRank(rows: BlockedRows): Test {
  const differences: number[] = []
  let zeros = 0
  for (const { ofClass, from, to } of blocksOf(rows, 2)) {
    if (ofClass.includes(0)) continue
    const means = [0, 0]
    for (let row = from; row < to; row++)
      means[rows.y[row]] += (rows.weights[row] / ofClass[rows.y[row]]) * rows.x[row]
    // The difference of two numbers is exact where it matters; that of means is not.
    const slack = to - from > 2 ? roundingOfMeans * Math.max(Math.abs(means[0]), Math.abs(means[1])) : 0
    if (Math.abs(means[0] - means[1]) <= slack) zeros++
    else differences.push(means[0] - means[1])
  }
  const n = differences.length
  if (n === 0) return zeros > 0 ? { score: 0, pValue: 1 } : noBlock
  const sizes = Float64Array.from(differences, (one) => Math.abs(one))
  const order = ascendingOrder(sizes, Uint32Array.from(sizes.keys()))
  let [v, ties] = [0, 0]
  for (let start = 0, end = 1; start < n; start = end++) {
    while (end < n && isNear(sizes[order[end]], sizes[order[start]])) end++
    const tied = end - start
    ties += tied * tied * tied - tied
    for (let i = start; i < end; i++) if (differences[order[i]] > 0) v += (start + end + 1) / 2
  }
  const centre = (n * (n + 1)) / 4
  const sigma = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24 - ties / 48)
  const score = (v - centre) / sigma
  if (n < mostExact && ties === 0 && zeros === 0)
    return { score, pValue: exactSignedRankTail(n, v), pFrom: 'exact' }
  return { score, pValue: normalTail(Math.max(0, Math.abs(v - centre) - 0.5) / sigma) }
}

/** The two-sided probability of a V at least as far from its centre, from the subsets of the ranks of each sum. */
function exactSignedRankTail(n: number, v: number): number {
  const most = (n * (n + 1)) / 2
  const share = new Float64Array(most + 1)
  share[0] = 1
  for (let rank = 1; rank <= n; rank++) {
    for (let sum = most; sum >= 0; sum--)
      share[sum] = (share[sum] + (sum >= rank ? share[sum - rank] : 0)) / 2
  }
  let tail = 0
  for (let sum = 0; sum <= Math.min(v, most - v); sum++) tail += share[sum]
  return Math.min(1, 2 * tail)
}

/**
 * Friedman's test: of ranks within blocks, the sums of the classes less those expected, over their covariance
 * under permutations within blocks, χ². With one row of each class in each block it is Friedman's χ², corrected
 * for ties; blocks of other sizes count as in the test of mean scores of Mantel and Haenszel (Landis, Heyman
 * and Koch 1978).
 */
export function friedmanTest(rows: BlockedRows, classes: number): Test {
  const size = classes - 1
  const sums = new BlockSums(size)
  for (const { n, ofClass, from, to } of blocksOf(rows, classes)) {
    if (ofClass.filter((count) => count > 0).length < 2) continue
    sums.blocks++
    const order = ascendingOrder(
      rows.x,
      Uint32Array.from({ length: to - from }, (_, i) => from + i),
    )
    let [below, squares] = [0, 0]
    for (let start = 0, end = 1; start < order.length; start = end++) {
      while (end < order.length && rows.x[order[end]] === rows.x[order[start]]) end++
      const tied = order.subarray(start, end)
      const weight = tied.reduce((sum, row) => sum + rows.weights[row], 0)
      // The mean rank of all rows of the block is (n + 1)/2.
      const rank = below + (weight + 1) / 2 - (n + 1) / 2
      squares += weight * rank * rank
      for (const row of tied) if (rows.y[row] < size) sums.difference[rows.y[row]] += rows.weights[row] * rank
      below += weight
    }
    addCovariance(sums.covariance, size, (k, l) => (squares / (n - 1)) * spread(ofClass, n, k, l))
  }
  return sums.test()
}

/** n_k·δ_kl − n_k·n_l/n. */
function spread(counts: Float64Array, n: number, k: number, l: number): number {
  return (k === l ? counts[k] : 0) - (counts[k] * counts[l]) / n
}

function addCovariance(covariance: Float64Array, size: number, of: (i: number, j: number) => number): void {
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) covariance[i * size + j] += of(i, j)
}

/** The covariance of more cells than these is too large. */
const mostCells = 400

/**
 * The test of Cochran, Mantel and Haenszel: counts of classes × levels less those expected in each block, added
 * up, over their covariance, χ²_{(K−1)(V−1)}, without continuity correction (Mantel and Haenszel 1959; Landis,
 * Heyman and Koch 1978).
 */
export function cochranMantelHaenszel(rows: BlockedRows, classes: number, levels: number): Test {
  const [down, across] = [classes - 1, levels - 1]
  const size = down * across
  if (size > mostCells) return { score: NaN, why: `${size} free cells (at most ${mostCells})` }
  const sums = new BlockSums(size)
  for (const { n, ofClass, from, to } of blocksOf(rows, classes)) {
    if (ofClass.filter((count) => count > 0).length < 2) continue
    sums.blocks++
    const ofLevel = new Float64Array(levels)
    const counts = new Float64Array(classes * levels)
    for (let row = from; row < to; row++) {
      ofLevel[rows.x[row]] += rows.weights[row]
      counts[rows.y[row] * levels + rows.x[row]] += rows.weights[row]
    }
    for (let k = 0; k < down; k++) {
      for (let v = 0; v < across; v++)
        sums.difference[k * across + v] += counts[k * levels + v] - (ofClass[k] * ofLevel[v]) / n
    }
    addCovariance(sums.covariance, size, (i, j) => {
      const [k, l] = [Math.floor(i / across), Math.floor(j / across)]
      return (spread(ofClass, n, k, l) * spread(ofLevel, n, i % across, j % across)) / (n - 1)
    })
  }
  return sums.test()
}
