import { blocksOf } from './blocks.ts'
import type { Kernels } from './kernels.ts'
import { ColumnRoom } from './margins-columns.ts'
import type { PlacedColumn } from './margins-columns.ts'
import type { BetweenSets, MarginsGiven, SumSet } from './margins-given.ts'
import { PlaneRoom, fitsPlane } from './margins-plane.ts'
import type { PlacedPlane } from './margins-plane.ts'
import { PointsRoom } from './margins-points.ts'
import type { PlacedPoints } from './margins-points.ts'
import { SearchRoom, placePoints, structureFor } from './margins-search.ts'
import type { Margin, Structure } from './margins-search.ts'
import { shapeOf } from './margins-strips.ts'
import type { StripShape } from './margins-strips.ts'
import { columnsOf, widthsOf } from './sets.ts'

/** A set laid out: its points together with the other columns, in a plane or in space, and its own margin. */
interface PlacedSet {
  readonly set: number
  readonly width: number
  readonly plane: PlacedPlane | null
  readonly space: PlacedPoints | null
  readonly margin: Margin
}

/**
 * Σ ψ(n_x + 1) + ψ(n_z + 1) by rule 1, Σ ψ(n_x) + ψ(n_z) by rule 2 (Kraskov, Stögbauer and Grassberger 2004). By rule 1,
 * n_x is how many other rows are strictly nearer in the margin than the k-th neighbour is in the joint space; by rule 2,
 * how many are at most as far as the farthest of the neighbours within its distance.
 */
export function sumBetween(kernels: Kernels, given: MarginsGiven, wanted: BetweenSets): SumSet {
  const { rows, k, sets } = given
  const { run } = kernels
  const room = kernels.room()
  const widths = widthsOf(sets)
  const widest = widths.reduce((most, width) => Math.max(most, width), 1)
  const isClosed = wanted.rule === 2
  const canPlane = given.structure !== 'pairs' && wanted.with.length === 1 && fitsPlane(rows, k)
  const digamma = room.copyOf(given.digamma)
  const search = new SearchRoom(kernels, room, rows, k)
  const counts = [room.integers(rows).address, room.integers(rows).address] as const
  const reaches = isClosed ? ([room.numbers(rows).address, room.numbers(rows).address] as const) : null
  const planeRoom = canPlane && widths.includes(1) ? new PlaneRoom(kernels, room, rows) : null
  const spaceRoom =
    canPlane && widest === 1 ? null : new PointsRoom(kernels, room, rows, widest + wanted.with.length, 1)
  const marginRoom = widest > 1 ? new PointsRoom(kernels, room, rows, widest, 1) : null
  const columns = new ColumnRoom(kernels, room, given.columns, null, rows)
  const others = columns.place(wanted.with)
  const othersRoom = others.length > 1 ? new PointsRoom(kernels, room, rows, others.length, 1) : null
  columns.fix()
  const othersMargin = placeMargin(othersRoom, structureOf(others), others, shapeOf(others, k))
  let placed: PlacedSet | null = null

  return (set, range) => {
    placed = placed?.set === set ? placed : place(set)
    const { plane, space, margin, width } = placed
    search.tally.view.fill(0)
    if (plane) search.nearestInPlane(plane, k, range)
    if (space) search.nearest(space, k, range)
    const [zeros, tied] = search.tally.view
    if (reaches && plane) search.reachInPlane(plane, ...reaches, range)
    if (reaches && space) search.reach(space, width, ...reaches, range)
    const [ofSet, ofOthers] = reaches ?? [search.radii.address, search.radii.address]
    search.count(margin, ofSet, isClosed, counts[0], range)
    search.count(othersMargin, ofOthers, isClosed, counts[1], range)
    const sums = blocksOf(range).map(({ from, to }) =>
      run.sumMargins(...counts, isClosed ? 0 : 1, digamma.address, from, to),
    )
    return { sums, zeros, tied }
  }

  function place(set: number): PlacedSet {
    const own = columns.place(columnsOf(sets, set))
    const width = own.length
    const all = [...own, ...others]
    const shape = shapeOf(all, k)
    const structure = structureOf(all)
    const margin = placeMargin(marginRoom, structure, own, shape)
    if (planeRoom && width === 1) return { set, width, plane: planeRoom.place(all, k), space: null, margin }
    return { set, width, plane: null, space: placePoints(spaceRoom!, structure, all, shape), margin }
  }

  function placeMargin(
    points: PointsRoom | null,
    structure: Structure,
    margin: readonly PlacedColumn[],
    shape: StripShape,
  ): Margin {
    if (points === null || margin.length === 1) return { line: margin[0] }
    return { points: placePoints(points, structure, margin, shape) }
  }

  function structureOf(all: readonly PlacedColumn[]): Structure {
    return given.structure ?? structureFor(rows, all.length)
  }
}
