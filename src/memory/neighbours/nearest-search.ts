import { metricCodes } from '#core'
import type { DistanceMetric } from '#core'
import type { Arena, ArenaBlock } from '../threads/arena.ts'
import { blockRows } from '../threads/blocks.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { NearestInput } from './nearest-job.ts'
import { writeRoundings } from './rounding.ts'

/** A search in kernel memory, and its results for some rows. */
interface NearestSearch {
  /** Its address: see `Search` in assembly/. */
  readonly address: number
  /** The most rows of one call. */
  readonly mostRows: number
  /** The results of each row. */
  readonly values: ArenaBlock<Float64Array>
  readonly marks: ArenaBlock<Uint8Array>
  /** Sets the columns in which distances are measured, given by number and as copied, still in row order. */
  setColumns(set: readonly number[], copied: SetColumns): void
  /** Sets the rows whose neighbours are searched. */
  setRange(from: number, to: number): void
}

/** Bits of a row's mark: its k-th neighbour is at distance 0; more than k rows are within its distance. */
export const atZero = 1
export const tiedAtLast = 2

/** The most results of one call. */
const mostValues = 1 << 20

/**
 * The number of results of a row: squared differences and squared distances for k places, or one distance.
 */
export function widthOfRow({ k, wanted }: NearestInput): number {
  return wanted.of === 'differences' ? 2 * k : 1
}

export function openSearch(kernels: Kernels, arena: Arena, input: NearestInput): NearestSearch {
  const { rows, origins, k, metric, wanted } = input
  const width = widthOfRow(input)
  const mostRows = Math.max(1, Math.min(blockRows, rows, Math.floor(mostValues / width)))
  const fields = arena.integers(32)
  const values = arena.numbers(mostRows * width)
  const marks = arena.bytes(mostRows)
  const best = arena.numbers(2 * k)
  const distances = arena.numbers(rows + 4)
  const found = arena.integers(rows)
  const ties = arena.integers(rows)
  const bits = arena.numbers(Math.ceil(rows / 64))
  const tieDistances = arena.numbers(rows)
  const slack = origins ? arena.numbers(rows) : null
  const target = wanted.of === 'differences' ? arena.copyOf(wanted.target).address : 0
  bits.view.fill(0)
  const isFirst = wanted.of === 'differences' && wanted.ties === 'first'
  return {
    address: fields.address,
    mostRows,
    values,
    marks,
    setColumns(set, { address, stride }) {
      if (!slack || !origins) return
      const placed = set.map((column, i) => ({ address: address + i * stride, origin: origins[column] }))
      writeRoundings(kernels, slack, placed, metric)
    },
    setRange(from, to) {
      // The first six numbers of 64 bits are internal.
      const parameters = [rows, k, from, to, target, isFirst ? 1 : 0, metric === 'euclidean' ? 1 : 0]
      const blocks = [values, marks, best, distances, found, ties, bits, tieDistances]
      fields.view.set([...parameters, ...blocks.map(({ address }) => address), slack?.address ?? 0], 12)
    },
  }
}

/** The columns of a set, contiguous, `stride` bytes apart. */
interface SetColumns {
  readonly address: number
  readonly stride: number
  readonly count: number
  /** The source columns. */
  readonly columns: readonly Float64Array[]
}

/**
 * Copies the columns of a set into kernel memory; the empty set becomes a column of zeros, in which all rows
 * coincide.
 */
export function copyColumns(arena: Arena, columns: readonly Float64Array[], rows: number): SetColumns {
  if (columns.length === 0) return copyColumns(arena, [new Float64Array(rows)], rows)
  const copied = arena.numbers(columns.length * rows + 1)
  columns.forEach((column, i) => copied.view.set(column, i * rows))
  return { address: copied.address, stride: rows * 8, count: columns.length, columns }
}

export type Find = (search: NearestSearch) => void
type OpenStructure = (kernels: Kernels, arena: Arena, copied: SetColumns, input: NearestInput) => Find

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
