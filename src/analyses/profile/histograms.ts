import { roundedWeight, singles } from '#core'
import type { CountsRequest, Histogram, OrderRequest, View } from '#core'
import { cutsBetween } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { binned, wholeEdges } from './bins.ts'

/** The number of bins, unless whole numbers fill fewer. */
const bins = 12
/** If one bin has this share of the rows, values far from the others may have stretched the range. */
const nearlyAll = 0.9
/** A cut is rounded by at most so much of the width of a bin. */
const mostOff = 1e-3
/** The share of the rows at each end that may be outside the bins; at least one row. */
const farShare = 0.01

/** A numeric column, with the facts about its values that decide its bins. */
interface NumbersInRange {
  /** Its place in the source. */
  readonly column: number
  readonly min: number
  readonly max: number
  readonly distinct: number
}

/**
 * The histograms of numeric columns that have values. The bins lie between the smallest and the largest
 * value. If that puts nine of ten rows into one bin, an end is left out that is farther from the other rows
 * than these are from each other: at most 1 % of the rows, or one row, at each end.
 */
export async function histogramsOf(
  batcher: RequestBatcher,
  columns: readonly NumbersInRange[],
  view: View,
): Promise<readonly Histogram[]> {
  const whole = await counted(batcher, columns.map(edgesOf), columns, view)
  const far = columns.flatMap((column, i) => (isInOneBin(whole[i]) ? [{ column, i }] : []))
  const ranges = await rangesWithoutFar(
    batcher,
    far.map(({ column, i }) => ({ ...column, n: totalOf(whole[i]) })),
    view,
  )
  const narrowed = far.filter((_, j) => ranges[j] !== null)
  const some = narrowed.map(({ column }) => column)
  const narrow = await counted(
    batcher,
    ranges.flatMap((range) => (range ? [edgesOf(range)] : [])),
    some,
    view,
  )
  const places = new Map(narrowed.map(({ i }, j) => [i, j]))
  return whole.map((histogram, i) => narrow[places.get(i) ?? -1] ?? histogram)
}

/** The edges of bins between two values: whole numbers close together are in the middle of bins of whole width. */
function edgesOf({ min, max, distinct }: Omit<NumbersInRange, 'column'>): readonly number[] {
  if (min === max) return [min + 0, max + 0]
  const whole = distinct <= max - min + 1 ? wholeEdges(min, max, bins) : null
  return whole ?? [min + 0, ...readableCuts(cutsBetween(min, max, bins)), max + 0]
}

/** Counts the rows of each column in its bins, and below and above them. */
async function counted(
  batcher: RequestBatcher,
  edgesOfAll: readonly (readonly number[])[],
  columns: readonly NumbersInRange[],
  view: View,
): Promise<readonly Histogram[]> {
  if (columns.length === 0) return []
  const outside = columns.map(({ min, max }, i) => ({
    isBelow: min < edgesOfAll[i][0],
    isAbove: max > edgesOfAll[i][edgesOfAll[i].length - 1],
  }))
  const each = columns.map(({ column }, i) => binned(column, edgesOfAll[i], outside[i]))
  const request: CountsRequest = { kind: 'counts', family: singles(each), view }
  const [[tables]] = await batcher.request([[request]])
  return tables.map(({ cells }, i) => {
    const edges = edgesOfAll[i]
    const { isBelow, isAbove } = outside[i]
    const counts = Array.from(cells, roundedWeight)
    return {
      from: edges[0],
      to: edges[edges.length - 1],
      counts: counts.slice(isBelow ? 1 : 0, isAbove ? -1 : undefined),
      ...(isBelow && { below: counts[0] }),
      ...(isAbove && { above: counts[counts.length - 1] }),
    }
  })
}

/**
 * Cuts without what binary numbers are off by, so that a decimal at a cut counts as at it: 0.1, not
 * 0.09999999999999999. Cuts of more than 15 digits stay, which would make bins uneven.
 */
function readableCuts(cuts: readonly number[]): readonly number[] {
  const rounded = cuts.map((cut) => Number(cut.toPrecision(15)))
  const most = (cuts[1] - cuts[0]) * mostOff
  return rounded.every((cut, i) => Math.abs(cut - cuts[i]) <= most) ? rounded : cuts
}

function totalOf({ counts }: Histogram): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

function isInOneBin(histogram: Histogram): boolean {
  const { counts } = histogram
  if (counts.length === 1) return false
  return counts.reduce((most, count) => Math.max(most, count), 0) >= nearlyAll * totalOf(histogram)
}

/** The ranges of columns without the ends that are far from the other rows; null where no end is. */
async function rangesWithoutFar(
  batcher: RequestBatcher,
  columns: readonly (NumbersInRange & { readonly n: number })[],
  view: View,
): Promise<readonly (NumbersInRange | null)[]> {
  const requests = columns.map(({ column, n }): OrderRequest => {
    const outside = Math.max(1, Math.floor(n * farShare))
    // Halves, so that no rounding of a sum of weights leads to the next rank.
    const at = [outside + 0.5, n - outside - 0.5].map((part) => ({ part, of: n, side: 'lower' as const }))
    return { kind: 'order', variable: { column, coding: null }, at, distinctUpTo: 0, view }
  })
  const [orders] = await batcher.request([requests])
  return columns.map((column, i) => {
    const [low, high] = orders[i].values
    const { min, max } = column
    // Halves avoid overflow.
    const half = high / 2 - low / 2
    const isFarBelow = low / 2 - min / 2 > half
    const isFarAbove = max / 2 - high / 2 > half
    if (!(half > 0) || !(isFarBelow || isFarAbove)) return null
    return { ...column, min: isFarBelow ? low : min, max: isFarAbove ? high : max }
  })
}
