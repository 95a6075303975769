import { blocksOf } from '../kernel/blocks.ts'
import type { RowSpan } from '../kernel/blocks.ts'
import type { Kernels } from '../kernel/kernels.ts'
import { columnsOf, widthsOf } from '../kernel/sets.ts'
import { ColumnArena } from './ksg-columns.ts'
import type { PlacedColumn } from './ksg-columns.ts'
import type { KsgInput, SumSet, WithinLevels } from './ksg-input.ts'
import { placeLevels, sharedLevels } from './ksg-levels.ts'
import { PointsArena } from './ksg-points.ts'
import { chooseStructure, placePoints, SearchArena } from './ksg-search.ts'
import type { MarginalSpace } from './ksg-search.ts'
import { shapeOf } from './ksg-strips.ts'

/**
 * Σ ψ(m) + ψ(n_c) − ψ(k_c) over the rows that share their level c with another row (Ross 2014): n_c is the number of
 * rows of the level, k_c = min(k, n_c − 1), and m is 1 plus the number of other rows of any level strictly nearer than
 * the k_c-th nearest of the same level.
 */
export function sumWithin(kernels: Kernels, input: KsgInput, wanted: WithinLevels): SumSet {
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
