import { addMultiple, product, setValue, valueAt } from './vectors'

// The lasso from one penalty to a lower one: between the penalties at which a column enters or leaves, the
// weights are linear in the penalty. Osborne, Presnell and Turlach (2000); Efron, Hastie, Johnstone and
// Tibshirani (2004).

/** A path in memory; its fields have 32 bits each. */
@unmanaged
export class LassoPath {
  /** How many coordinates there are. */
  width: u32
  /** How many are active. */
  count: u32
  /** The penalty reached, one number. */
  penalty: usize
  /** What the penalty of each coordinate is multiplied with; infinite for one that never enters. */
  factors: usize
  /** Products of the coordinates with one another, row by row. */
  products: usize
  weights: usize
  /** Products of the coordinates with what is left of the target. */
  left: usize
  /** The active coordinates, in the order of the rows of the triangle. */
  active: usize
  /** The sign of each active coordinate's weight; 0 for the others. */
  signs: usize
  /** Cholesky's factor of the products of the active coordinates, row by row. */
  triangle: usize
  /** What the triangle takes to the factors of the active coordinates, with their signs. */
  solved: usize
  /**
   * How weights of active coordinates, those of all, and products with what is left change while the penalty
   * falls.
   */
  direction: usize
  changes: usize
  slopes: usize
}

/** A pivot below this share counts as 0: the column depends on the active ones. */
const leastPivot: f64 = 1e-9
const none: u32 = 0xffffffff

/** Makes active the coordinates that have weights. Returns whether they are independent. */
export function beginPath(pathAt: usize): bool {
  const path = changetype<LassoPath>(pathAt)
  path.count = 0
  for (let i: u32 = 0; i < path.width; i++) {
    const weight = valueAt(path.weights, i)
    setValue(path.signs, i, 0)
    if (weight != 0 && !enter(path, i, weight > 0 ? 1 : -1)) return false
  }
  return true
}

/** Follows the path down to a penalty. Returns whether it got there. */
export function followPath(pathAt: usize, to: f64): bool {
  const path = changetype<LassoPath>(pathAt)
  /**
   * The coordinate that left at this penalty, and the sign that it had: it comes back with the other one
   * only.
   */
  let gone = none
  let goneSign: f64 = 0
  for (let turns = 20 * path.width + 20; turns > 0; turns--) {
    findDirection(path)
    const penalty = load<f64>(path.penalty)
    let step = penalty - to
    let next = none
    for (let i: u32 = 0; i < path.width; i++) {
      const factor = valueAt(path.factors, i)
      if (valueAt(path.signs, i) != 0 || !isFinite(factor)) continue
      const signBefore: f64 = i == gone ? goneSign : 0
      const left = valueAt(path.left, i)
      const slope = valueAt(path.slopes, i)
      const rise = factor - slope
      const fall = factor + slope
      if (signBefore <= 0 && rise > 0 && penalty * factor - left < step * rise) {
        step = max(0, (penalty * factor - left) / rise)
        next = i
      }
      if (signBefore >= 0 && fall > 0 && penalty * factor + left < step * fall) {
        step = max(0, (penalty * factor + left) / fall)
        next = i
      }
    }
    let leaves = none
    for (let place: u32 = 0; place < path.count; place++) {
      const i = activeAt(path, place)
      const change = valueAt(path.direction, place)
      const sign = valueAt(path.signs, i)
      const size = sign * valueAt(path.weights, i)
      // A weight of the wrong sign comes of rounding, or of several columns that enter at one penalty.
      if (change * sign < 0 && size + step * change * sign <= 0) {
        step = max(0, size / (-change * sign))
        leaves = place
      }
    }
    go(path, step)
    gone = none
    if (leaves != none) {
      gone = activeAt(path, leaves)
      goneSign = valueAt(path.signs, gone)
      leave(path, leaves)
    } else if (next != none) {
      const sign: f64 = valueAt(path.left, next) > 0 ? 1 : -1
      if (!enter(path, next, sign)) return false
    } else {
      store<f64>(path.penalty, to)
      return true
    }
  }
  return false
}

