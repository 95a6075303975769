import type { Variable } from '#core'
import { previousNumber } from './previous-number.ts'

/** Ends of rows that no bin has: below the first edge, above the last. */
interface OutsideBins {
  readonly isBelow?: boolean
  readonly isAbove?: boolean
}

/**
 * The bin of each row of a column of numbers, as a variable that can be counted. The bins lie between
 * neighbouring edges; each includes its upper end, the first also its lower end. Rows below the first edge are
 * one more level in front, rows above the last one at the end, where `outside` says that there are such; no
 * others may be.
 */
export function binned(column: number, edges: readonly number[], outside: OutsideBins = {}): Variable {
  const cuts = [
    ...(outside.isBelow ? [previousNumber(edges[0])] : []),
    ...edges.slice(1, -1),
    ...(outside.isAbove ? [edges[edges.length - 1]] : []),
  ]
  return { column, coding: { kind: 'cuts', cuts } }
}

/**
 * The edges of at most `bins` bins of numbers that are all whole, from `min` to `max`: each has a whole width,
 * so that none has more of them than its neighbours, and its numbers in the middle. Beyond 2^51, where no number
 * lies in the middle between two whole ones, the edges are the last numbers of bins. Null of numbers too far
 * apart or too large for that.
 */
export function wholeEdges(min: number, max: number, bins: number): readonly number[] | null {
  const numbers = max - min + 1
  if (!Number.isInteger(min) || !Number.isInteger(max) || numbers > bins * bins) return null
  if (-min > Number.MAX_SAFE_INTEGER || max > Number.MAX_SAFE_INTEGER + 1) return null
  const width = Math.ceil(numbers / bins)
  const count = Math.ceil(numbers / width)
  const hasHalves = Math.max(-min, max) <= Number.MAX_SAFE_INTEGER / 4
  // Edges that are no numbers of the column lie nearer to 0.
  const first = hasHalves ? min - 0.5 : max > 0 ? max - count * width : min - 1
  return Array.from({ length: count + 1 }, (_, i) => first + i * width)
}
