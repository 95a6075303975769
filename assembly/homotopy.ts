import { activeAt, beginPath, enter, LassoPath, leave, productsAt, rowAt } from './homotopy-active'
import { addFour, addMultiple, fourProducts, product, setValue, valueAt } from './vectors'

// The lasso from one penalty to a lower one: between the penalties at which a column enters or leaves, the
// weights are linear in the penalty. Osborne, Presnell and Turlach (2000); Efron, Hastie, Johnstone and
// Tibshirani (2004). With squares, which fall with the penalty, the weights are not: they are moved along the
// line on which the conditions of the new penalty come to hold with the squares of the triangle, as Ferreau,
// Bock and Diehl (2008) move between two quadratic programs. What these miss is less in each such turn.

const none: u32 = 0xffffffff

/** Follows the path of the lasso down to a penalty. Returns whether it got there. */
export function followPath(pathAt: usize, to: f64): bool {
  const path = changetype<LassoPath>(pathAt)
  memory.copy(path.bounded, path.left, (<usize>path.width) << 3)
  return advance(path, to, 1, load<f64>(path.penalty) - to)
}

/**
 * Moves the weights to those of a penalty, no greater than that reached, and of squares: at once where the
 * triangle has these squares, else nearer. Returns whether it got there.
 */
export function turnPath(pathAt: usize, to: f64, squares: f64): bool {
  const path = changetype<LassoPath>(pathAt)
  const count: f64 = path.count
  const penalty = load<f64>(path.penalty)
  if (penalty == to) path.turns++
  // A triangle of other squares needs more turns, of 2·width·count multiplications or less. It is made anew, in
  // count³/6, once they have taken as many.
  else if (12 * path.turns * path.width >= count * count && !beginPath(pathAt, squares)) return false
  for (let i: u32 = 0; i < path.width; i++) {
    const left = valueAt(path.left, i)
    const most = penalty * valueAt(path.factors, i)
    const sign = valueAt(path.signs, i)
    const reached = sign != 0 ? sign * most : max(-most, min(most, left))
    setValue(path.bounded, i, reached)
    setValue(path.pull, i, left - squares * valueAt(path.shares, i) * valueAt(path.weights, i) - reached)
  }
  for (let place: u32 = 0; place < path.count; place++) {
    const row = rowAt(path, place)
    const own = valueAt(path.pull, activeAt(path, place)) - product(row, path.pulled, place)
    setValue(path.pulled, place, own / valueAt(row, place))
  }
  path.isKnown = 0
  return advance(path, to, penalty - to, 1)
}

