import type { OrderRequest, Tie } from '#core'
import type { BinningMethod } from './binning-method.ts'

/**
 * Sums of fractional weights that differ by less than this share of the total are equal, and gaps likewise.
 */
const rounding = { weight: 1e-9, gap: 1e-12 }

/**
 * Bins with equal numbers of rows, ties kept together: cut j is the place between two observed values that is
 * nearest to j·n/b rows, j = 1…b−1; equal cuts are merged. Of two places equally near it is the one nearer
 * the middle of the rows, in the middle itself that in the wider gap; if these are equal too, both. So a tie
 * at j·n/b goes to the side where it moves fewer rows, a tie that covers several such points has a bin of its
 * own, none is lost at either end, and the bins of −x are those of x. A cut is the largest observed value of
 * its left part.
 *
 * A column with at most b distinct values keeps each as a level.
 */
export const equalFrequency: BinningMethod<readonly OrderRequest[]> = {
  bins: 'count',
  needs: (columns, { bins, view }) => {
    const at = Array.from({ length: bins - 1 }, (_, j) => ({ part: j + 1, of: bins, side: 'lower' as const }))
    return columns.map((variable) => ({ kind: 'order', variable, at, distinctUpTo: bins, ties: true, view }))
  },
  cuts: (answers, { bins }) =>
    answers.map((order) => {
      const { n, values, distinct, ties } = order
      if (distinct && distinct.length <= bins) return distinct.slice(0, -1)
      const cuts = values.flatMap((value, j) => cutsAt(((j + 1) * n) / bins, n, value, ties![j]))
      return [...new Set(cuts)].sort((a, b) => a - b)
    }),
}

/** The cut nearest to a place among n rows, which lies in the tie of a value; both if neither is nearer. */
function cutsAt(place: number, n: number, value: number, { below, upTo, before, after }: Tie): number[] {
  if (before === -Infinity) return after === Infinity ? [] : [value]
  if (after === Infinity) return [before]
  const isSame = (a: number, b: number) => Math.abs(a - b) <= rounding.weight * n
  const middle = n / 2
  const [left, right] = [place - below, upTo - place]
  if (!isSame(left, right)) return left < right ? [before] : [value]
  if (!isSame(place, middle)) return place < middle ? [value] : [before]
  // Halves do not overflow.
  const [gapBefore, gapAfter] = [value / 2 - before / 2, after / 2 - value / 2]
  const largest = Math.max(Math.abs(before), Math.abs(after))
  if (Math.abs(gapBefore - gapAfter) <= rounding.gap * largest) return [before, value]
  return gapBefore > gapAfter ? [before] : [value]
}
