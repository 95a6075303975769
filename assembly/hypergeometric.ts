import { uniform } from './random'

/** What draws need: addresses of the state of the generator, and of tables by whole number. */
@unmanaged
export class Draws {
  /** Four words; a draw moves it on. */
  state: usize
  /** Factorials: see `fillFactorials`. */
  fractions: usize
  exponents: usize
  /** n·log₂ n. */
  logs: usize
}

/**
 * A hypergeometric number: how many of `drawn` items, drawn without replacement from `all`, are among `kind`
 * special ones. By inversion, from the most likely number outwards.
 */
export function drawHypergeometric(all: f64, kind: f64, drawn: f64, draws: Draws): f64 {
  const least = Math.max(0, drawn + kind - all)
  const most = Math.min(kind, drawn)
  if (least >= most) return least
  const mode = Math.floor(((drawn + 1) * (kind + 1)) / (all + 2))
  const atMode = probabilityAt(mode, all, kind, drawn, draws)
  let rest = uniform(draws.state) - atMode
  let below = mode
  let atBelow = atMode
  let above = mode
  let atAbove = atMode
  const others = all - kind - drawn
  while (rest > 0 && (below > least || above < most)) {
    if (above < most) {
      atAbove *= ((kind - above) * (drawn - above)) / ((above + 1) * (others + above + 1))
      above++
      rest -= atAbove
      if (rest <= 0) return above
    }
    if (below > least) {
      atBelow *= (below * (others + below)) / ((kind - below + 1) * (drawn - below + 1))
      below--
      rest -= atBelow
      if (rest <= 0) return below
    }
  }
  return mode
}

/**
 * The probability of `mode`: kind! (all − kind)! drawn! (all − drawn)! / (mode! (kind − mode)! (drawn − mode)!
 * (all − kind − drawn + mode)! all!), without logarithms.
 */
function probabilityAt(mode: f64, all: f64, kind: f64, drawn: f64, draws: Draws): f64 {
  const fractions = draws.fractions
  const exponents = draws.exponents
  const a = <usize>kind
  const b = <usize>(all - kind)
  const c = <usize>drawn
  const d = <usize>(all - drawn)
  const e = <usize>mode
  const f = <usize>(kind - mode)
  const g = <usize>(drawn - mode)
  const h = <usize>(all - kind - drawn + mode)
  const i = <usize>all
  const above =
    fraction(fractions, a) * fraction(fractions, b) * (fraction(fractions, c) * fraction(fractions, d))
  const below =
    fraction(fractions, e) *
    fraction(fractions, f) *
    (fraction(fractions, g) * fraction(fractions, h)) *
    fraction(fractions, i)
  const exponent =
    exponentAt(exponents, a) +
    exponentAt(exponents, b) +
    exponentAt(exponents, c) +
    exponentAt(exponents, d) -
    exponentAt(exponents, e) -
    exponentAt(exponents, f) -
    exponentAt(exponents, g) -
    exponentAt(exponents, h) -
    exponentAt(exponents, i)
  return (above / below) * reinterpret<f64>((<i64>exponent + 1023) << 52)
}

function fraction(fractions: usize, n: usize): f64 {
  return load<f64>(fractions + (n << 3))
}

function exponentAt(exponents: usize, n: usize): i32 {
  return load<i32>(exponents + (n << 2))
}

/** The factorials of 0 to `greatest`, each a fraction from 1 to below 2 times a power of two. */
export function fillFactorials(fractions: usize, exponents: usize, greatest: u32): void {
  let fraction: f64 = 1
  let exponent: i32 = 0
  store<f64>(fractions, fraction)
  store<i32>(exponents, exponent)
  for (let n: u32 = 1; n <= greatest; n++) {
    const bits = reinterpret<u64>(fraction * <f64>n)
    exponent += <i32>(bits >> 52) - 1023
    fraction = reinterpret<f64>((bits & 0x000fffffffffffff) | 0x3ff0000000000000)
    store<f64>(fractions + ((<usize>n) << 3), fraction)
    store<i32>(exponents + ((<usize>n) << 2), exponent)
  }
}

/** The number of a table at a whole place. */
export function at(table: usize, place: f64): f64 {
  return load<f64>(table + ((<usize>place) << 3))
}