/** Lets the penalty fall `length` times by `fall`, to `to`. Returns whether it got there. */
function advance(path: LassoPath, to: f64, fall: f64, length: f64): bool {
  /**
   * The coordinate that left at this penalty, and the sign that it had: it comes back with the other one
   * only.
   */
  let gone = none
  let goneSign: f64 = 0
  let rest = length
  for (let turns = 20 * path.width + 20; turns > 0; turns--) {
    if (path.isKnown == 0) findDirection(path, fall)
    path.isKnown = 0
    const penalty = load<f64>(path.penalty)
    let step = rest
    let next = none
    for (let i: u32 = 0; i < path.width; i++) {
      const factor = valueAt(path.factors, i)
      if (valueAt(path.signs, i) != 0 || !isFinite(factor)) continue
      const signBefore: f64 = i == gone ? goneSign : 0
      const left = valueAt(path.bounded, i)
      const slope = valueAt(path.slopes, i)
      const rise = fall * factor - slope
      const sink = fall * factor + slope
      if (signBefore <= 0 && rise > 0 && penalty * factor - left < step * rise) {
        step = max(0, (penalty * factor - left) / rise)
        next = i
      }
      if (signBefore >= 0 && sink > 0 && penalty * factor + left < step * sink) {
        step = max(0, (penalty * factor + left) / sink)
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
    go(path, step, fall)
    rest -= step
    gone = none
    if (leaves != none) {
      gone = activeAt(path, leaves)
      goneSign = valueAt(path.signs, gone)
      leave(path, leaves)
    } else if (next != none) {
      const sign: f64 = valueAt(path.bounded, next) > 0 ? 1 : -1
      if (!enter(path, next, sign)) return false
    } else {
      store<f64>(path.penalty, to)
      path.isKnown = 1
      return true
    }
  }
  return false
}

/**
 * Finds how the weights change while the penalty falls by `fall` and all of the pull comes, and products with
 * what they leave.
 */
function findDirection(path: LassoPath, fall: f64): void {
  const direction = path.direction
  const count: u32 = path.count
  for (let place: u32 = 0; place < count; place++) {
    setValue(direction, place, fall * valueAt(path.solved, place) + valueAt(path.pulled, place))
  }
  memory.fill(path.changes, 0, (<usize>path.width) << 3)
  let place = count
  for (; place >= 4; place -= 4) {
    const row = rowAt(path, place - 4)
    const stride = (<usize>path.width + 1) << 3
    const third = row + 2 * stride
    const first = (<usize>(place - 4)) << 3
    const d = solvePlace(path, place - 1)
    addMultiple(third + stride + first, -d, direction + first, 3)
    const c = solvePlace(path, place - 2)
    addMultiple(third + first, -c, direction + first, 2)
    const b = solvePlace(path, place - 3)
    addMultiple(row + stride + first, -b, direction + first, 1)
    const a = solvePlace(path, place - 4)
    addFour(third + stride, third, row + stride, row, -d, -c, -b, -a, direction, place - 4)
  }
  for (; place > 0; place--) {
    const value = solvePlace(path, place - 1)
    addMultiple(rowAt(path, place - 1), -value, direction, place - 1)
  }
  if (count < path.width / 2) multiplyByRows(path)
  else multiplyByColumns(path)
  for (let i: u32 = 0; i < path.width; i++) {
    const sign = valueAt(path.signs, i)
    if (sign != 0) setValue(path.slopes, i, sign * fall * valueAt(path.factors, i))
    else setValue(path.slopes, i, valueAt(path.slopes, i) - valueAt(path.pull, i))
  }
}

/** Finds the change of the weight at a place, where those after it are taken off. */
function solvePlace(path: LassoPath, place: u32): f64 {
  const value = valueAt(path.direction, place) / valueAt(rowAt(path, place), place)
  setValue(path.direction, place, value)
  setValue(path.changes, activeAt(path, place), value)
  return value
}

/** Multiplies the products with the changes, row by row of those that change. */
function multiplyByRows(path: LassoPath): void {
  memory.fill(path.slopes, 0, (<usize>path.width) << 3)
  let place: u32 = 0
  for (; place + 4 <= path.count; place += 4) {
    addFour(
      activeProducts(path, place),
      activeProducts(path, place + 1),
      activeProducts(path, place + 2),
      activeProducts(path, place + 3),
      valueAt(path.direction, place),
      valueAt(path.direction, place + 1),
      valueAt(path.direction, place + 2),
      valueAt(path.direction, place + 3),
      path.slopes,
      path.width,
    )
  }
  for (; place < path.count; place++) {
    addMultiple(activeProducts(path, place), valueAt(path.direction, place), path.slopes, path.width)
  }
}

function activeProducts(path: LassoPath, place: u32): usize {
  return productsAt(path, activeAt(path, place))
}

/** Multiplies the products of the coordinates that are not active with the changes. */
function multiplyByColumns(path: LassoPath): void {
  const width = path.width
  for (let a = nextOut(path, 0); a < width;) {
    const b = nextOut(path, a + 1)
    const c = nextOut(path, b + 1)
    const d = nextOut(path, c + 1)
    if (d >= width) {
      for (; a < width; a = nextOut(path, a + 1)) {
        setValue(path.slopes, a, product(productsAt(path, a), path.changes, width))
      }
      return
    }
    fourProducts(
      path.changes,
      productsAt(path, a),
      productsAt(path, b),
      productsAt(path, c),
      productsAt(path, d),
      width,
      path.sums,
    )
    setValue(path.slopes, a, valueAt(path.sums, 0))
    setValue(path.slopes, b, valueAt(path.sums, 1))
    setValue(path.slopes, c, valueAt(path.sums, 2))
    setValue(path.slopes, d, valueAt(path.sums, 3))
    a = nextOut(path, d + 1)
  }
}

/** The first coordinate from one on that is not active; the width where none is. */
function nextOut(path: LassoPath, from: u32): u32 {
  let i = from
  while (i < path.width && valueAt(path.signs, i) != 0) i++
  return i
}

/** Goes a step. */
function go(path: LassoPath, step: f64, fall: f64): void {
  for (let place: u32 = 0; place < path.count; place++) {
    const i = activeAt(path, place)
    setValue(path.weights, i, valueAt(path.weights, i) + step * valueAt(path.direction, place))
  }
  addMultiple(path.slopes, -step, path.bounded, path.width)
  const squares = load<f64>(path.squares)
  for (let i: u32 = 0; i < path.width; i++) {
    const ofSquares = squares * valueAt(path.shares, i) * valueAt(path.changes, i)
    const change = valueAt(path.slopes, i) + valueAt(path.pull, i) - ofSquares
    setValue(path.left, i, valueAt(path.left, i) - step * change)
  }
  store<f64>(path.penalty, load<f64>(path.penalty) - step * fall)
}
