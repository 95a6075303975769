import { blockRows, blocksOf } from '../threads/blocks.ts'
import type { RowSpan } from '../threads/blocks.ts'
import type { Job } from '../threads/job.ts'
import type { Kernels } from '../threads/kernels.ts'
import { columnsOf, widthsOf } from '../threads/sets.ts'
import { sumBetween } from './ksg-between.ts'
import { sumGiven } from './ksg-given.ts'
import { ColumnArena } from './ksg-input.ts'
import type { KsgInput, PlacedColumn, SumSet, WithinLevels } from './ksg-input.ts'
import { placeLevels, PointsArena, shapeOf, sharedLevels } from './ksg-points.ts'
import { chooseStructure, placePoints, SearchArena } from './ksg-search.ts'
import type { MarginalSpace } from './ksg-search.ts'

/** A range of sets over a range of rows; several sets only over all rows. */
interface KsgTask extends RowSpan {
  readonly firstSet: number
  readonly lastSet: number
}

/**
 * For each set of a task: the sums of its blocks of rows, and the numbers of rows with zero and tied
 * distances.
 */
interface KsgPart {
  readonly sums: Float64Array
  readonly zeros: Float64Array
  readonly tied: Float64Array
}

/** For each set, the sums over all rows that count. */
interface KsgSums {
  readonly n: number
  readonly digammas: Float64Array
  readonly zeros: Float64Array
  readonly tied: Float64Array
}

/**
 * Approximate milliseconds of a task of several small sets, and of a part of a large set; the latter is
 * longer because each part stores the points again.
 */
const groupCost = 5
const cutCost = 20
/** Up to this number, sets are split by rows even if every thread must store each of them. */
const fewSets = 4

/**
 * Splits the work on sets with these numbers of dimensions: several small sets make one task, a large one
 * makes several.
 */
function cutKsgTasks(rows: number, dimensions: readonly number[]): { tasks: KsgTask[]; cost: number } {
  const tasks: KsgTask[] = []
  let cost = 0
  let open = 0
  let firstSet = 0
  dimensions.forEach((count, set) => {
    const own = costOf(rows, count)
    cost += own
    open += own
    const lastSet = set + 1
    if (open < groupCost && lastSet < dimensions.length) return
    const isCut = lastSet - firstSet === 1 && (count > 2 || dimensions.length <= fewSets)
    const parts = isCut ? Math.max(1, Math.round(own / cutCost)) : 1
    const step = Math.max(1, Math.ceil(rows / blockRows / parts)) * blockRows
    for (let from = 0; from < Math.max(1, rows); from += step) {
      tasks.push({ firstSet, lastSet, from, to: Math.min(rows, from + step) })
    }
    firstSet = lastSet
    open = 0
  })
  return { tasks, cost }
}

/** Approximate milliseconds of one set. */
function costOf(rows: number, dimensions: number): number {
  if (dimensions <= 2) return rows * 6e-5 * dimensions
  return rows * (4e-4 * (dimensions - 1) + rows * 6e-8 * (dimensions - 3))
}

/** Merges the parts of all tasks in order. */
function mergeKsgParts(
  n: number,
  sets: number,
  tasks: readonly KsgTask[],
  parts: readonly KsgPart[],
): KsgSums {
  const digammas = new Float64Array(sets)
  const zeros = new Float64Array(sets)
  const tied = new Float64Array(sets)
  tasks.forEach(({ firstSet, lastSet, from, to }, task) => {
    const blocks = blocksOf({ from, to }).length
    for (let set = firstSet; set < lastSet; set++) {
      const place = set - firstSet
      for (let block = 0; block < blocks; block++) digammas[set] += parts[task].sums[place * blocks + block]
      zeros[set] += parts[task].zeros[place]
      tied[set] += parts[task].tied[place]
    }
  })
  return { n, digammas, zeros, tied }
}

/** Sums of digamma functions of neighbour counts: see `ksg` and `levels` of the request `nearest`. */
export const ksgJob: Job<KsgInput, KsgTask, KsgPart> = {
  name: 'ksg',
  open: (kernels, input) => {
    const sumSet = openSums(kernels, input)
    return ({ firstSet, lastSet, from, to }) => {
      const blocks = blocksOf({ from, to }).length
      const sums = new Float64Array((lastSet - firstSet) * blocks)
      const zeros = new Float64Array(lastSet - firstSet)
      const tied = new Float64Array(lastSet - firstSet)
      // There are no rows if no two rows share a level.
      for (let set = firstSet; set < lastSet && to > from; set++) {
        const place = set - firstSet
        const summed = sumSet(set, { from, to })
        sums.set(summed.sums, place * blocks)
        zeros[place] = summed.zeros
        tied[place] = summed.tied
      }
      return { sums, zeros, tied }
    }
  },
}

function openSums(kernels: Kernels, input: KsgInput): SumSet {
  const { wanted } = input
  if (wanted.of === 'conditional') return sumGiven(kernels, input, wanted)
  return wanted.of === 'ksg' ? sumBetween(kernels, input, wanted) : sumWithin(kernels, input, wanted)
}

