import exp from '@stdlib/math-base-special-exp'
import expm1 from '@stdlib/math-base-special-expm1'
import ln from '@stdlib/math-base-special-ln'
import { square } from './test.ts'
import type { Test } from './test.ts'

/**
 * The distribution that a test takes for its statistic: `student`, of t or F with the degrees of freedom of
 * the rows; `welch`, the same with a variance for each class; `normal`, or χ², as for many rows; `runs`,
 * normal of a sum of products of neighbours in one column.
 */
export type LawKind = 'student' | 'welch' | 'normal' | 'runs'

/** Skewness and excess kurtosis of a variable, or of the indicator of a class. */
export interface Shape {
  readonly skewness: number
  readonly kurtosis: number
}

/**
 * What is tested, and how: the rows of the test, its degrees of freedom, and how many columns are tested
 * beside.
 */
interface TestSize {
  readonly n: number
  readonly df: number
  readonly columns: number
}

/**
 * A law holds where ln p is off by at most `least` + `share`·ln(1/p): at 0.05 by a quarter of p, at 1e-4 by a
 * factor of 1.8.
 */
const tolerance = { least: 0.1, share: 0.05 } as const
/** Smaller p-values than this over the columns decide nothing: laws are judged there. */
const smallest = 1e-3
/** Quantiles of smaller probabilities are not needed. */
const leastProbability = 1e-300
/** So few rows have few orders, which must be counted. */
const fewRows = 20
/** Smaller statistics are judged as this. */
const leastStatistic = 1.5

/**
 * Whether the law of a linear statistic Σ a_i b_i holds, given the values of both. When one of them is
 * permuted, T = √(n−1)·ρ has the third cumulant γ_a γ_b/√n and the fourth κ_a κ_b/n, beside the −6/n that t
 * and F have too (Pitman 1937, Box and Watson 1962). By Edgeworth's series they change ln p by κ₄(T³−3T)·r/24
 * and, as T may have either sign, κ₃²(T⁵−10T³+15T)·r/72, r the normal density over its tail. Nothing is
 * decided where the fourth moment alone shows that p is small. `a` and `b` hold a shape, or one for each
 * class: the worst pair decides.
 */
export function lawHolds(
  kind: LawKind,
  pValue: number,
  { n, df, columns }: TestSize,
  a: readonly Shape[],
  b: readonly Shape[],
): boolean {
  const isOfManyRows = kind === 'normal' || kind === 'runs'
  const judged = Math.max(pValue, smallest / columns)
  const mostError = tolerance.least - tolerance.share * ln(judged)
  const t = Math.max(leastStatistic, statisticOf(judged))
  const largest = Math.max(leastStatistic, statisticOf(Math.max(pValue, leastProbability)))
  // Of more than two classes at least one has its share of the statistic: K classes, each at 1/K² of the
  // fourth power.
  const timesClasses = df === 1 ? 1 : (df + 1) * (df + 1) * (df + 1)
  return a.every((one) =>
    b.every((other) => {
      const third = Math.abs(one.skewness * other.skewness) / Math.sqrt(n)
      const product = one.kurtosis * other.kurtosis
      const fourth = Math.abs(product - (isOfManyRows ? 6 : 0)) / n
      const momentBound = (timesClasses * (3 + product / n)) / square(square(largest))
      // Welch's statistic is no function of T.
      if (kind !== 'welch' && momentBound <= smallest / columns) return true
      return errorOf(t, third, fourth, kind) <= mostError
    }),
  )

  /** The T of a p-value. */
  function statisticOf(p: number): number {
    const quantile = chiSquareQuantile(p, df)
    return Math.sqrt(isOfManyRows ? quantile : -n * expm1(-quantile / n))
  }
}

/**
 * By how much the cumulants of T change ln p, about. Near the roots of the polynomials higher terms count, so
 * they are kept away from 0.
 */
function errorOf(t: number, third: number, fourth: number, kind: LawKind): number {
  const t2 = t * t
  const ratio = (t + Math.sqrt(t2 + 4)) / 2
  // A variance for each class moves with its mean, which doubles the part of the skewness (Hall 1987).
  const cumulant = kind === 'welch' ? 2 * third : third
  const oneSided = (cumulant * t2 * t) / 6
  const twoSided = (cumulant * cumulant * Math.max(10, Math.abs(t2 * t2 - 10 * t2 + 15)) * t * ratio) / 72
  const ofThird = kind === 'runs' ? oneSided : Math.min(oneSided, twoSided)
  return ofThird + (fourth * Math.max(1, Math.abs(t2 - 3)) * t * ratio) / 24
}

/**
 * Whether a p-value is no smaller than the orders of the rows allow: ten times 1/orders, so that their steps
 * do not matter.
 */
export function isWithinOrders(pValue: number, lnOrders: number, columns: number): boolean {
  const least = 10 * exp(-lnOrders)
  return pValue >= least || least <= smallest / columns
}

/** Of so many orders, as ln, any p-value is within them; rounding does not matter. */
export function enoughOrders(columns: number): number {
  return ln((10 * columns) / smallest) + 1
}

/** The test, with its law in doubt where bounds of the shapes do not show that it holds. */
export function withDoubt(
  test: Test,
  kind: LawKind,
  size: TestSize,
  a: readonly Shape[],
  b: readonly Shape[],
): Test {
  const { pValue = NaN, pFrom = 'law' } = test
  if (Number.isNaN(pValue) || pValue === 1 || pFrom !== 'law') return test
  if (size.n <= fewRows) return { ...test, law: 'unsure' }
  return lawHolds(kind, pValue, size, a, b) ? test : { ...test, law: 'unsure' }
}

/** Bounds of the shape of a variable: no |z| is above the largest, so γ² and κ + 3 are at most its square. */
export function shapeBound({
  n,
  min,
  max,
  mean,
  squares,
}: Readonly<Record<'n' | 'min' | 'max' | 'mean' | 'squares', number>>): Shape {
  const most = Math.max(1, (n * square(Math.max(max - mean, mean - min))) / squares)
  return { skewness: Math.sqrt(most), kurtosis: Math.max(2, most - 3) }
}

/** The shape of the indicator of a class with a share of the rows. */
export function shapeOfClass(share: number): Shape {
  const variance = share * (1 - share)
  return { skewness: (1 - 2 * share) / Math.sqrt(variance), kurtosis: (1 - 6 * variance) / variance }
}

/**
 * The x with P(χ²_df ≥ x) = p, within a hundredth: Wilson and Hilferty (1931), with the normal quantile of
 * Hastings (1955).
 */
function chiSquareQuantile(p: number, df: number): number {
  if (df <= 1) return square(upperQuantile(p / 2))
  const c = 2 / (9 * df)
  const root = Math.max(0, 1 - c + upperQuantile(p) * Math.sqrt(c))
  return df * root * root * root
}

/** The z with P(Z ≥ z) = p, within 5e-4. */
function upperQuantile(p: number): number {
  if (p > 0.5) return p >= 1 ? -Infinity : -upperQuantile(1 - p)
  const t = Math.sqrt(-2 * ln(p))
  return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
}
