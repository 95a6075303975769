import { fourProducts, product, setValue, valueAt } from './vectors'

// The active coordinates of a path of the lasso, and Cholesky's factor of their products.

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
  /**
   * What reaches the penalty where a coordinate enters: the same, or with squares less these, and moved by
   * what is still to be pulled.
   */
  bounded: usize
  /** What the squares of the weight of each coordinate are multiplied with. */
  shares: usize
  /** The penalty on squares that the diagonal of the triangle has, one number. */
  squares: usize
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
  /**
   * By how much the products with what is left of the target are to change besides, and what the triangle
   * takes to these of the active coordinates.
   */
  pull: usize
  pulled: usize
  /** Space for four numbers. */
  sums: usize
  /** 1 where the direction is still that of the active coordinates. */
  isKnown: u32
  /** How many turns went on to the penalty that the turn before had reached. */
  turns: u32
}

/** A pivot below this share counts as 0: the column depends on the active ones. */
const leastPivot: f64 = 1e-9
/**
 * Makes active the coordinates that have weights, with a penalty on squares. Returns whether they are
 * independent.
 */
export function beginPath(pathAt: usize, squares: f64): bool {
  const path = changetype<LassoPath>(pathAt)
  path.count = 0
  path.isKnown = 0
  path.turns = 0
  store<f64>(path.squares, squares)
  memory.fill(path.pull, 0, (<usize>path.width) << 3)
  for (let i: u32 = 0; i < path.width; i++) {
    const weight = valueAt(path.weights, i)
    setValue(path.signs, i, 0)
    if (weight != 0 && !enter(path, i, weight > 0 ? 1 : -1)) return false
  }
  return true
}

/** Makes a coordinate active; false where it depends on those that are. */
export function enter(path: LassoPath, i: u32, sign: f64): bool {
  const count = path.count
  const row = rowAt(path, count)
  const products = productsAt(path, i)
  let place: u32 = 0
  for (; place + 4 <= count; place += 4) {
    const other = rowAt(path, place)
    const stride = (<usize>path.width + 1) << 3
    const third = other + 2 * stride
    fourProducts(row, other, other + stride, third, third + stride, place, path.sums)
    for (let own: u32 = 0; own < 4; own++) {
      const after = product(row + ((<usize>place) << 3), other + stride * own + ((<usize>place) << 3), own)
      solvePlace(path, row, products, place + own, valueAt(path.sums, own) + after)
    }
  }
  for (; place < count; place++) {
    solvePlace(path, row, products, place, product(row, rowAt(path, place), place))
  }
  const own = valueAt(products, i) + load<f64>(path.squares) * valueAt(path.shares, i)
  const rest = own - product(row, row, count)
  if (!(rest > leastPivot * own)) return false
  setValue(row, count, sqrt(rest))
  const right = sign * valueAt(path.factors, i)
  setValue(path.solved, count, (right - product(row, path.solved, count)) / sqrt(rest))
  const pull = valueAt(path.pull, i)
  setValue(path.pulled, count, (pull - product(row, path.pulled, count)) / sqrt(rest))
  store<u32>(path.active + ((<usize>count) << 2), i)
  setValue(path.signs, i, sign)
  path.count = count + 1
  return true
}

/** Finds a number of a new row; `known`: what those before it give. */
function solvePlace(path: LassoPath, row: usize, products: usize, place: u32, known: f64): void {
  const own = valueAt(products, activeAt(path, place)) - known
  setValue(row, place, own / valueAt(rowAt(path, place), place))
}

/** Takes an active coordinate out; turns of pairs of columns make a triangle again of the rows below. */
export function leave(path: LassoPath, gone: u32): void {
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
      turn(rowAt(path, place), column, cosine, sine)
    }
    turn(path.solved, column, cosine, sine)
    turn(path.pulled, column, cosine, sine)
  }
}

/** Turns two neighbours. */
function turn(numbers: usize, i: u32, cosine: f64, sine: f64): void {
  const x = valueAt(numbers, i)
  const y = valueAt(numbers, i + 1)
  setValue(numbers, i, cosine * x + sine * y)
  setValue(numbers, i + 1, cosine * y - sine * x)
}

export function activeAt(path: LassoPath, place: u32): u32 {
  return load<u32>(path.active + ((<usize>place) << 2))
}

export function productsAt(path: LassoPath, i: u32): usize {
  return path.products + ((<usize>i * path.width) << 3)
}

/** A row of the triangle, with room for one number more. */
export function rowAt(path: LassoPath, place: u32): usize {
  return path.triangle + ((<usize>place * (path.width + 1)) << 3)
}
