import log1p from '@stdlib/math-base-special-log1p'
import type { Correlation } from './correlation.ts'
import { ln2 } from './estimators.ts'
import { chiSquareTail, lnChiSquareTail } from './tails.ts'

/** The test of a partial correlation. */
interface CorrelationTest {
  /** −½·log₂(1 − r²): the information of two normal variables beside what is given. */
  readonly bits: number
  readonly pValue: number
  /** Its logarithm, also where it is too small for a double. */
  readonly lnP: number
}

/**
 * Fisher's z of a partial correlation r given |S| columns: z = √(n − |S| − 3)·atanh(r) is standard normal where
 * normal variables are independent given S, and p = P(|Z| ≥ |z|) = P(χ²₁ ≥ z²). `n` is that of the rows less
 * |S|, more than 3. Fisher (1924).
 */
export function fisherZ({ n, rho }: Correlation): CorrelationTest {
  const r = Math.abs(rho)
  const atanh = (log1p(r) - log1p(-r)) / 2
  const square = rho === 0 ? 0 : (n - 3) * atanh * atanh
  return {
    bits: rho === 0 ? 0 : -(log1p(r) + log1p(-r)) / (2 * ln2),
    pValue: chiSquareTail(square, 1),
    lnP: lnChiSquareTail(square, 1),
  }
}
