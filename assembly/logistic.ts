import { coefficient, powerOf } from './density-power'

// Slopes and curvatures of losses of classes, for rows in pairs. Weights beyond the rows are 0. `table` comes from
// `fillPowers`.

/** 128/ln 2: powers of two in steps of 1/128 to one of e. */
const steps: f64 = 184.66496523378731

/**
 * Two classes: from z = log p(1)/p(0) of each row its slope weight·(p(1) − [class 1]) and its curvature weight·p(1)·p(0). `signs`:
 * 1 for rows of class 1, else −1.
 */
export function logisticSlopes(
  z: usize,
  signs: usize,
  weights: usize,
  rows: u32,
  table: usize,
  slopes: usize,
  curvatures: usize,
): void {
  const a = coefficient(table, 0)
  const b = coefficient(table, 1)
  const c = coefficient(table, 2)
  const d = coefficient(table, 3)
  const wholes = coefficient(table, 4)
  const most = coefficient(table, 5)
  const factor = f64x2.splat(steps)
  const one = f64x2.splat(1)
  const zero = f64x2.splat(0)
  const end = (<usize>rows) << 3
  for (let at: usize = 0; at < end; at += 16) {
    const sign = v128.load(signs + at)
    const weight = v128.load(weights + at)
    const margin = f64x2.mul(sign, v128.load(z + at))
    const power = powerOf(f64x2.mul(factor, f64x2.abs(margin)), table, a, b, c, d, wholes, most)
    const sum = f64x2.add(one, power)
    // The share of the other class.
    const wrong = f64x2.div(v128.bitselect(power, one, f64x2.ge(margin, zero)), sum)
    v128.store(slopes + at, f64x2.mul(weight, f64x2.neg(f64x2.mul(sign, wrong))))
    v128.store(curvatures + at, f64x2.mul(weight, f64x2.div(f64x2.div(power, sum), sum)))
  }
}

/** More classes: replaces z of each class, `stride` bytes apart, by p(c), and writes the slopes weight·(p(c) − [class c]). */
export function softmaxSlopes(
  z: usize,
  stride: usize,
  classes: u32,
  codes: usize,
  weights: usize,
  rows: u32,
  table: usize,
  slopes: usize,
): void {
  const a = coefficient(table, 0)
  const b = coefficient(table, 1)
  const c = coefficient(table, 2)
  const d = coefficient(table, 3)
  const wholes = coefficient(table, 4)
  const most = coefficient(table, 5)
  const factor = f64x2.splat(steps)
  const all = stride * classes
  const end = (<usize>rows) << 3
  for (let at: usize = 0; at < end; at += 16) {
    let greatest = v128.load(z + at)
    for (let one = stride; one < all; one += stride) greatest = f64x2.max(greatest, v128.load(z + one + at))
    let sum = f64x2.splat(0)
    for (let one: usize = 0; one < all; one += stride) {
      const below = f64x2.sub(greatest, v128.load(z + one + at))
      const power = powerOf(f64x2.mul(factor, below), table, a, b, c, d, wholes, most)
      v128.store(z + one + at, power)
      sum = f64x2.add(sum, power)
    }
    const weight = v128.load(weights + at)
    for (let one: usize = 0; one < all; one += stride) {
      const share = f64x2.div(v128.load(z + one + at), sum)
      v128.store(z + one + at, share)
      v128.store(slopes + one + at, f64x2.mul(weight, share))
    }
  }
  for (let row: u32 = 0; row < rows; row++) {
    const place = (<usize>row) << 3
    const own = slopes + stride * load<u32>(codes + ((<usize>row) << 2)) + place
    store<f64>(own, load<f64>(own) - load<f64>(weights + place))
  }
}

/** The change of the slopes of all classes along changes u of z: weight·p(c)·(u_c − Σ p·u), in the place of u. */
export function softmaxChanges(
  shares: usize,
  changes: usize,
  stride: usize,
  classes: u32,
  weights: usize,
  rows: u32,
): void {
  const all = stride * classes
  const end = (<usize>rows) << 3
  for (let at: usize = 0; at < end; at += 16) {
    let mean = f64x2.splat(0)
    for (let one: usize = 0; one < all; one += stride) {
      mean = f64x2.add(mean, f64x2.mul(v128.load(shares + one + at), v128.load(changes + one + at)))
    }
    const weight = v128.load(weights + at)
    for (let one: usize = 0; one < all; one += stride) {
      const share = f64x2.mul(weight, v128.load(shares + one + at))
      const change = f64x2.sub(v128.load(changes + one + at), mean)
      v128.store(changes + one + at, f64x2.mul(share, change))
    }
  }
}

/**
 * The squared hinge: from z of each row the slope −2·weight·sign·max(0, 1 − sign·z) and the curvature, 2·weight where the margin is below
 * 1, else 0.
 */
export function marginSlopes(
  z: usize,
  signs: usize,
  weights: usize,
  rows: u32,
  slopes: usize,
  curvatures: usize,
): void {
  const one = f64x2.splat(1)
  const zero = f64x2.splat(0)
  const end = (<usize>rows) << 3
  for (let at: usize = 0; at < end; at += 16) {
    const sign = v128.load(signs + at)
    const weight = v128.load(weights + at)
    const twice = f64x2.add(weight, weight)
    const lacking = f64x2.sub(one, f64x2.mul(sign, v128.load(z + at)))
    const isShort = f64x2.gt(lacking, zero)
    const slope = f64x2.neg(f64x2.mul(twice, f64x2.mul(sign, lacking)))
    v128.store(slopes + at, v128.and(slope, isShort))
    v128.store(curvatures + at, v128.and(twice, isShort))
  }
}

/** Replaces numbers, in pairs, by their hyperbolic tangents. */
export function squash(values: usize, pairs: u32, table: usize): void {
  const a = coefficient(table, 0)
  const b = coefficient(table, 1)
  const c = coefficient(table, 2)
  const d = coefficient(table, 3)
  const wholes = coefficient(table, 4)
  const most = coefficient(table, 5)
  const factor = f64x2.splat(2 * steps)
  const one = f64x2.splat(1)
  const sign = f64x2.splat(-0.0)
  const end = values + ((<usize>pairs) << 4)
  for (let at = values; at < end; at += 16) {
    const value = v128.load(at)
    const power = powerOf(f64x2.mul(factor, f64x2.abs(value)), table, a, b, c, d, wholes, most)
    const size = f64x2.div(f64x2.sub(one, power), f64x2.add(one, power))
    v128.store(at, v128.bitselect(value, size, sign))
  }
}