/** The tasks of a job, and their approximate cost in milliseconds on one thread. */
export function ksgTasks(input: KsgInput): { tasks: KsgTask[]; cost: number } {
  const { wanted } = input
  const others = othersOf(wanted).length
  const dimensions = widthsOf(input.sets).map((width) => width + others)
  return cutKsgTasks(rowsThatCount(input), dimensions)
}

/** Merges the parts of all tasks. */
export function mergeKsg(input: KsgInput, tasks: readonly KsgTask[], parts: readonly KsgPart[]): KsgSums {
  return mergeKsgParts(rowsThatCount(input), input.sets.ends.length, tasks, parts)
}

/** The columns that every set is searched with. */
function othersOf(wanted: KsgInput['wanted']): readonly number[] {
  if (wanted.of === 'levels') return []
  return wanted.of === 'ksg' ? wanted.with : [...wanted.with, ...wanted.given]
}

function rowsThatCount({ wanted, rows }: KsgInput): number {
  return wanted.of === 'levels' ? sharedLevels(wanted.levels, wanted.count).rows : rows
}

/**
 * Σ ψ(m) + ψ(n_c) − ψ(k_c) over the rows that share their level c with another row (Ross 2014): n_c is the
 * number of rows of the level, k_c = min(k, n_c − 1), and m is 1 plus the number of other rows of any level
 * strictly nearer than the k_c-th nearest of the same level.
 */
function sumWithin(kernels: Kernels, input: KsgInput, wanted: WithinLevels): SumSet {
  const { k, sets } = input
  const { run } = kernels
  const shared = sharedLevels(wanted.levels, wanted.count)
  const { rows } = shared
  const arena = kernels.arena()
  const widest = widthsOf(sets).reduce((most, width) => Math.max(most, width), 1)
  const digamma = arena.copyOf(input.digamma)
  const levels = placeLevels(arena, shared)
  const sizes = arena.integers(shared.sizes.length)
  sizes.view.set(shared.sizes)
  const neighbours = arena.integers(shared.sizes.length)
  neighbours.view.set(shared.sizes.map((size) => Math.min(k, size - 1)))
  const search = new SearchArena(kernels, arena, rows, input)
  const counts = arena.integers(rows).address
  const levelArena = widest > 1 ? new PointsArena(kernels, arena, rows, widest, shared.sizes.length) : null
  const allArena = widest > 1 ? new PointsArena(kernels, arena, rows, widest, 1) : null
  const split = arena.integers(rows)
  const places = arena.integers(shared.sizes.length)
  const line = arena.numbers(rows + 2 * k + 3)
  const columns = new ColumnArena(kernels, arena, input, shared.kept, rows)
  columns.fix()
  let placed: { set: number; marginal: MarginalSpace; find: (range: RowSpan) => void } | null = null

  return (set, range) => {
    placed = placed?.set === set ? placed : { set, ...place(columns.place(columnsOf(sets, set))) }
    search.tieCounts.view.fill(0)
    placed.find(range)
    const [zeros, tied] = search.tieCounts.view
    search.count(placed.marginal, search.radii.address, false, counts, range)
    const byLevel = [levels.codes.address, sizes.address, neighbours.address] as const
    const sums = blocksOf(range).map(({ from, to }) =>
      run.sumLevels(counts, ...byLevel, digamma.address, from, to),
    )
    return { sums, zeros, tied }
  }

  function place(own: readonly PlacedColumn[]): { marginal: MarginalSpace; find: (range: RowSpan) => void } {
    search.setColumns(own)
    if (allArena === null || levelArena === null || own.length === 1)
      return { marginal: { line: own[0] }, find: (range) => nearestOnLine(own[0], range) }
    const structure = input.structure ?? chooseStructure(rows, own.length)
    const shape = shapeOf(own, k)
    const points = levelArena.inStrips(own, shape, levels)
    const marginal = { points: placePoints(allArena, structure, own, shape) }
    return { marginal, find: (range) => search.nearestInLevels(points, shared.sizes, k, range) }
  }

  /** Finds the neighbours level by level along the sorted column. */
  function nearestOnLine(column: PlacedColumn, { from, to }: RowSpan): void {
    places.view.set(levels.starts.subarray(0, -1))
    run.splitOrderByLevel(column.order, levels.codes.address, rows, places.address, split.address)
    shared.sizes.forEach((size, level) => {
      const own = Math.min(k, size - 1)
      const order = split.address + levels.starts[level] * 4
      const pads = own + 1
      line.view.fill(-Infinity, 0, pads)
      line.view.fill(Infinity, pads + size, size + 2 * pads + 1)
      const sorted = line.address + pads * 8
      run.gatherColumn(column.values.address, order, size, sorted)
      run.nearestOnLine(search.describeNearest(own, size - 1), sorted, order, size, from, to)
    })
  }
}
