import { coefficient, powerOf } from './density-power'

// Slopes and curvatures of losses of classes, for rows in pairs. Weights beyond the rows are 0. `table` comes
// from `fillPowers`.

/** 128/ln 2: powers of two in steps of 1/128 to one of e. */
const steps: f64 = 184.66496523378731

/**
 * Two classes: from z = log p(1)/p(0) of each row its slope weight·(p(1) − [class 1]) and its curvature
 * weight·p(1)·p(0). `signs`: 1 for rows of class 1, else −1.
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

/**
 * More classes: replaces z of each class, `stride` bytes apart, by p(c), and writes the slopes weight·(p(c) −
 * [class c]).
 */
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

/**
 * Replaces z of each list of weights, `stride` bytes apart, by p(c), and returns Σ weight·−log p(own class).
 * `owns`: the list of each row's class, or `lists` where its z is always 0, as `hasZero` says that one is; a
 * row whose class has no p at all costs `unknown`.
 */
export function softmaxLoss(
  z: usize,
  stride: usize,
  lists: u32,
  hasZero: bool,
  owns: usize,
  weights: usize,
  rows: u32,
  table: usize,
  unknown: f64,
): f64 {
  const a = coefficient(table, 0)
  const b = coefficient(table, 1)
  const c = coefficient(table, 2)
  const d = coefficient(table, 3)
  const wholes = coefficient(table, 4)
  const most = coefficient(table, 5)
  const factor = f64x2.splat(steps)
  const zero = f64x2.splat(0)
  const all = stride * lists
  const end = (<usize>rows) << 3
  // Of each lane the sum, and what rounding has taken from it (Kahan): whether a small step lowers the loss
  // is read from its last digits.
  let loss = zero
  let lost = zero
  for (let at: usize = 0; at < end; at += 16) {
    const here = z + at
    let greatest = hasZero ? zero : v128.load(here)
    for (let one: usize = 0; one < all; one += stride) greatest = f64x2.max(greatest, v128.load(here + one))
    const own = owns + (at >> 1)
    const z0 = zOf(here, stride, lists, load<u32>(own))
    const z1 = zOf(here + 8, stride, lists, load<u32>(own, 4))
    let sum = hasZero ? powerOf(f64x2.mul(factor, greatest), table, a, b, c, d, wholes, most) : zero
    for (let one: usize = 0; one < all; one += stride) {
      const below = f64x2.sub(greatest, v128.load(here + one))
      const power = powerOf(f64x2.mul(factor, below), table, a, b, c, d, wholes, most)
      v128.store(here + one, power)
      sum = f64x2.add(sum, power)
    }
    for (let one: usize = 0; one < all; one += stride)
      v128.store(here + one, f64x2.div(v128.load(here + one), sum))
    const first = f64x2.extract_lane(greatest, 0) + NativeMath.log(f64x2.extract_lane(sum, 0)) - z0
    const second = f64x2.extract_lane(greatest, 1) + NativeMath.log(f64x2.extract_lane(sum, 1)) - z1
    const ofFirst = f64x2.splat(load<u32>(own) > lists ? unknown : first)
    const ofBoth = f64x2.replace_lane(ofFirst, 1, load<u32>(own, 4) > lists ? unknown : second)
    const added = f64x2.sub(f64x2.mul(v128.load(weights + at), ofBoth), lost)
    const total = f64x2.add(loss, added)
    lost = f64x2.sub(f64x2.sub(total, loss), added)
    loss = total
  }
  return f64x2.extract_lane(loss, 0) + f64x2.extract_lane(loss, 1)
}

function zOf(z: usize, stride: usize, lists: u32, own: u32): f64 {
  return own < lists ? load<f64>(z + stride * own) : 0
}

/**
 * Σ weight·entropy, in nats, of the probabilities of rows moved by a share 1 − `scale` to the rows' own
 * classes; the other names as above.
 */
export function softmaxEntropy(
  shares: usize,
  stride: usize,
  lists: u32,
  hasZero: bool,
  owns: usize,
  weights: usize,
  rows: u32,
  scale: f64,
): f64 {
  let entropy: f64 = 0
  for (let row: u32 = 0; row < rows; row++) {
    const own = load<u32>(owns + ((<usize>row) << 2))
    let at = shares + ((<usize>row) << 3)
    let rest: f64 = 1
    let sum: f64 = 0
    for (let list: u32 = 0; list < lists; list++, at += stride) {
      const share = load<f64>(at)
      rest -= share
      sum += timesLog(scale * share + (own === list ? 1 - scale : 0))
    }
    if (hasZero) sum += timesLog(scale * rest + (own === lists ? 1 - scale : 0))
    entropy -= load<f64>(weights + ((<usize>row) << 3)) * sum
  }
  return entropy
}

/** p·log p; 0 where rounding has left less than 0. */
function timesLog(p: f64): f64 {
  return p > 0 ? p * NativeMath.log(p) : 0
}

/**
 * The change of the slopes of all classes along changes u of z: weight·p(c)·(u_c − Σ p·u), in the place of u.
 */
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
 * The squared hinge: from z of each row the slope −2·weight·sign·max(0, 1 − sign·z) and the curvature,
 * 2·weight where the margin is below 1, else 0.
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
