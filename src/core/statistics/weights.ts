import { CribaError } from '../spec/error.ts'

/**
 * A sampling weight is the number of units that a row represents, not how often the row occurred. The
 * effective number of rows is (Σw)²/Σw² (Kish 1965). Weights scaled by Σw/Σw² sum to it, so every use of n =
 * Σw uses the effective number.
 *
 * Scaled weights are multiples of 2⁻²⁴: their sums are exact in any order and on any source. Multiplying all
 * weights by a constant gives the same scaled weights, unless one is within rounding of the middle between
 * two multiples. A weight above 0 stays above 0.
 */
export interface SamplingScale {
  /** The greatest weight; all weights are divided by it first. */
  readonly max: number
  /** The scaled weight of a weight of `max`, in grid steps. */
  readonly multiples: number
}

/** Grid steps in a scaled weight of 1. */
export const samplingGrid = 1 << 24

/** The scale from the greatest weight and Σu and Σu² of u = w / max over the rows. */
export function samplingScale(max: number, sum: number, squares: number): SamplingScale {
  return { max, multiples: squares > 0 ? (sum / squares) * samplingGrid : 0 }
}

/** A weight after scaling. */
export function scaledWeight(weight: number, { max, multiples }: SamplingScale): number {
  return weight > 0 ? Math.max(1, Math.floor((weight / max) * multiples + 0.5)) / samplingGrid : 0
}

/**
 * The most rows that one may stand for: beyond it numbers of rows are not exact. Sampling weights are
 * relative, so any number will do.
 */
export const mostWeight = Number.MAX_SAFE_INTEGER

/** A weight that is missing, below 0 or too great; the row is `null` where rows have no order. */
export function invalidWeight(column: string, row: number | null, found: string): CribaError {
  const needs =
    Number(found) > mostWeight
      ? `needs at most ${mostWeight}; weights that are relative are sampling weights`
      : 'needs 0 or more'
  const place = row === null ? '' : `, row ${row + 1}`
  return new CribaError('invalid', `invalid weight in column ${column}${place}: ${found} (${needs})`)
}

/**
 * A total weight of rows without its last digits, which depend on the order in which a source adds fractions
 * up.
 */
export function roundedWeight(weight: number): number {
  // Whole numbers of so few digits are themselves; making a text of each takes time.
  return Number.isInteger(weight) && Math.abs(weight) < 1e12 ? weight : Number(weight.toPrecision(12))
}

/** A total weight in a message. */
export function weightText(weight: number): string {
  return String(roundedWeight(weight))
}

/** The fewest rows that are enough: `minRows` is a share of `most`, or above 1 a number of rows. */
export function leastRows(minRows: number, most: number): number {
  return minRows <= 1 ? minRows * most : minRows
}

/** The limit in words: `half of the rows`, `20 rows`. */
export function leastInWords(minRows: number): string {
  if (minRows > 1) return `${minRows} rows`
  return minRows === 0.5 ? 'half of the rows' : `${Number((100 * minRows).toPrecision(12))} % of the rows`
}

/**
 * `12 of 40 rows`. Sums of sampling weights have six digits: their last ones depend on the order of the rows.
 */
export function shareInWords(rows: number, of: number): string {
  const shown = [rows, of].map((n) => (Number.isInteger(n) ? n : Number(n.toPrecision(6))))
  return `${shown.join(' of ')} rows`
}