/** Finds how the weights change while the penalty falls by 1, and products with what they leave. */
function findDirection(path: LassoPath): void {
  const direction = path.direction
  const count: u32 = path.count
  memory.copy(direction, path.solved, (<usize>count) << 3)
  memory.fill(path.changes, 0, (<usize>path.width) << 3)
  for (let place = count; place-- > 0;) {
    const row = rowAt(path, place)
    const value = valueAt(direction, place) / valueAt(row, place)
    setValue(direction, place, value)
    setValue(path.changes, activeAt(path, place), value)
    addMultiple(row, -value, direction, place)
  }
  const isWide = count < path.width / 2
  if (isWide) {
    memory.fill(path.slopes, 0, (<usize>path.width) << 3)
    for (let place: u32 = 0; place < count; place++) {
      addMultiple(productsAt(path, activeAt(path, place)), valueAt(direction, place), path.slopes, path.width)
    }
  }
  for (let i: u32 = 0; i < path.width; i++) {
    const sign = valueAt(path.signs, i)
    if (sign != 0) setValue(path.slopes, i, sign * valueAt(path.factors, i))
    else if (!isWide) setValue(path.slopes, i, product(productsAt(path, i), path.changes, path.width))
  }
}

/** Lets the penalty fall by a step. */
function go(path: LassoPath, step: f64): void {
  for (let place: u32 = 0; place < path.count; place++) {
    const i = activeAt(path, place)
    setValue(path.weights, i, valueAt(path.weights, i) + step * valueAt(path.direction, place))
  }
  addMultiple(path.slopes, -step, path.left, path.width)
  store<f64>(path.penalty, load<f64>(path.penalty) - step)
}

/** Makes a coordinate active; false where it depends on those that are. */
function enter(path: LassoPath, i: u32, sign: f64): bool {
  const count = path.count
  const row = rowAt(path, count)
  const products = productsAt(path, i)
  for (let place: u32 = 0; place < count; place++) {
    const other = rowAt(path, place)
    setValue(
      row,
      place,
      (valueAt(products, activeAt(path, place)) - product(row, other, place)) / valueAt(other, place),
    )
  }
  const own = valueAt(products, i)
  const rest = own - product(row, row, count)
  if (!(rest > leastPivot * own)) return false
  setValue(row, count, sqrt(rest))
  const right = sign * valueAt(path.factors, i)
  setValue(path.solved, count, (right - product(row, path.solved, count)) / sqrt(rest))
  store<u32>(path.active + ((<usize>count) << 2), i)
  setValue(path.signs, i, sign)
  path.count = count + 1
  return true
}

/** Takes an active coordinate out; turns of pairs of columns make a triangle again of the rows below. */
function leave(path: LassoPath, gone: u32): void {
  const i = activeAt(path, gone)
  setValue(path.weights, i, 0)
  setValue(path.signs, i, 0)
  const count = --path.count
  for (let place = gone; place < count; place++) {
    store<u32>(path.active + ((<usize>place) << 2), activeAt(path, place + 1))
    memory.copy(rowAt(path, place), rowAt(path, place + 1), (<usize>(place + 2)) << 3)
  }
  for (let column = gone; column < count; column++) {
    const first = rowAt(path, column)
    const a = valueAt(first, column)
    const b = valueAt(first, column + 1)
    const size = sqrt(a * a + b * b)
    const cosine = a / size
    const sine = b / size
    for (let place = column; place < count; place++) {
      const row = rowAt(path, place)
      const x = valueAt(row, column)
      const y = valueAt(row, column + 1)
      setValue(row, column, cosine * x + sine * y)
      setValue(row, column + 1, cosine * y - sine * x)
    }
    const x = valueAt(path.solved, column)
    const y = valueAt(path.solved, column + 1)
    setValue(path.solved, column, cosine * x + sine * y)
    setValue(path.solved, column + 1, cosine * y - sine * x)
  }
}

function activeAt(path: LassoPath, place: u32): u32 {
  return load<u32>(path.active + ((<usize>place) << 2))
}

function productsAt(path: LassoPath, i: u32): usize {
  return path.products + ((<usize>i * path.width) << 3)
}

/** A row of the triangle, with room for one number more. */
function rowAt(path: LassoPath, place: u32): usize {
  return path.triangle + ((<usize>place * (path.width + 1)) << 3)
}
