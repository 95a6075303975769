import exp from '@stdlib/math-base-special-exp'
import { lnChoose } from './hypergeometric.ts'

/** Probabilities with a relative difference below this are equal, as in R. */
const tie = 1e-7

/**
 * Fisher's two-sided exact test of a 2 × 2 table [[a, b], [c, d]] of whole counts: the probability, given the margins, of
 * all tables that are at most as likely as this one (Fisher 1935; as R's `fisher.test` and scipy's `fisher_exact`).
 */
export function fisherExact(a: number, b: number, c: number, d: number): number {
  const [row, column, n] = [a + b, a + c, a + b + c + d]
  const least = Math.max(0, row + column - n)
  const most = Math.min(row, column)
  const all = lnChoose(n, row)
  const likelihood = (count: number) => exp(lnChoose(column, count) + lnChoose(n - column, row - count) - all)
  const observed = likelihood(a) * (1 + tie)
  let sum = 0
  for (let count = least; count <= most; count++) {
    const one = likelihood(count)
    if (one <= observed) sum += one
  }
  return Math.min(1, sum)
}
