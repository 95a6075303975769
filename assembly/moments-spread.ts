/** Summary of one block of a column. The mean is a double-double: `low` is the rounding error of `mean`. */
@unmanaged
export class Spread {
  mean: f64
  low: f64
  min: f64
  max: f64
  /** Σ w (x − mean)², about the unrounded mean. */
  square: f64
}

/** Sums of doubles do not overflow if the values are scaled by this. */
const small: f64 = 2.3283064365386963e-10

/**
 * Centres a block of values in place and summarises it. Two passes, so that a large common offset costs no
 * digits. `weights` is 0 if each row counts once; `n` is their sum.
 */
export function centre(x: usize, rows: usize, weights: usize, n: f64, spread: Spread): void {
  const sum = weights ? sumUp<f64>(x, rows, weights, spread) : sumUp<u8>(x, rows, 0, spread)
  spread.mean = sum / n
  if (!isFinite(sum)) spread.mean = (scaledSum(x, rows, weights) / n) * (1 / small)
  if (weights) deviate<f64>(x, rows, weights, n, spread)
  else deviate<u8>(x, rows, 0, n, spread)
}

/** Σ w x y of two blocks; `weights` is 0 if each row counts once. */
export function sumOfProducts(x: usize, y: usize, rows: usize, weights: usize): f64 {
  return weights ? products<f64>(x, y, rows, weights) : products<u8>(x, y, rows, 0)
}

// Each sum has eight partial sums in a fixed order, which hides the latency of an addition. `W` is f64 with
// weights.

function sumUp<W>(x: usize, rows: usize, weights: usize, spread: Spread): f64 {
  let a = f64x2.splat(0)
  let b = a
  let c = a
  let d = a
  let least = f64x2.splat(Infinity)
  let most = f64x2.splat(-Infinity)
  let least1 = least
  let most1 = most
  const end = rows << 3
  let at: usize = 0
  for (; at + 64 <= end; at += 64) {
    const v0 = v128.load(x + at)
    const v1 = v128.load(x + at, 16)
    const v2 = v128.load(x + at, 32)
    const v3 = v128.load(x + at, 48)
    a = f64x2.add(a, weighed<W>(v0, weights + at))
    b = f64x2.add(b, weighed<W>(v1, weights + at + 16))
    c = f64x2.add(c, weighed<W>(v2, weights + at + 32))
    d = f64x2.add(d, weighed<W>(v3, weights + at + 48))
    least = f64x2.pmin(f64x2.pmin(least, v0), v1)
    least1 = f64x2.pmin(f64x2.pmin(least1, v2), v3)
    most = f64x2.pmax(f64x2.pmax(most, v0), v1)
    most1 = f64x2.pmax(f64x2.pmax(most1, v2), v3)
  }
  least = f64x2.pmin(least, least1)
  most = f64x2.pmax(most, most1)
  let min = lesserLane(least)
  let max = greaterLane(most)
  let sum = sumOfLanes(a, b, c, d)
  for (; at < end; at += 8) {
    const value = load<f64>(x + at)
    sum += isFloat<W>() ? load<f64>(weights + at) * value : value
    if (value < min) min = value
    if (value > max) max = value
  }
  // Turns −0 into 0.
  spread.min = min + 0
  spread.max = max + 0
  return sum
}

function deviate<W>(x: usize, rows: usize, weights: usize, n: f64, spread: Spread): void {
  let a = f64x2.splat(0)
  let b = a
  let c = a
  let d = a
  let e = a
  let f = a
  let g = a
  let h = a
  const mean = f64x2.splat(spread.mean)
  const end = rows << 3
  let at: usize = 0
  for (; at + 64 <= end; at += 64) {
    const v0 = f64x2.sub(v128.load(x + at), mean)
    const v1 = f64x2.sub(v128.load(x + at, 16), mean)
    const v2 = f64x2.sub(v128.load(x + at, 32), mean)
    const v3 = f64x2.sub(v128.load(x + at, 48), mean)
    v128.store(x + at, v0)
    v128.store(x + at, v1, 16)
    v128.store(x + at, v2, 32)
    v128.store(x + at, v3, 48)
    const w0 = weighed<W>(v0, weights + at)
    const w1 = weighed<W>(v1, weights + at + 16)
    const w2 = weighed<W>(v2, weights + at + 32)
    const w3 = weighed<W>(v3, weights + at + 48)
    a = f64x2.add(a, w0)
    b = f64x2.add(b, w1)
    c = f64x2.add(c, w2)
    d = f64x2.add(d, w3)
    e = f64x2.add(e, f64x2.mul(w0, v0))
    f = f64x2.add(f, f64x2.mul(w1, v1))
    g = f64x2.add(g, f64x2.mul(w2, v2))
    h = f64x2.add(h, f64x2.mul(w3, v3))
  }
  let rest = sumOfLanes(a, b, c, d)
  let square = sumOfLanes(e, f, g, h)
  for (; at < end; at += 8) {
    const value = load<f64>(x + at) - spread.mean
    store<f64>(x + at, value)
    const weighted = isFloat<W>() ? load<f64>(weights + at) * value : value
    rest += weighted
    square += weighted * value
  }
  spread.low = isFinite(rest) ? rest / n : 0
  spread.square = square - n * spread.low * spread.low
}

function products<W>(x: usize, y: usize, rows: usize, weights: usize): f64 {
  let a = f64x2.splat(0)
  let b = a
  let c = a
  let d = a
  const end = rows << 3
  let at: usize = 0
  for (; at + 64 <= end; at += 64) {
    a = f64x2.add(a, f64x2.mul(weighed<W>(v128.load(x + at), weights + at), v128.load(y + at)))
    b = f64x2.add(b, f64x2.mul(weighed<W>(v128.load(x + at, 16), weights + at + 16), v128.load(y + at, 16)))
    c = f64x2.add(c, f64x2.mul(weighed<W>(v128.load(x + at, 32), weights + at + 32), v128.load(y + at, 32)))
    d = f64x2.add(d, f64x2.mul(weighed<W>(v128.load(x + at, 48), weights + at + 48), v128.load(y + at, 48)))
  }
  let sum = sumOfLanes(a, b, c, d)
  for (; at < end; at += 8) {
    const value = isFloat<W>() ? load<f64>(weights + at) * load<f64>(x + at) : load<f64>(x + at)
    sum += value * load<f64>(y + at)
  }
  return sum
}

function scaledSum(x: usize, rows: usize, weights: usize): f64 {
  let sum: f64 = 0
  for (let row: usize = 0; row < rows; row++) {
    const value = load<f64>(x + (row << 3)) * small
    sum += weights ? load<f64>(weights + (row << 3)) * value : value
  }
  return sum
}

function weighed<W>(values: v128, weights: usize): v128 {
  return isFloat<W>() ? f64x2.mul(v128.load(weights), values) : values
}

function lesserLane(lanes: v128): f64 {
  return min(f64x2.extract_lane(lanes, 0), f64x2.extract_lane(lanes, 1))
}

function greaterLane(lanes: v128): f64 {
  return max(f64x2.extract_lane(lanes, 0), f64x2.extract_lane(lanes, 1))
}

function sumOfLanes(a: v128, b: v128, c: v128, d: v128): f64 {
  const sum = f64x2.add(f64x2.add(a, b), f64x2.add(c, d))
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}
