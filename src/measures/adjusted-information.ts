import type { Counts } from '../statistics/counts.ts'
import { expectedInformation } from './expected-information.ts'
import { countRows, marginal } from './marginals.ts'
import { mutualInformation } from './quantities.ts'
import { tableEstimators } from './table-estimators.ts'

/** Relative differences smaller than this are rounding. */
const rounding = 1e-12

/** The adjusted information of a table whose first axis is the target. */
export interface AdjustedInformation {
  readonly n: number
  /** I(S;Y). */
  readonly plugIn: number
  /** E[I(S;Y)] over permutations of the target. */
  readonly expected: number
  /** Their difference. */
  readonly bits: number
  readonly why?: string
}

/**
 * I(S;Y) − E[I(S;Y)], the expectation over permutations of the target: its mean is 0 for independent columns, whatever the
 * number of levels, and it is 0 for a column whose values are all different.
 */
export function adjustedInformation(table: Counts): AdjustedInformation {
  const others = table.levels.map((_, axis) => axis).slice(1)
  const n = countRows(table)
  if (!table.cells.every(Number.isInteger)) {
    return { n, plugIn: NaN, expected: NaN, bits: NaN, why: 'fractional weights (cannot be permuted)' }
  }
  const plugIn = tableEstimators['plug-in'](table)(mutualInformation([0], others))
  const expected = expectedInformation(marginal(table, [0]).cells, marginal(table, others).cells)
  return { n, plugIn, expected, bits: differenceBeyondRounding(plugIn, expected) }
}

/** The difference of two numbers; 0 where it is only rounding. */
export function differenceBeyondRounding(value: number, expected: number): number {
  const difference = value - expected
  return Math.abs(difference) <= rounding * (Math.abs(value) + Math.abs(expected)) ? 0 : difference
}
