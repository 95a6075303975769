import type { BinnedColumn } from './binned-columns.ts'
import { clear, emptyHistogram, fill, take } from './histogram.ts'
import type { Histogram, NodeRows } from './histogram.ts'
import { emptySplit, entropyScore, orderByMean, reset, scanBins, timesLog } from './split.ts'
import type { NodeSums, SideScore, Split } from './split.ts'

/** How the rows of nodes are divided. */
export interface SplitMeasure {
  /** Of 2 each cell has a weight and Σ y, else a weight and that of each class. */
  readonly width: number
  /** Null for the least variance of numbers, or of two classes as 0 and 1. */
  readonly sideScore: SideScore | null
  readonly isRatio: boolean
  /** Of numbers 0. */
  readonly classes: number
}

/** A node whose rows are to be divided. */
interface OpenNode extends NodeSums {
  readonly rows: NodeRows
  /** The histograms of all columns, one after the other, where they are known. */
  readonly cells: Float64Array | null
}

/**
 * Finds the best split of nodes: `find` tries the first columns of a list, and those after them only until
 * one divides the rows. Levels are divided along their order by the mean, or share of the second class; of
 * more classes along that of each class in turn.
 */
export function splitFinder(
  columns: readonly BinnedColumn[],
  offsets: Int32Array,
  { width, sideScore, isRatio, classes }: SplitMeasure,
): (node: OpenNode, order: Int32Array, tried: number) => Split {
  const levels = columns.reduce((most, column) => Math.max(most, column.levels), 0)
  const histogram = emptyHistogram(levels, width)
  const best = emptySplit(levels)
  const one = emptySplit(levels)
  const gains = new Float64Array(isRatio ? columns.length : 0)
  const ratios = new Float64Array(gains.length)
  return (node, order, tried) => {
    if (isRatio) return findByRatio(node, order, tried)
    reset(best)
    for (let i = 0; i < order.length && (i < tried || best.column < 0); i++) tryColumn(node, order[i], best)
    return best
  }

  function tryColumn(node: OpenNode, place: number, found: Split): void {
    const { codes, levels: ofColumn, bins } = columns[place]
    const isOrdered = bins !== null
    if (node.cells) take(histogram, node.cells, offsets[place], ofColumn, isOrdered)
    else fill(histogram, codes, node.rows, ofColumn, isOrdered)
    if (histogram.count + (histogram.missing < 0 ? 0 : 1) > 1) {
      if (isOrdered) scanBins(histogram, node, sideScore, place, true, found)
      else scanLevels(histogram, node, place, found)
    }
    clear(histogram)
  }

  function scanLevels(of: Histogram, node: OpenNode, place: number, found: Split): void {
    // Of two classes their order by one is that by the other.
    const first = width === 2 ? 1 : classes === 2 ? 2 : 1
    const last = classes > 2 ? width - 1 : first
    for (let by = first; by <= last; by++) {
      if (node.sums[by] === 0 && classes > 2) continue
      orderByMean(of, by)
      scanBins(of, node, sideScore, place, false, found)
    }
  }

  /** The greatest gain ratio among the columns whose gain is at least the mean gain. Quinlan (1993). */
  function findByRatio(node: OpenNode, order: Int32Array, tried: number): Split {
    const all = node.sums[0]
    const before = entropyScore(node.sums)
    gains.fill(NaN)
    let [sum, count] = [0, 0]
    for (let i = 0; i < order.length && (i < tried || count === 0); i++) {
      tryColumn(node, order[i], reset(one))
      if (one.column < 0) continue
      const information = timesLog(all) - timesLog(one.weight) - timesLog(all - one.weight)
      gains[i] = one.score - before
      ratios[i] = gains[i] / information
      sum += gains[i]
      count++
    }
    let chosen = -1
    for (let i = 0; i < order.length; i++) {
      // The mean of equal gains may exceed them by rounding.
      if (!(gains[i] >= (sum / count) * (1 - 1e-12))) continue
      if (chosen < 0 || ratios[i] > ratios[chosen]) chosen = i
    }
    reset(best)
    if (chosen >= 0) tryColumn(node, order[chosen], best)
    return best
  }
}
