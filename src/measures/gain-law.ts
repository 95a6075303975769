import log2 from '@stdlib/math-base-special-log2'
import { hypergeometricWeights } from './hypergeometric.ts'
import { degreesOf, informationOf, marginTerms } from './strata.ts'
import type { Strata, StratumTable } from './strata.ts'
import { chiSquareTail } from './tails.ts'
import { nLog2n } from './n-log2-n.ts'

/**
 * P(I(X;Y|Z) ≥ that of the strata) where X is permuted within them: 2·ln2·n·I is χ² with Σ (rows − 1)(columns − 1)
 * degrees of freedom, scaled to its exact mean under the permutations (Bartlett's correction). Within a quarter down to
 * 1e-4 where every cell expects 10 rows, within a factor of 1.6 where every cell expects 5: `docs/significance.md` has the study.
 */
export function chiSquareGainTail(strata: Strata): number {
  const { tables } = strata
  if (tables.length === 0) return 1
  const degrees = tables.reduce((sum, table) => sum + degreesOf(table), 0)
  const mean = tables.reduce((sum, table) => sum + meanInformation(table), 0)
  return chiSquareTail((informationOf(strata) / mean) * degrees, degrees)
}

/** The mean of n·I(X;Y) in bits over all tables with the same margins, each count hypergeometric. */
export function meanInformation(table: StratumTable): number {
  const { rows, columns, n } = table
  let sum = marginTerms(table)
  for (const row of rows) {
    for (const column of columns) {
      sum += meanTimesLog(n, column, row)
    }
  }
  return sum
}

/** From this mean on a series in the moments differs from the sum by less than 2e-6. */
const large = 200
const ln2 = 0.6931471805599453

/** The mean of k·log₂ k of a hypergeometric k: summed, or where it is large by the moments up to the fourth. */
function meanTimesLog(all: number, kind: number, drawn: number): number {
  const mean = (kind * drawn) / all
  if (mean < large) {
    const { first, weights } = hypergeometricWeights(all, kind, drawn)
    let sum = 0
    for (let i = 0; i < weights.length; i++) sum += weights[i] * nLog2n(first + i)
    return sum
  }
  const variance = (mean * (all - kind) * (all - drawn)) / (all * (all - 1))
  const third = (variance * (all - 2 * kind) * (all - 2 * drawn)) / (all * (all - 2))
  const fourth = 3 * variance * variance
  const beyond = variance / (2 * mean) - third / (6 * mean * mean) + fourth / (12 * mean * mean * mean)
  return mean * log2(mean) + beyond / ln2
}
