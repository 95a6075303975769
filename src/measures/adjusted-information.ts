import type { Counts } from '../statistics/counts.ts'
import { expectedInformation } from './expected-information.ts'
import { countRows, marginal } from './marginals.ts'
import { mutualInformation } from './quantities.ts'
import { tableEstimators } from './table-estimators.ts'

/** Differences smaller than this, relative to what they are of, are rounding. */
const rounding = 1e-12

/** Of a table whose first axis is the target: the rows, I(S;Y), its expectation, and the one less the other. */
export interface AdjustedInformation {
  readonly n: number
  readonly plugIn: number
  readonly expected: number
  readonly bits: number
  readonly why?: string
}

/**
 * I(S;Y) − E[I(S;Y)], the expectation over permutations of the target: 0 in the mean where there is no relation, however many
 * levels there are, and 0 for a column whose values are all different.
 */
export function adjustedInformation(table: Counts): AdjustedInformation {
  const others = table.levels.map((_, axis) => axis).slice(1)
  const n = countRows(table)
  if (!table.cells.every(Number.isInteger)) {
    return { n, plugIn: NaN, expected: NaN, bits: NaN, why: 'weights that are not whole (no permutations)' }
  }
  const plugIn = tableEstimators['plug-in'](table)(mutualInformation([0], others))
  const expected = expectedInformation(marginal(table, [0]).cells, marginal(table, others).cells)
  return { n, plugIn, expected, bits: less(plugIn, expected) }
}

/** The difference, 0 where it is rounding alone. */
export function less(value: number, expected: number): number {
  const difference = value - expected
  return Math.abs(difference) <= rounding * (Math.abs(value) + Math.abs(expected)) ? 0 : difference
}
