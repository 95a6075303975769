// Poisson's likelihood of rows in pairs. `table` comes from `fillGrowths`. Weights beyond the rows are 0.

/** Bytes of the powers 2^(j/64), j = −32 … 31, and of the same less 1. */
const powers: usize = 512
/** Adding this number leaves the nearest whole number in the lowest bits. */
const wholes: f64 = 6755399441055744
/** Of larger numbers the exponential is infinite; smaller ones count as the least, where it is a normal number. */
const greatest: f64 = 709.7
const least: f64 = -708
/** Where a number is smaller, its first powers have more digits than a difference of functions. */
const small: f64 = 1e-3
/** Logarithms of expected and given counts that differ by less are the same but for rounding. */
const rounding: f64 = 4e-16

/** Fills the table, 128 numbers. */
export function fillGrowths(table: usize): void {
  for (let j: i32 = -32; j < 32; j++) {
    const at = table + ((<usize>(j + 32)) << 3)
    store<f64>(at, NativeMath.pow(2, <f64>j / 64))
    store<f64>(at, NativeMath.expm1(<f64>j * (NativeMath.LN2 / 64)), powers)
  }
}

/**
 * Σ weight·(count·(e^d − 1 − d)), d = sum − log, `logs` those of the counts; of rows without a count, whose log is 0, Σ weight·e^d.
 * Writes how far the expected count is above the count, as a share of it, or by itself where that is 0; and the slopes, weight times
 * that difference.
 */
export function poissonLoss(
  sums: usize,
  logs: usize,
  counts: usize,
  weights: usize,
  rows: u32,
  table: usize,
  above: usize,
  slopes: usize,
): f64 {
  const zero = f64x2.splat(0)
  const one = f64x2.splat(1)
  const steps = f64x2.splat(92.33248261689366)
  // 1/n! of the power series.
  const second = f64x2.splat(1.0 / 2)
  const third = f64x2.splat(1.0 / 6)
  const fourth = f64x2.splat(1.0 / 24)
  const fifth = f64x2.splat(1.0 / 120)
  const sixth = f64x2.splat(1.0 / 720)
  const end = (<usize>rows) << 3
  // Of each lane the sum, and what rounding has taken from it (Kahan): whether a small step lowers the loss
  // is read from its last digits.
  let loss = zero
  let lost = zero
  for (let at: usize = 0; at < end; at += 16) {
    const apart = f64x2.sub(v128.load(sums + at), v128.load(logs + at))
    const d = v128.and(apart, f64x2.gt(f64x2.abs(apart), f64x2.splat(rounding)))
    // d = k·ln 2/64 + r: e^d is a power of the table, times 2^m, times e^r.
    const bounded = f64x2.pmin(f64x2.splat(greatest), f64x2.pmax(f64x2.splat(least), d))
    const whole = f64x2.add(f64x2.mul(bounded, steps), f64x2.splat(wholes))
    const k = f64x2.sub(whole, f64x2.splat(wholes))
    const rest = f64x2.sub(bounded, f64x2.mul(k, f64x2.splat(0.01083042469326756)))
    const r = f64x2.sub(rest, f64x2.mul(k, f64x2.splat(2.9815858269852933e-12)))
    const places = i64x2.add(whole, i64x2.splat(32))
    const m = i64x2.shr_s(i64x2.sub(places, i64x2.splat(0x4338000000000000)), 6)
    const low = table + ((<usize>(i64x2.extract_lane(places, 0) & 63)) << 3)
    const high = table + ((<usize>(i64x2.extract_lane(places, 1) & 63)) << 3)
    const power = i64x2.add(v128.load64_lane(high, v128.load64_splat(low), 1), i64x2.shl(m, 52))
    const less = v128.load64_lane(high, v128.load64_splat(low, powers), 1, powers)
    const powerLess = v128.bitselect(less, f64x2.sub(power, one), i64x2.eq(m, i64x2.splat(0)))
    const squared = f64x2.mul(r, r)
    const higher = f64x2.add(fourth, f64x2.mul(r, f64x2.add(fifth, f64x2.mul(r, sixth))))
    const lower = f64x2.add(second, f64x2.mul(r, f64x2.add(third, f64x2.mul(r, higher))))
    const grown = f64x2.mul(power, f64x2.add(r, f64x2.mul(squared, lower)))
    const isOver = f64x2.gt(d, f64x2.splat(greatest))
    const exponential = v128.bitselect(f64x2.splat(Infinity), f64x2.add(power, grown), isOver)
    const risen = v128.bitselect(f64x2.splat(Infinity), f64x2.add(powerLess, grown), isOver)

    const inD = f64x2.add(third, f64x2.mul(d, f64x2.add(fourth, f64x2.mul(d, fifth))))
    const series = f64x2.mul(f64x2.mul(d, d), f64x2.add(second, f64x2.mul(d, inD)))
    const isFar = f64x2.gt(f64x2.abs(d), f64x2.splat(small))
    const past = v128.bitselect(f64x2.sub(risen, d), series, isFar)
    const count = v128.load(counts + at)
    const weight = v128.load(weights + at)
    const isCounted = f64x2.gt(count, zero)
    const rise = v128.bitselect(risen, exponential, isCounted)
    const times = v128.bitselect(count, one, isCounted)
    v128.store(above + at, rise)
    v128.store(slopes + at, f64x2.mul(weight, f64x2.mul(times, rise)))
    const own = f64x2.mul(times, v128.bitselect(past, exponential, isCounted))
    const added = f64x2.sub(f64x2.mul(weight, own), lost)
    const total = f64x2.add(loss, added)
    lost = f64x2.sub(f64x2.sub(total, loss), added)
    loss = total
  }
  const all = f64x2.extract_lane(loss, 0) + f64x2.extract_lane(loss, 1)
  // What rounding takes from an infinite sum is no number.
  return all === all ? all : Infinity
}

/**
 * −Σ weight·(v·ln v − v) at v = count + share·(expected − count), less the same at the counts; `above` from `poissonLoss`.
 */
export function poissonDual(
  above: usize,
  logs: usize,
  counts: usize,
  weights: usize,
  rows: u32,
  share: f64,
): f64 {
  let value: f64 = 0
  const end = (<usize>rows) << 3
  for (let at: usize = 0; at < end; at += 8) {
    const count = load<f64>(counts + at)
    const rise = share * load<f64>(above + at)
    const own = count > 0 ? count * (entropyPast(rise) + rise * load<f64>(logs + at)) : entropyOf(rise)
    value -= load<f64>(weights + at) * own
  }
  return value
}

/** (1 + x)·ln(1 + x) − x, for x from −1. */
function entropyPast(x: f64): f64 {
  if (x <= -1) return 1
  if (Math.abs(x) > small) return (1 + x) * NativeMath.log1p(x) - x
  return x * x * (1.0 / 2 - x * (1.0 / 6 - x * (1.0 / 12 - x * (1.0 / 20 - x / 30))))
}

/** v·ln v − v. */
function entropyOf(value: f64): f64 {
  return value > 0 ? value * NativeMath.log(value) - value : 0
}
