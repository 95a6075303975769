import ln from '@stdlib/math-base-special-ln'
import type { Shift } from '../trace/application.ts'

/** From these on a shift is moderate, and major (Siddiqi 2006). */
const [moderate, major] = [0.1, 0.25]

/**
 * The population stability index of two samples over the same bins: Σ (q − p)·ln(q/p), p and q being the shares of a bin in
 * the first and in the second sample (Siddiqi, Credit Risk Scorecards, 2006). It is symmetric, 0 for equal shares and has no upper
 * bound. The arguments are counts or weights. A bin that is empty in one sample counts as half a row there, as half a row is
 * added to an empty cell of log-odds (Haldane 1956, Anscombe 1956); one that is empty in both does not count. Without rows
 * in one of the samples it is NaN.
 *
 * @example populationStability([50, 50], [80, 20]) // 0.3 · ln 1.6 + 0.3 · ln 2.5 = 0.416
 */
export function populationStability(first: readonly number[], second: readonly number[]): number {
  const [n, m] = [totalOf(first), totalOf(second)]
  if (n === 0 || m === 0) return NaN
  return first.reduce((sum, count, bin) => {
    const other = second[bin]
    if (count === 0 && other === 0) return sum
    const [p, q] = [(count || 0.5) / n, (other || 0.5) / m]
    return sum + (q - p) * ln(q / p)
  }, 0)
}

/** The usual reading of the index: below 0.1 the column is stable, from 0.25 on the shift is major. */
export function shiftOf(index: number): Shift {
  return index < moderate ? 'stable' : index < major ? 'moderate' : 'major'
}

function totalOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
