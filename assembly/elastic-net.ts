// Coordinate descent for the elastic net, on a matrix of products of columns. Columns come in blocks, each orthonormal in itself: the
// matrix has 1 on its diagonal, and 0 elsewhere within a block.

/** A problem in memory; its fields have 32 bits each. */
@unmanaged
export class PenalisedFit {
  /** How many coordinates there are. */
  width: u32
  blocks: u32
  /** The first coordinate of each block, and the number of coordinates. */
  starts: usize
  /** What the penalty of each block is multiplied with; infinite for a block that never moves. */
  factors: usize
  /** How many equal blocks each block stands for. */
  copies: usize
  /** Products of the coordinates with one another, row by row, and with the target. */
  products: usize
  withTarget: usize
  /** The weight of each coordinate. */
  weights: usize
  /** Products of the coordinates with what is left of the target. */
  left: usize
  /** Space for the changes of one block. */
  changes: usize
}

/**
 * Lowers ½‖y − Xw‖² + absolute·Σ f_b‖w_b‖ + ½·square·Σ‖w_b‖²/copies_b by moving the weights of each block once. Returns the greatest change of a weight.
 */
export function descend(fitAt: usize, absolute: f64, square: f64): f64 {
  const fit = changetype<PenalisedFit>(fitAt)
  let greatest: f64 = 0
  for (let block: u32 = 0; block < fit.blocks; block++) {
    const copies = load<f64>(fit.copies + ((<usize>block) << 3))
    greatest = max(greatest, moveBlock(fit, block, absolute, 1 + square / copies))
  }
  return greatest
}

/** Moves the weights of a block to their optimum beside those of the others; returns the greatest change. */
function moveBlock(fit: PenalisedFit, block: u32, absolute: f64, scale: f64): f64 {
  const at = fit.starts + ((<usize>block) << 2)
  const start = load<u32>(at)
  const end = load<u32>(at, 4)
  const penalty = absolute * load<f64>(fit.factors + ((<usize>block) << 3))
  let norm: f64 = 0
  for (let i = start; i < end; i++) {
    const alone = valueAt(fit.left, i) + valueAt(fit.weights, i)
    norm += alone * alone
  }
  norm = end - start == 1 ? abs(valueAt(fit.left, start) + valueAt(fit.weights, start)) : sqrt(norm)
  const kept = norm > penalty ? (1 - penalty / norm) / scale : 0
  let greatest: f64 = 0
  for (let i = start; i < end; i++) {
    const before = valueAt(fit.weights, i)
    const after = kept == 0 ? 0 : kept * (valueAt(fit.left, i) + before)
    store<f64>(fit.changes + ((<usize>(i - start)) << 3), after - before)
    store<f64>(fit.weights + ((<usize>i) << 3), after)
    greatest = max(greatest, abs(after - before))
  }
  for (let i = start; i < end; i++) {
    const change = valueAt(fit.changes, i - start)
    if (change != 0) addMultiple(fit.products + ((<usize>i * fit.width) << 3), -change, fit.left, fit.width)
  }
  return greatest
}

/** Computes what is left of the target from the weights, without the rounding that steps add up. */
export function computeLeft(fitAt: usize): void {
  const fit = changetype<PenalisedFit>(fitAt)
  memory.copy(fit.left, fit.withTarget, (<usize>fit.width) << 3)
  for (let i: u32 = 0; i < fit.width; i++) {
    const weight = valueAt(fit.weights, i)
    if (weight != 0) addMultiple(fit.products + ((<usize>i * fit.width) << 3), -weight, fit.left, fit.width)
  }
}

function valueAt(numbers: usize, i: u32): f64 {
  return load<f64>(numbers + ((<usize>i) << 3))
}

/** Adds a multiple of some numbers to others. */
function addMultiple(numbers: usize, multiple: f64, to: usize, count: u32): void {
  const factor = f64x2.splat(multiple)
  const end = to + ((<usize>(count & ~1)) << 3)
  for (; to < end; to += 16, numbers += 16) {
    v128.store(to, f64x2.add(v128.load(to), f64x2.mul(v128.load(numbers), factor)))
  }
  if (count & 1) store<f64>(to, load<f64>(to) + load<f64>(numbers) * multiple)
}
