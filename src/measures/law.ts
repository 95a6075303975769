import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import { square } from './test.ts'
import type { Test } from './test.ts'

/**
 * The distribution that a test takes for its statistic: `student`, of t or F with the degrees of freedom of the rows; `welch`, the same
 * with a variance for each class; `normal`, or χ², as for many rows; `runs`, normal of a sum of products of neighbours in one column.
 */
export type LawKind = 'student' | 'welch' | 'normal' | 'runs'

/** Skewness and excess kurtosis of a variable, or of the indicator of a class. */
export interface Shape {
  readonly skewness: number
  readonly kurtosis: number
}

/** What is tested, and how: the rows of the test, its degrees of freedom, and how many columns are tested beside. */
export interface TestSize {
  readonly n: number
  readonly df: number
  readonly columns: number
}

/** A law holds where ln p is off by at most `least` + `share`·ln(1/p): at 0.05 by a quarter of p, at 1e-4 by a factor of 1.8. */
const tolerance = { least: 0.05, share: 0.06 } as const
/** Smaller p-values than this over the columns decide nothing: laws are judged there. */
const smallest = 1e-3
/** The squares of smaller statistics are judged as this. */
const leastSquare = 2.25

/**
 * Whether the law of a linear statistic Σ a_i b_i holds, given the values of both. When one of them is permuted, T = √(n−1)·ρ has the
 * third cumulant γ_a γ_b/√n and the fourth κ_a κ_b/n, beside the −6/n that t and F have too. They change ln p by about κ₃T³/6 and
 * κ₄T⁴/24. Pitman (1937), Box and Watson (1962). `a` and `b` hold a shape, or one for each class: the worst pair decides.
 */
export function lawHolds(
  kind: LawKind,
  pValue: number,
  size: TestSize,
  a: readonly Shape[],
  b: readonly Shape[],
): boolean {
  const { n, df, columns } = size
  const isOfManyRows = kind === 'normal' || kind === 'runs'
  const p = Math.max(pValue, smallest / columns)
  const square = chiSquareQuantile(p, df)
  const root = isOfManyRows ? square : n * (1 - exp(-square / n))
  const t2 = Math.max(leastSquare, root)
  const t3 = t2 * Math.sqrt(t2)
  const most = tolerance.least - tolerance.share * ln(p)
  return a.every((one) =>
    b.every((other) => {
      const third = Math.abs(one.skewness * other.skewness) / Math.sqrt(n)
      const fourth = Math.abs(one.kurtosis * other.kurtosis - (isOfManyRows ? 6 : 0)) / n
      // A variance for each class moves with its mean, which doubles the part of the skewness (Hall 1987).
      return (third * t3 * (kind === 'welch' ? 2 : 1)) / 6 + (fourth * t2 * t2) / 24 <= most
    }),
  )
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

/** The shape of values with weights, of which the missing ones are left out; null where they do not vary. */
export function shapeOf(values: Float64Array, weights: Float64Array): Shape | null {
  let [n, sum, offset] = [0, 0, NaN]
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]) || !(weights[i] > 0)) continue
    if (Number.isNaN(offset)) offset = values[i]
    n += weights[i]
    sum += weights[i] * (values[i] - offset)
  }
  const mean = sum / n
  let [second, third, fourth] = [0, 0, 0]
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]) || !(weights[i] > 0)) continue
    const d = values[i] - offset - mean
    const d2 = d * d
    second += weights[i] * d2
    third += weights[i] * d2 * d
    fourth += weights[i] * d2 * d2
  }
  const variance = second / n
  if (!(variance > 0)) return null
  return {
    skewness: third / n / (variance * Math.sqrt(variance)),
    kurtosis: fourth / n / (variance * variance) - 3,
  }
}

/** The x with P(χ²_df ≥ x) = p, within a hundredth: Wilson and Hilferty (1931), with the normal quantile of Hastings (1955). */
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
