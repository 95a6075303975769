import exp from '@stdlib/math-base-special-exp'
import log2 from '@stdlib/math-base-special-log2'
import type { Counts } from '#core'
import { lnChoose } from './hypergeometric.ts'
import { countRows, marginal, tableEstimators } from './table-estimators.ts'
import { mutualInformation } from './quantities.ts'

/** Hypergeometric probabilities below this are ignored. */
const negligible = 1e-18

/**
 * The expected plug-in information, in bits, of a table with these margins under permutations of the rows: Σ
 * over cells of the mean of (n_ij/n)·log₂(n·n_ij/(a_i·b_j)) under the hypergeometric distribution of n_ij
 * (Vinh, Epps and Bailey 2010). Equal margins have equal terms, which are computed once. Counts are whole.
 */
export function expectedInformation(rows: Float64Array, columns: Float64Array): number {
  const n = rows.reduce((sum, count) => sum + count, 0)
  if (n === 0) return 0
  const across = multiplicities(columns)
  let bits = 0
  for (const [a, times] of multiplicities(rows)) {
    for (const [b, others] of across) bits += times * others * termOf(n, a, b)
  }
  return bits
}

/** How often each count above 0 occurs, the smallest count first. */
function multiplicities(counts: Float64Array): ReadonlyMap<number, number> {
  const times = new Map<number, number>()
  for (const count of counts.toSorted((a, b) => a - b)) {
    if (count > 0) times.set(count, (times.get(count) ?? 0) + 1)
  }
  return times
}

/** E[(N/n)·log₂(n·N/(a·b))] of one cell, summed from the most likely count outwards. */
function termOf(n: number, a: number, b: number): number {
  const least = Math.max(0, a + b - n)
  const most = Math.min(a, b)
  const mode = Math.floor(((a + 1) * (b + 1)) / (n + 2))
  const valueOf = (count: number) => (count === 0 ? 0 : (count / n) * log2((n * count) / (a * b)))
  const atMode = exp(lnChoose(b, mode) + lnChoose(n - b, a - mode) - lnChoose(n, a))
  let sum = atMode * valueOf(mode)
  let weight = atMode
  for (let count = mode, p = atMode; count < most && p > negligible; count++) {
    p *= ((b - count) * (a - count)) / ((count + 1) * (n - a - b + count + 1))
    sum += p * valueOf(count + 1)
    weight += p
  }
  for (let count = mode, p = atMode; count > least && p > negligible; count--) {
    p *= (count * (n - a - b + count)) / ((b - count + 1) * (a - count + 1))
    sum += p * valueOf(count - 1)
    weight += p
  }
  // Dividing by the sum of the weights, which should be 1, removes the rounding of the log factorials.
  return sum / weight
}

/** Relative differences smaller than this are rounding. */
const rounding = 1e-12

/** The adjusted information of a table whose first axis is the target. */
interface AdjustedInformation {
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
 * I(S;Y) − E[I(S;Y)], the expectation over permutations of the target: its mean is 0 for independent columns,
 * whatever the number of levels, and it is 0 for a column whose values are all different.
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
