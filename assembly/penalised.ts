import { addFour, addMultiple, product, setValue, valueAt } from './vectors'

// Coordinate descent for norms of blocks and groups of columns, on a matrix of products of columns. A block
// is orthonormal in itself: the matrix has 1 on its diagonal, and 0 elsewhere within a block. A group is one
// block or several in a row.

/** A problem in memory; its fields have 32 bits each. */
@unmanaged
export class PenalisedFit {
  /** How many coordinates there are. */
  width: u32
  groups: u32
  /** The first block of each group, and the number of blocks. */
  groupStarts: usize
  /** The first coordinate of each block, and the number of coordinates. */
  starts: usize
  /** What the penalty of each group is multiplied with. */
  groupFactors: usize
  /** What the penalty of each block is multiplied with; infinite for a block that never moves. */
  factors: usize
  /** How many equal groups each group stands for. */
  copies: usize
  /** At least the greatest eigenvalue of the products within each group. */
  bounds: usize
  /** Products of the coordinates with one another, row by row, and with the target. */
  products: usize
  withTarget: usize
  /** The weight of each coordinate. */
  weights: usize
  /** Products of the coordinates with what is left of the target. */
  left: usize
  /**
   * Space for the weights of one group before it moves, and for products of its coordinates with what is left
   * of the target.
   */
  before: usize
  within: usize
}

/** So often a group of several blocks moves before the others do. */
const moves: u32 = 4

/**
 * Lowers ½‖y − Xw‖² + penalty·(Σ f_b‖w_b‖ + Σ g_g‖w_g‖) + ½·square·Σ‖w_g‖²/copies_g by moving the weights of
 * each group once.
 */
export function descend(fitAt: usize, penalty: f64, square: f64): void {
  const fit = changetype<PenalisedFit>(fitAt)
  for (let group: u32 = 0; group < fit.groups; group++) moveGroup(fit, group, penalty, square)
}

function moveGroup(fit: PenalisedFit, group: u32, penalty: f64, square: f64): void {
  const first = integerAt(fit.groupStarts, group)
  const last = integerAt(fit.groupStarts, group + 1)
  const start = integerAt(fit.starts, first)
  const end = integerAt(fit.starts, last)
  const bound = valueAt(fit.bounds, group)
  const scale = bound + square / valueAt(fit.copies, group)
  const ofGroup = penalty * valueAt(fit.groupFactors, group)
  const bytes = (<usize>(end - start)) << 3
  memory.copy(fit.before, fit.weights + ((<usize>start) << 3), bytes)
  memory.copy(fit.within, fit.left + ((<usize>start) << 3), bytes)
  const times: u32 = last - first == 1 ? 1 : moves
  for (let move: u32 = 0; move < times; move++) {
    if (move > 0) leaveWithin(fit, start, end)
    for (let block = first; block < last; block++) {
      moveBlock(fit, start, block, bound, penalty * valueAt(fit.factors, block))
    }
    shrinkGroup(fit, start, end, ofGroup, scale)
  }
  for (let i = start; i < end; i++) {
    const change = valueAt(fit.weights, i) - valueAt(fit.before, i - start)
    if (change != 0) addMultiple(productsAt(fit, i), -change, fit.left, fit.width)
  }
}

/**
 * Computes what the weights of a group leave of the target within it, from what they left before it moved.
 */
function leaveWithin(fit: PenalisedFit, start: u32, end: u32): void {
  const own = end - start
  memory.copy(fit.within, fit.left + ((<usize>start) << 3), (<usize>own) << 3)
  for (let i = start; i < end; i++) {
    const change = valueAt(fit.weights, i) - valueAt(fit.before, i - start)
    if (change == 0) continue
    addMultiple(fit.products + ((<usize>i * fit.width + start) << 3), -change, fit.within, own)
  }
}

/** Goes down the slope of a block, by a step of 1/bound, and takes its own penalty off. */
function moveBlock(fit: PenalisedFit, groupStart: u32, block: u32, bound: f64, penalty: f64): void {
  const start = integerAt(fit.starts, block)
  const end = integerAt(fit.starts, block + 1)
  for (let i = start; i < end; i++) {
    setValue(fit.weights, i, bound * valueAt(fit.weights, i) + valueAt(fit.within, i - groupStart))
  }
  const norm = normOf(fit.weights, start, end)
  multiply(fit.weights, start, end, norm > penalty ? 1 - penalty / norm : 0)
}

/** Takes the penalty of a group off its weights, and divides them by the scale. */
function shrinkGroup(fit: PenalisedFit, start: u32, end: u32, penalty: f64, scale: f64): void {
  if (penalty == 0) {
    multiply(fit.weights, start, end, 1 / scale)
    return
  }
  const norm = normOf(fit.weights, start, end)
  multiply(fit.weights, start, end, norm > penalty ? (1 - penalty / norm) / scale : 0)
}

/** Computes what is left of the target from the weights, without the rounding that steps add up. */
export function computeLeft(fitAt: usize): void {
  const fit = changetype<PenalisedFit>(fitAt)
  const width = fit.width
  memory.copy(fit.left, fit.withTarget, (<usize>width) << 3)
  for (let a = nextIn(fit, 0); a < width;) {
    const b = nextIn(fit, a + 1)
    const c = nextIn(fit, b + 1)
    const d = nextIn(fit, c + 1)
    if (d >= width) {
      for (; a < width; a = nextIn(fit, a + 1)) {
        addMultiple(productsAt(fit, a), -valueAt(fit.weights, a), fit.left, width)
      }
      return
    }
    addFour(
      productsAt(fit, a),
      productsAt(fit, b),
      productsAt(fit, c),
      productsAt(fit, d),
      -valueAt(fit.weights, a),
      -valueAt(fit.weights, b),
      -valueAt(fit.weights, c),
      -valueAt(fit.weights, d),
      fit.left,
      width,
    )
    a = nextIn(fit, d + 1)
  }
}

/** wᵀPw of a symmetric matrix P. */
export function quadraticForm(matrix: usize, width: u32, weights: usize): f64 {
  let sum: f64 = 0
  for (let i: u32 = 0; i < width; i++) {
    const weight = valueAt(weights, i)
    if (weight == 0) continue
    const row = matrix + ((<usize>i * width) << 3)
    sum += weight * (weight * valueAt(row, i) + 2 * product(row, weights, i))
  }
  return sum
}

/** The first coordinate from one on that has a weight; the width where none has. */
function nextIn(fit: PenalisedFit, from: u32): u32 {
  let i = from
  while (i < fit.width && valueAt(fit.weights, i) == 0) i++
  return i
}

function productsAt(fit: PenalisedFit, i: u32): usize {
  return fit.products + ((<usize>i * fit.width) << 3)
}

function normOf(numbers: usize, start: u32, end: u32): f64 {
  if (end - start == 1) return abs(valueAt(numbers, start))
  let squares: f64 = 0
  for (let i = start; i < end; i++) squares += valueAt(numbers, i) * valueAt(numbers, i)
  return sqrt(squares)
}

/** Multiplies some numbers; those that become 0 have no sign. */
function multiply(numbers: usize, start: u32, end: u32, factor: f64): void {
  for (let i = start; i < end; i++) setValue(numbers, i, factor == 0 ? 0 : factor * valueAt(numbers, i))
}

function integerAt(integers: usize, i: u32): u32 {
  return load<u32>(integers + ((<usize>i) << 2))
}
