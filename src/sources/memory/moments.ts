import { emptyMoments, mergeMoments } from '../../statistics/moments.ts'
import type { Moments } from '../../statistics/moments.ts'

/** Rows are summed in blocks of this size and the blocks merged in order, so that who sums a block changes no bit. */
const blockRows = 8192

/** Moments of a set of variables over rows that are all complete; `weights` null: each row counts once. */
export function momentsOf(columns: readonly Float64Array[], weights: Float64Array | null): Moments {
  const rows = columns[0].length
  let total = emptyMoments(columns.length)
  for (let start = 0; start < rows; start += blockRows) {
    total = mergeMoments(total, blockMoments(columns, weights, start, Math.min(rows, start + blockRows)))
  }
  return total
}

/** The same, apart for each level of `codes`. */
export function momentsByLevel(
  columns: readonly Float64Array[],
  weights: Float64Array | null,
  codes: ArrayLike<number>,
  levels: number,
): Moments[] {
  const rows = columns[0].length
  const totals = Array.from({ length: levels }, () => emptyMoments(columns.length))
  for (let start = 0; start < rows; start += blockRows) {
    const end = Math.min(rows, start + blockRows)
    const blocks = blockMomentsByLevel(columns, weights, codes, levels, start, end)
    for (let level = 0; level < levels; level++) totals[level] = mergeMoments(totals[level], blocks[level])
  }
  return totals
}

function blockMoments(
  columns: readonly Float64Array[],
  weights: Float64Array | null,
  start: number,
  end: number,
): Moments {
  const width = columns.length
  const moments = emptyMoments(width)
  const n = weights ? sum(weights, start, end) : end - start
  if (n === 0) return moments
  const centred = columns.map((column, i) => {
    const mean = (weights ? weightedSum(column, weights, start, end) : sum(column, start, end)) / n
    moments.mean[i] = mean
    const block = new Float64Array(end - start)
    let min = Infinity
    let max = -Infinity
    for (let row = start; row < end; row++) {
      const value = column[row]
      if (value < min && (!weights || weights[row] > 0)) min = value
      if (value > max && (!weights || weights[row] > 0)) max = value
      block[row - start] = value - mean
    }
    moments.min[i] = min
    moments.max[i] = max
    return block
  })
  for (let i = 0; i < width; i++) {
    for (let j = i; j < width; j++) {
      const product = weights
        ? weightedProduct(centred[i], centred[j], weights, start)
        : sumOfProducts(centred[i], centred[j])
      moments.comoment[i * width + j] = product
      moments.comoment[j * width + i] = product
    }
  }
  return { ...moments, n }
}

function blockMomentsByLevel(
  columns: readonly Float64Array[],
  weights: Float64Array | null,
  codes: ArrayLike<number>,
  levels: number,
  start: number,
  end: number,
): Moments[] {
  const width = columns.length
  const n = new Float64Array(levels)
  for (let row = start; row < end; row++) n[codes[row]] += weights ? weights[row] : 1
  const blocks = Array.from(n, (total) => ({ ...emptyMoments(width), n: total }))
  const means = columns.map((column, i) => {
    const mean = new Float64Array(levels)
    for (let row = start; row < end; row++)
      mean[codes[row]] += weights ? weights[row] * column[row] : column[row]
    for (let level = 0; level < levels; level++) {
      if (n[level] > 0) mean[level] /= n[level]
      blocks[level].mean[i] = n[level] > 0 ? mean[level] : 0
    }
    return mean
  })
  for (let i = 0; i < width; i++) {
    const min = new Float64Array(levels).fill(Infinity)
    const max = new Float64Array(levels).fill(-Infinity)
    for (let row = start; row < end; row++) {
      if (weights?.[row] === 0) continue
      const level = codes[row]
      if (columns[i][row] < min[level]) min[level] = columns[i][row]
      if (columns[i][row] > max[level]) max[level] = columns[i][row]
    }
    for (let j = i; j < width; j++) {
      const products = new Float64Array(levels)
      for (let row = start; row < end; row++) {
        const level = codes[row]
        const product = (columns[i][row] - means[i][level]) * (columns[j][row] - means[j][level])
        products[level] += weights ? weights[row] * product : product
      }
      for (let level = 0; level < levels; level++) {
        blocks[level].comoment[i * width + j] = products[level]
        blocks[level].comoment[j * width + i] = products[level]
      }
    }
    for (let level = 0; level < levels; level++) {
      blocks[level].min[i] = min[level]
      blocks[level].max[i] = max[level]
    }
  }
  return blocks
}

// Four partial sums hide the latency of an addition; their order is fixed, so the bits are too.
function sum(values: Float64Array, start: number, end: number): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let row = start
  for (; row + 3 < end; row += 4) {
    a += values[row]
    b += values[row + 1]
    c += values[row + 2]
    d += values[row + 3]
  }
  for (; row < end; row++) a += values[row]
  return a + b + (c + d)
}

function weightedSum(values: Float64Array, weights: Float64Array, start: number, end: number): number {
  let total = 0
  for (let row = start; row < end; row++) total += weights[row] * values[row]
  return total
}

function sumOfProducts(x: Float64Array, y: Float64Array): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let row = 0
  for (; row + 3 < x.length; row += 4) {
    a += x[row] * y[row]
    b += x[row + 1] * y[row + 1]
    c += x[row + 2] * y[row + 2]
    d += x[row + 3] * y[row + 3]
  }
  for (; row < x.length; row++) a += x[row] * y[row]
  return a + b + (c + d)
}

function weightedProduct(x: Float64Array, y: Float64Array, weights: Float64Array, start: number): number {
  let total = 0
  for (let row = 0; row < x.length; row++) total += weights[start + row] * x[row] * y[row]
  return total
}
