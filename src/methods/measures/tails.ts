import betainc from '@stdlib/math-base-special-betainc'
import erfc from '@stdlib/math-base-special-erfc'
import expm1 from '@stdlib/math-base-special-expm1'
import gammainc from '@stdlib/math-base-special-gammainc'
import ln from '@stdlib/math-base-special-ln'
import log1p from '@stdlib/math-base-special-log1p'
import { lnGamma } from './ln-gamma.ts'

// All p-values are upper tails, never 1 − cdf, so that a p-value of 1e-200 keeps its digits.

/** P(|T| ≥ |t|) for Student's t with `df` degrees of freedom. */
export function studentTail(t: number, df: number): number {
  if (Number.isNaN(t) || !(df > 0)) return NaN
  if (!Number.isFinite(t)) return 0
  return betainc(df / (df + t * t), df / 2, 0.5, true, false)
}

/** The t with P(|T| ≥ t) = `alpha` for Student's t with `df` degrees of freedom, by bisection. */
export function studentQuantile(alpha: number, df: number): number {
  let [low, high] = [0, 1]
  while (studentTail(high, df) > alpha) high *= 2
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return middle
    if (studentTail(middle, df) > alpha) low = middle
    else high = middle
  }
}

/** P(F ≥ f) for F with `df1` and `df2` degrees of freedom. */
export function fisherTail(f: number, df1: number, df2: number): number {
  if (Number.isNaN(f) || !(df1 > 0) || !(df2 > 0)) return NaN
  if (f === Infinity) return 0
  return f <= 0 ? 1 : betainc(df2 / (df2 + df1 * f), df2 / 2, df1 / 2, true, false)
}

/** Below this a probability loses digits, and soon is 0. */
const tiny = 1e-280

/** log P(F ≥ f), which orders probabilities that are too small for doubles. */
export function lnFisherTail(f: number, df1: number, df2: number): number {
  const tail = fisherTail(f, df1, df2)
  if (!(tail < tiny) || f === Infinity) return ln(tail)
  const [a, b, odds] = [df2 / 2, df1 / 2, (df1 * f) / df2]
  const lnBeta = lnGamma(a) + lnGamma(b) - lnGamma(a + b)
  // I_x(a, b) = x^a (1−x)^b / (a B(a, b)) times a continued fraction, x = 1/(1 + odds).
  return b * ln(odds) - (a + b) * ln(1 + odds) - ln(a) - lnBeta - ln(betaFraction(1 / (1 + odds), a, b))
}

/** 1 + d₁/(1 + d₂/(1 + …)) of the incomplete beta function for a small x, by Lentz's products. */
function betaFraction(x: number, a: number, b: number): number {
  const term = (j: number) => {
    const m = Math.floor(j / 2)
    const top = j % 2 === 0 ? m * (b - m) : -(a + m) * (a + b + m)
    return (top * x) / ((a + j - 1) * (a + j))
  }
  let [value, numerator, denominator] = [1, 1, 0]
  for (let j = 1; ; j++) {
    denominator = 1 / (1 + term(j) * denominator)
    numerator = 1 + term(j) / numerator
    const factor = numerator * denominator
    value *= factor
    if (Math.abs(factor - 1) <= Number.EPSILON) return value
  }
}

/** P(X ≥ x) for χ² with `df` degrees of freedom. */
export function chiSquareTail(x: number, df: number): number {
  if (Number.isNaN(x) || !(df > 0)) return NaN
  if (x === Infinity) return 0
  return x <= 0 ? 1 : gammainc(x / 2, df / 2, true, true)
}

/**
 * log P(X ≥ x) for χ² with `df` degrees of freedom, which orders probabilities that are too small for
 * doubles.
 */
export function lnChiSquareTail(x: number, df: number): number {
  const tail = chiSquareTail(x, df)
  if (!(tail < tiny) || x === Infinity) return ln(tail)
  const [a, z] = [df / 2, x / 2]
  return a * ln(z) - z - lnGamma(a) + ln(gammaFraction(z, a))
}

/**
 * Γ(a, z)·e^z·z^−a for z far above a, by Lentz's products of its continued fraction 1/(z + 1 − a − 1·(1 −
 * a)/(z + 3 − a − …)).
 */
function gammaFraction(z: number, a: number): number {
  let bottom = z + 1 - a
  let [value, numerator, denominator] = [1 / bottom, Infinity, 1 / bottom]
  for (let j = 1; ; j++) {
    const term = j * (a - j)
    bottom += 2
    denominator = 1 / (term * denominator + bottom)
    numerator = bottom + term / numerator
    const factor = numerator * denominator
    value *= factor
    if (Math.abs(factor - 1) <= Number.EPSILON) return value
  }
}

/**
 * The probability that the least of `count` independent p-values is at most `p`: 1 − (1 − p)^count (Šidák
 * 1967).
 */
export function sidak(p: number, count: number): number {
  return p >= 1 ? 1 : -expm1(count * log1p(-p))
}

/** P(|Z| ≥ |z|) for the standard normal. */
export function normalTail(z: number): number {
  return erfc(Math.abs(z) / Math.sqrt(2))
}

/** P(Z ≥ z) for the standard normal. */
export function upperNormalTail(z: number): number {
  return erfc(z / Math.sqrt(2)) / 2
}

/** P(X ≥ x) for a Gamma distribution with a mean and a variance; NaN without variance. */
export function gammaTail(x: number, mean: number, variance: number): number {
  if (!(variance > 0) || !(mean > 0)) return NaN
  return x <= 0 ? 1 : gammainc((x * mean) / variance, (mean * mean) / variance, true, true)
}

/** P(X ≤ count) for a binomial X. */
export function binomialAtMost(count: number, trials: number, probability: number): number {
  if (count >= trials || probability <= 0) return 1
  if (probability >= 1) return 0
  return betainc(1 - probability, trials - count, count + 1, true, false)
}

/** P(X ≥ count) for a binomial X. */
export function binomialAtLeast(count: number, trials: number, probability: number): number {
  if (count <= 0 || probability >= 1) return 1
  if (probability <= 0) return 0
  return betainc(probability, count, trials - count + 1, true, false)
}
