import { metricCodes } from '#core'
import type { DistanceMetric } from '#core'
import type { OpenStructure } from './nearest-search.ts'

/** How numbers are quantised: see `QuantisedRows` in assembly/. */
interface Quantisation {
  readonly scale: number
  readonly limit: number
  readonly middles: readonly number[]
}

/** The most rows from which quartiles are computed. */
const sampled = 1024
/** The interquartile ranges on either side of the median that are not clipped. */
const ranges = 2
/** Sixteen bits hold the difference of two numbers of steps up to this. */
const mostSteps = 16_000

/**
 * Fits steps to the column with the widest interquartile range, or range if all quartiles coincide: most rows
 * get different steps, and outliers are clipped. The scale is 0, so that no row is skipped, if all values are
 * equal or the range is extreme. The fit affects the speed of a search, never its result.
 */
function fitQuantisation(columns: readonly Float64Array[], metric: DistanceMetric): Quantisation {
  const samples = columns.map(sortedSample)
  const middles = samples.map((sample) => quantile(sample, 0.5))
  const quartiles = samples.map((sample) => quantile(sample, 0.75) - quantile(sample, 0.25))
  let reach = ranges * Math.max(...quartiles)
  if (reach === 0) reach = Math.max(...samples.map((sample) => sample[sample.length - 1] - sample[0]))
  const most =
    metric === 'euclidean' ? Math.sqrt(0x7fffffff / columns.length) / 2 : 0x40000000 / columns.length
  const limit = Math.min(mostSteps, Math.floor(most))
  return { scale: reach > 1e-100 && reach < 1e100 ? limit / reach : 0, limit, middles }
}

function sortedSample(column: Float64Array): Float64Array {
  const count = Math.min(sampled, column.length)
  return Float64Array.from(
    { length: count },
    (_, i) => column[Math.floor((i * column.length) / count)],
  ).sort()
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))]
}

/**
 * How neighbours are found: along a sorted column, with a k-d tree, or among all rows with quantised lower
 * bounds. All give the same bits.
 */
export type NearestStructure = 'line' | 'tree' | 'all'

export const structures: Readonly<Record<NearestStructure, OpenStructure>> = {
  line: ({ run }, arena, setColumns, { rows }) => {
    const order = arena.integers(rows)
    const keys = arena.numbers(2 * rows)
    const others = arena.integers(rows)
    const counts = arena.integers(2048)
    run.orderNumbers(setColumns.address, rows, order.address, keys.address, others.address, counts.address)
    return (search) => run.searchLine(search.address, setColumns.address, order.address)
  },

  tree: ({ run }, arena, setColumns, { rows, metric }) => {
    const { address, stride, count } = setColumns
    const tree = arena.integers(8)
    const nodes = arena.integers(8 * rows)
    const order = arena.integers(rows)
    const strideInOrder = 8 * (rows + 4)
    const values = arena.bytes(count * strideInOrder)
    const point = arena.numbers(count + 4)
    const top = arena.top
    // A sample also needs space in `keys`.
    const keys = arena.numbers(rows + 32)
    const later = arena.integers(rows)
    tree.view.set([nodes.address, 0, order.address, values.address, strideInOrder, count, 0, point.address])
    const nodeCount = run.growTree(tree.address, address, stride, rows, keys.address, later.address)
    arena.release(top)
    const pairs = (nodeCount - 1) / 2
    const boxes = arena.numbers(pairs * count * 4)
    const stack = arena.numbers(2 * (pairs + 1))
    tree.view[1] = boxes.address
    tree.view[6] = stack.address
    run.fillTree(tree.address, address, stride, rows, nodeCount)
    return (search) => run.searchTree(search.address, tree.address, nodeCount, metricCodes[metric])
  },

  all: ({ run }, arena, setColumns, { rows, metric }) => {
    const { address, stride, count } = setColumns
    const pairs = Math.ceil(count / 2)
    const numbers = arena.numbers(2)
    const fields = arena.integers(5)
    const middles = arena.numbers(count)
    const steps = arena.bytes(Math.ceil(rows / 16) * pairs * 64)
    const points = arena.numbers(rows * count)
    const probe = arena.integers(pairs)
    const fitted = fitQuantisation(setColumns.columns, metric)
    numbers.view.set([fitted.scale, fitted.limit])
    middles.view.set(fitted.middles)
    fields.view.set([count, ...[middles, steps, points, probe].map((block) => block.address)])
    run.quantiseColumns(numbers.address, address, stride, rows)
    return (search) => run.searchQuantised(search.address, numbers.address, metricCodes[metric])
  },
}

/** The structure that is usually fastest: the more rows, the more columns a tree can use. */
export function chooseNearestStructure(rows: number, columns: number): NearestStructure {
  if (columns <= 1) return 'line'
  const doublings = Math.max(0, 31 - Math.clz32(rows / 10_000))
  return columns <= 8 + doublings ? 'tree' : 'all'
}
