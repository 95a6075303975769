import { blocksOf } from '../threads/blocks.ts'
import type { Arena } from '../threads/arena.ts'
import type { Kernels } from '../threads/kernels.ts'
import { columnsOf, widthsOf } from '../threads/sets.ts'
import { ColumnArena } from './ksg-input.ts'
import type { GivenColumns, KsgInput, PlacedColumn, SumSet } from './ksg-input.ts'
import { PointsArena, shapeOf } from './ksg-points.ts'
import type { PlacedPoints } from './ksg-points.ts'
import { chooseStructure, placePoints, SearchArena } from './ksg-search.ts'
import type { MarginalSpace } from './ksg-search.ts'

/**
 * Σ ψ(n_xz + 1) + ψ(n_yz + 1) − ψ(n_z + 1) − ψ(k) over the rows (Frenzel and Pompe 2007): each n counts the
 * other rows strictly nearer in that space than the k-th neighbour is in the joint space. Closed, Σ ψ(n_xz) +
 * ψ(n_yz) − ψ(n_z) − ψ(n_xyz) of those at most as far (Mesner and Shalizi 2021). With nothing given all other
 * rows are near in z.
 */
export function sumGiven(kernels: Kernels, input: KsgInput, wanted: GivenColumns): SumSet {
  const { rows, k, sets, digamma } = input
  const { isClosed } = wanted
  const arena = kernels.arena()
  const widest = widthsOf(sets).reduce((most, width) => Math.max(most, width), 1)
  const search = new SearchArena(kernels, arena, rows, input)
  const spaceOf = spacesIn(kernels, arena, input)
  const [joint, ofSet, ofOthers, ofGiven] = [
    spaceOf(widest + wanted.with.length + wanted.given.length),
    spaceOf(widest + wanted.given.length),
    spaceOf(wanted.with.length + wanted.given.length),
    spaceOf(wanted.given.length),
  ]
  const columns = new ColumnArena(kernels, arena, input, null, rows)
  const [others, given] = [columns.place(wanted.with), columns.place(wanted.given)]
  columns.fix()
  ofOthers.place([...others, ...given])
  if (given.length > 0) ofGiven.place(given)
  ofGiven.counts.view.fill(rows - 1)
  joint.counts.view.fill(k)
  let placed = -1

  return (set, range) => {
    if (placed !== set) {
      const own = columns.place(columnsOf(sets, set))
      const all = [...own, ...others, ...given]
      search.setColumns(all)
      joint.place(all)
      ofSet.place([...own, ...given])
      placed = set
    }
    search.tieCounts.view.fill(0)
    search.nearest(joint.points(), k, range)
    const [zeros, tied] = search.tieCounts.view
    const counted = [ofSet, ofOthers, ...(given.length > 0 ? [ofGiven] : []), ...(isClosed ? [joint] : [])]
    for (const space of counted)
      search.count(space.marginal(), search.radii.address, isClosed, space.counts.address, range)
    const [xyz, xz, yz, z] = [joint, ofSet, ofOthers, ofGiven].map(({ counts }) => counts.view)
    const shift = isClosed ? 0 : 1
    const sums = blocksOf(range).map(({ from, to }) => {
      let sum = 0
      for (let row = from; row < to; row++) {
        const ofPairs = digamma[xz[row] + shift] + digamma[yz[row] + shift]
        sum += ofPairs - (digamma[z[row] + shift] + digamma[xyz[row]])
      }
      return sum
    })
    return { sums, zeros, tied }
  }
}

/** Makes spaces of at most so many dimensions, in which rows are searched and counted. */
function spacesIn(kernels: Kernels, arena: Arena, { rows, k, structure }: KsgInput) {
  return (dimensions: number) => {
    const arenaOfPoints = dimensions > 1 ? new PointsArena(kernels, arena, rows, dimensions, 1) : null
    let points: PlacedPoints = { address: 0, strips: [] }
    let line: PlacedColumn | null = null
    return {
      counts: arena.integers(rows),
      place(columns: readonly PlacedColumn[]): void {
        line = columns.length === 1 ? columns[0] : null
        if (line) return
        const found = structure ?? chooseStructure(rows, columns.length)
        points = placePoints(arenaOfPoints!, found, columns, shapeOf(columns, k))
      },
      points: () => points,
      marginal: (): MarginalSpace => (line ? { line } : { points }),
    }
  }
}
