import { blocksOf } from './blocks.ts'
import type { RowSpan } from './blocks.ts'
import type { Kernels } from './kernels.ts'
import { ColumnArena } from './ksg-columns.ts'
import type { PlacedColumn } from './ksg-columns.ts'
import type { KsgGiven, SumSet, WithinLevels } from './ksg-given.ts'
import { placeLevels, sharedLevels } from './ksg-levels.ts'
import { PointsArena } from './ksg-points.ts'
import { SearchArena, placePoints, structureFor } from './ksg-search.ts'
import type { Margin } from './ksg-search.ts'
import { shapeOf } from './ksg-strips.ts'
import { columnsOf, widthsOf } from './sets.ts'

/**
 * Σ ψ(m) + ψ(n_c) − ψ(k_c) over the rows that share their level c with another (Ross 2014): n_c is how many rows the level
 * has, k_c = min(k, n_c − 1), and m is 1 and the other rows of any level strictly nearer than the k_c-th of the own.
 */
export function sumWithin(kernels: Kernels, given: KsgGiven, wanted: WithinLevels): SumSet {
  const { k, sets } = given
  const { run } = kernels
  const shared = sharedLevels(wanted.levels, wanted.count)
  const { rows } = shared
  const arena = kernels.arena()
  const widest = widthsOf(sets).reduce((most, width) => Math.max(most, width), 1)
  const digamma = arena.copyOf(given.digamma)
  const levels = placeLevels(arena, shared)
  const sizes = arena.integers(shared.sizes.length)
  sizes.view.set(shared.sizes)
  const neighbours = arena.integers(shared.sizes.length)
  neighbours.view.set(shared.sizes.map((size) => Math.min(k, size - 1)))
  const search = new SearchArena(kernels, arena, rows, k)
  const counts = arena.integers(rows).address
  const levelArena = widest > 1 ? new PointsArena(kernels, arena, rows, widest, shared.sizes.length) : null
  const allArena = widest > 1 ? new PointsArena(kernels, arena, rows, widest, 1) : null
  const split = arena.integers(rows)
  const places = arena.integers(shared.sizes.length)
  const line = arena.numbers(rows + 2 * k + 3)
  const columns = new ColumnArena(kernels, arena, given.columns, shared.kept, rows)
  columns.fix()
  let placed: { set: number; margin: Margin; find: (range: RowSpan) => void } | null = null

  return (set, range) => {
    placed = placed?.set === set ? placed : { set, ...place(columns.place(columnsOf(sets, set))) }
    search.tally.view.fill(0)
    placed.find(range)
    const [zeros, tied] = search.tally.view
    search.count(placed.margin, search.radii.address, false, counts, range)
    const byLevel = [levels.codes.address, sizes.address, neighbours.address] as const
    const sums = blocksOf(range).map(({ from, to }) =>
      run.sumLevels(counts, ...byLevel, digamma.address, from, to),
    )
    return { sums, zeros, tied }
  }

  function place(own: readonly PlacedColumn[]): { margin: Margin; find: (range: RowSpan) => void } {
    if (allArena === null || levelArena === null || own.length === 1)
      return { margin: { line: own[0] }, find: (range) => nearestOnLine(own[0], range) }
    const structure = given.structure ?? structureFor(rows, own.length)
    const shape = shapeOf(own, k)
    const points = levelArena.inStrips(own, shape, levels)
    const margin = { points: placePoints(allArena, structure, own, shape) }
    return { margin, find: (range) => search.nearestInLevels(points, shared.sizes, k, range) }
  }

  /** Level by level along the sorted column. */
  function nearestOnLine(column: PlacedColumn, { from, to }: RowSpan): void {
    places.view.set(levels.starts.subarray(0, -1))
    run.splitOrder(column.order, levels.codes.address, rows, places.address, split.address)
    shared.sizes.forEach((size, level) => {
      const own = Math.min(k, size - 1)
      const order = split.address + levels.starts[level] * 4
      const pads = own + 1
      line.view.fill(-Infinity, 0, pads)
      line.view.fill(Infinity, pads + size, size + 2 * pads + 1)
      const sorted = line.address + pads * 8
      run.gatherColumn(column.values.address, order, size, sorted)
      run.nearestOnLine(search.forNeighbours(own, size - 1), sorted, order, size, from, to)
    })
  }
}
