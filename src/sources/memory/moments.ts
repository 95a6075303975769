import { emptyMoments, mergeMoments } from '../../statistics/moments.ts'
import type { Moments } from '../../statistics/moments.ts'

/** Rows are summed in blocks of this size and the blocks merged in order, so that who sums a block changes no bit. */
const blockRows = 8192

/** Blocks of columns that several sets share, kept for as long as a request: the base of a family. */
export type SharedBlocks = ReadonlyMap<Float64Array, Map<number, CentredBlock>>

/** One block of a column about its own mean. */
export interface CentredBlock {
  readonly mean: number
  readonly meanLow: number
  readonly min: number
  readonly max: number
  readonly values: Float64Array
  /** Σ w·value². */
  readonly square: number
}

/** Moments of a set of variables over rows that are all complete and in play; `weights` null: each row counts once. */
export function momentsOf(
  columns: readonly Float64Array[],
  weights: Float64Array | null,
  shared: SharedBlocks,
): Moments {
  const rows = columns[0].length
  let total = emptyMoments(columns.length)
  for (let start = 0; start < rows; start += blockRows) {
    const end = Math.min(rows, start + blockRows)
    const blockWeights = weights && weights.subarray(start, end)
    total = mergeMoments(
      total,
      blockMoments(
        columns.map((column) => blockOf(column)),
        blockWeights,
      ),
    )

    function blockOf(column: Float64Array): CentredBlock {
      const kept = shared.get(column)
      const known = kept?.get(start)
      if (known) return known
      const block = centre(column.subarray(start, end), blockWeights)
      kept?.set(start, block)
      return block
    }
  }
  return total
}

function blockMoments(blocks: readonly CentredBlock[], weights: Float64Array | null): Moments {
  const width = blocks.length
  const moments = emptyMoments(width)
  const n = weights ? sum(weights) : blocks[0].values.length
  for (let i = 0; i < width; i++) {
    const { mean, meanLow, min, max } = blocks[i]
    moments.mean[i] = mean
    moments.meanLow[i] = meanLow
    moments.min[i] = min
    moments.max[i] = max
    for (let j = i; j < width; j++) {
      const product = i === j ? blocks[i].square : sumOfProducts(blocks[i].values, blocks[j].values, weights)
      const corrected = product - n * meanLow * blocks[j].meanLow
      moments.comoment[i * width + j] = corrected
      moments.comoment[j * width + i] = corrected
    }
  }
  return { ...moments, n }
}

/** Every weight of the block is above 0. */
function centre(column: Float64Array, weights: Float64Array | null): CentredBlock {
  const n = weights ? sum(weights) : column.length
  const mean = (weights ? sumOfProducts(column, weights, null) : sum(column)) / n
  const values = new Float64Array(column.length)
  let min = Infinity
  let max = -Infinity
  for (let row = 0; row < column.length; row++) {
    const value = column[row]
    if (value < min) min = value
    if (value > max) max = value
    values[row] = value - mean
  }
  const rest = weights ? sumOfProducts(values, weights, null) : sum(values)
  return { mean, meanLow: rest / n, min, max, values, square: sumOfProducts(values, values, weights) }
}

// Four partial sums hide the latency of an addition; their order is fixed, so the bits are too.
function sum(values: Float64Array): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let row = 0
  for (; row + 3 < values.length; row += 4) {
    a += values[row]
    b += values[row + 1]
    c += values[row + 2]
    d += values[row + 3]
  }
  for (; row < values.length; row++) a += values[row]
  return a + b + (c + d)
}

function sumOfProducts(x: Float64Array, y: Float64Array, weights: Float64Array | null): number {
  if (weights) {
    let total = 0
    for (let row = 0; row < x.length; row++) total += weights[row] * x[row] * y[row]
    return total
  }
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
