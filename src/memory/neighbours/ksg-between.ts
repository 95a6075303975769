import { blocksOf } from '../threads/blocks.ts'
import type { Kernels } from '../threads/kernels.ts'
import { columnsOf, widthsOf } from '../threads/sets.ts'
import { ColumnArena } from './ksg-input.ts'
import type { BetweenSets, KsgInput, KsgStructure, PlacedColumn, SumSet } from './ksg-input.ts'
import { fitsPlane, PlaneArena } from './ksg-plane.ts'
import type { PlacedPlane } from './ksg-plane.ts'
import { PointsArena, shapeOf } from './ksg-points.ts'
import type { PlacedPoints, StripShape } from './ksg-points.ts'
import { chooseStructure, placePoints, SearchArena } from './ksg-search.ts'
import type { MarginalSpace } from './ksg-search.ts'

/**
 * A set in kernel memory: its points in the joint space with the other columns, in a plane or in more
 * dimensions, and its own marginal space.
 */
interface PlacedSet {
  readonly set: number
  readonly width: number
  readonly plane: PlacedPlane | null
  readonly space: PlacedPoints | null
  readonly marginal: MarginalSpace
}

/**
 * Σ ψ(n_x + 1) + ψ(n_z + 1) by rule 1, Σ ψ(n_x) + ψ(n_z) by rule 2 (Kraskov, Stögbauer and Grassberger 2004).
 * By rule 1, n_x is the number of other rows strictly nearer in the marginal space than the k-th neighbour is
 * in the joint space; by rule 2, of those at most as far as the farthest of the neighbours within its
 * distance.
 */
export function sumBetween(kernels: Kernels, input: KsgInput, wanted: BetweenSets): SumSet {
  const { rows, k, sets } = input
  const { run } = kernels
  const arena = kernels.arena()
  const widths = widthsOf(sets)
  const widest = widths.reduce((most, width) => Math.max(most, width), 1)
  const isClosed = wanted.rule === 2
  const usesPlane = input.structure !== 'pairs' && wanted.with.length === 1 && fitsPlane(rows, k)
  const digamma = arena.copyOf(input.digamma)
  const search = new SearchArena(kernels, arena, rows, input)
  const counts = [arena.integers(rows).address, arena.integers(rows).address] as const
  const reaches = isClosed ? ([arena.numbers(rows).address, arena.numbers(rows).address] as const) : null
  const planeArena = usesPlane && widths.includes(1) ? new PlaneArena(kernels, arena, rows) : null
  const spaceArena =
    usesPlane && widest === 1 ? null : new PointsArena(kernels, arena, rows, widest + wanted.with.length, 1)
  const marginalArena = widest > 1 ? new PointsArena(kernels, arena, rows, widest, 1) : null
  const columns = new ColumnArena(kernels, arena, input, null, rows)
  const others = columns.place(wanted.with)
  const othersArena = others.length > 1 ? new PointsArena(kernels, arena, rows, others.length, 1) : null
  columns.fix()
  const othersMarginal = placeMarginal(othersArena, structureOf(others), others, shapeOf(others, k))
  let placed: PlacedSet | null = null

  return (set, range) => {
    placed = placed?.set === set ? placed : place(set)
    const { plane, space, marginal, width } = placed
    search.tieCounts.view.fill(0)
    if (plane) search.nearestInPlane(plane, k, range)
    if (space) search.nearest(space, k, range)
    const [zeros, tied] = search.tieCounts.view
    if (reaches && plane) search.reachInPlane(plane, ...reaches, range)
    if (reaches && space) search.reach(space, width, ...reaches, range)
    const [ofSet, ofOthers] = reaches ?? [search.radii.address, search.radii.address]
    search.count(marginal, ofSet, isClosed, counts[0], range)
    search.count(othersMarginal, ofOthers, isClosed, counts[1], range)
    const sums = blocksOf(range).map(({ from, to }) =>
      run.sumKsg(...counts, isClosed ? 0 : 1, digamma.address, from, to),
    )
    return { sums, zeros, tied }
  }

  function place(set: number): PlacedSet {
    const own = columns.place(columnsOf(sets, set))
    const width = own.length
    const all = [...own, ...others]
    search.setColumns(all)
    const shape = shapeOf(all, k)
    const structure = structureOf(all)
    const marginal = placeMarginal(marginalArena, structure, own, shape)
    if (planeArena && width === 1)
      return { set, width, plane: planeArena.place(all, k), space: null, marginal }
    return { set, width, plane: null, space: placePoints(spaceArena!, structure, all, shape), marginal }
  }

  function placeMarginal(
    points: PointsArena | null,
    structure: KsgStructure,
    marginal: readonly PlacedColumn[],
    shape: StripShape,
  ): MarginalSpace {
    if (points === null || marginal.length === 1) return { line: marginal[0] }
    return { points: placePoints(points, structure, marginal, shape) }
  }

  function structureOf(all: readonly PlacedColumn[]): KsgStructure {
    return input.structure ?? chooseStructure(rows, all.length)
  }
}
