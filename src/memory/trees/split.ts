import ln from '@stdlib/math-base-special-ln'
import type { Histogram } from './histogram.ts'

/** A way to divide the rows of a node by a column. */
export interface Split {
  /** The place among the columns; −1 for none. */
  column: number
  /**
   * What is maximised. Of numbers and two classes the square (Σ_l y·n_r − Σ_r y·n_l)²/(n_l·n_r), else the sum
   * of the scores of both sides.
   */
  score: number
  /** The weight on the left. */
  weight: number
  /** Of numbers: whether rows have missing values, and whether they go left. */
  hasMissing: boolean
  isMissingLeft: boolean
  /**
   * Of numbers the last bin on the left, and the next that has rows; −1 where only missing values are right.
   */
  last: number
  next: number
  /** Of levels those that rows have, those on the left first. */
  readonly bins: Uint16Array
  leftCount: number
  count: number
}

/** A split of columns of at most so many levels, to be found. */
export function emptySplit(levels: number): Split {
  return {
    column: -1,
    score: -Infinity,
    weight: 0,
    hasMissing: false,
    isMissingLeft: false,
    last: 0,
    next: 0,
    bins: new Uint16Array(levels + 1),
    leftCount: 0,
    count: 0,
  }
}

/** Forgets what was found. */
export function reset(split: Split): Split {
  split.column = -1
  split.score = -Infinity
  return split
}

/** What all rows of a node sum to, as in a bin, and the least weight of a side. */
export interface NodeSums {
  readonly sums: Float64Array
  readonly leaf: number
}

/** Scores what the rows of one side sum to. */
export type SideScore = (sums: Float64Array) => number

/**
 * Finds the best split among bins in their order, by the score of a side, or without one by the squares of a
 * target of numbers; with missing numbers on the right, then on the left. Of equal splits the first.
 */
export function scanBins(
  histogram: Histogram,
  node: NodeSums,
  sideScore: SideScore | null,
  column: number,
  isOrdered: boolean,
  best: Split,
): void {
  for (let isLeft = false; ; isLeft = true) {
    const at = sideScore
      ? scanSides(histogram, node, sideScore, isLeft, best)
      : scanSquares(histogram, node, isLeft, best)
    if (at >= 0) {
      const { bins, count } = histogram
      best.column = column
      best.isMissingLeft = isLeft
      best.last = bins[at]
      best.next = at + 1 < count ? bins[at + 1] : -1
      best.hasMissing = histogram.missing >= 0
      if (!isOrdered) {
        best.leftCount = at + 1
        best.count = count
        for (let i = 0; i < count; i++) best.bins[i] = bins[i]
      }
    }
    if (isLeft || histogram.missing < 0) return
  }
}

/**
 * Of numbers: the least variance within both sides. The place of the last bin on the left; −1 if none is
 * better.
 */
function scanSquares(
  { cells, offset, bins, count, missing }: Histogram,
  { sums, leaf }: NodeSums,
  isMissingLeft: boolean,
  best: Split,
): number {
  const weight = sums[0]
  const sum = sums[1]
  let ofLeft = isMissingLeft ? cells[offset + 2 * missing] : 0
  let enough = best.score * (1 - 1e-14)
  let sumLeft = isMissingLeft ? cells[offset + 2 * missing + 1] : 0
  const end = missing >= 0 && !isMissingLeft ? count : count - 1
  let found = -1
  for (let i = 0; i < end; i++) {
    const cell = offset + 2 * bins[i]
    ofLeft += cells[cell]
    sumLeft += cells[cell + 1]
    const ofRight = weight - ofLeft
    if (ofLeft < leaf) continue
    if (ofRight < leaf) break
    const difference = sumLeft * ofRight - (sum - sumLeft) * ofLeft
    const square = difference * difference
    const both = ofLeft * ofRight
    // Most are worse by more than rounding: a product takes less time than a quotient.
    if (square < both * enough) continue
    const score = square / both
    if (score <= best.score) continue
    best.score = score
    enough = score * (1 - 1e-14)
    best.weight = ofLeft
    found = i
  }
  return found
}

const sides = { left: new Float64Array(0), right: new Float64Array(0) }

/** Finds the best split by any score of a side. */
function scanSides(
  { cells, offset, width, bins, count, missing }: Histogram,
  { sums, leaf }: NodeSums,
  sideScore: SideScore,
  isMissingLeft: boolean,
  best: Split,
): number {
  if (sides.left.length !== width) {
    sides.left = new Float64Array(width)
    sides.right = new Float64Array(width)
  }
  const { left, right } = sides
  for (let i = 0; i < width; i++) left[i] = isMissingLeft ? cells[offset + missing * width + i] : 0
  const end = missing >= 0 && !isMissingLeft ? count : count - 1
  let found = -1
  for (let bin = 0; bin < end; bin++) {
    const cell = offset + bins[bin] * width
    for (let i = 0; i < width; i++) {
      left[i] += cells[cell + i]
      right[i] = sums[i] - left[i]
    }
    if (left[0] < leaf) continue
    if (right[0] < leaf) break
    const score = sideScore(left) + sideScore(right)
    if (score <= best.score) continue
    best.score = score
    best.weight = left[0]
    found = bin
  }
  return found
}

/**
 * Puts levels in the order of the mean of cell `of`: for two classes or numbers the best of all divisions is
 * one along this order (Fisher 1958; Breiman et al. 1984). Equal means in the order of the levels.
 */
export function orderByMean({ cells, offset, width, bins, count }: Histogram, of: number): void {
  const means = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const bin = bins[i]
    const cell = offset + bin * width
    const mean = cells[cell + of] / cells[cell]
    let to = i
    for (; to > 0 && (means[to - 1] > mean || (means[to - 1] === mean && bins[to - 1] > bin)); to--) {
      bins[to] = bins[to - 1]
      means[to] = means[to - 1]
    }
    bins[to] = bin
    means[to] = mean
  }
}

/** Σ n_c²/n: the greater, the smaller the Gini impurity of n rows, n_c of each class. */
export const giniScore: SideScore = (sums) => {
  let squares = 0
  for (let i = 1; i < sums.length; i++) squares += sums[i] * sums[i]
  return squares / sums[0]
}

/** Σ n_c ln n_c − n ln n: minus n times the entropy. */
export const entropyScore: SideScore = (sums) => {
  let sum = 0
  for (let i = 1; i < sums.length; i++) sum += timesLog(sums[i])
  return sum - timesLog(sums[0])
}

const known = new Float64Array(1 << 16).fill(NaN)

/** x·ln x. */
export function timesLog(x: number): number {
  if (x <= 0) return 0
  if (x >= known.length || x !== Math.floor(x)) return x * ln(x)
  if (Number.isNaN(known[x])) known[x] = x * ln(x)
  return known[x]
}
