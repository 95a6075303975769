import type { CountsRequest, MomentsRequest, OrderRequest, Quantile, Variable, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'

/** Two levels have at least so many rows: that all of them lie apart is no chance. */
const fewestRows = 5

/** Around the end of a range this share of the target's values is looked at. */
const window = 0.05
/** They take up at most so many times the room that they would in a uniform distribution. */
const mostRoom = 3

/**
 * Of columns of levels, those whose levels are ranges of a numeric target that adjoin and do not overlap, such as low,
 * middle and high. The target is cut where the levels, in the order of their means, would have to end; then each level
 * has one part of it, and each part one level. Where values are rare at these ends, the levels may be causes with a large
 * effect.
 */
export async function columnsOfRanges(
  batcher: RequestBatcher,
  target: Variable,
  columns: readonly Variable[],
  view: View,
): Promise<ReadonlySet<Variable>> {
  if (columns.length === 0) return new Set()
  const moments = columns.map((by): MomentsRequest => {
    return { kind: 'moments', family: { list: [[target]] }, by, of: 'values', view }
  })
  const [ofLevels] = await batcher.request([moments])
  const orders = ofLevels.map(({ n, mean }): OrderRequest => {
    return { kind: 'order', variable: target, at: placesOf(n, mean), distinctUpTo: 0, view }
  })
  const [places] = await batcher.request([orders])
  const adjoining = columns.flatMap((column, i) => {
    const ends = endsOf(places[i].values)
    return ends.every(({ room }) => room <= mostRoom * window) ? [{ column, ends }] : []
  })
  const counts = adjoining.map(({ column, ends }): CountsRequest => {
    const cuts = [...new Set(ends.map(({ cut }) => cut))]
    const cut: Variable = { column: target.column, coding: { kind: 'cuts', cuts } }
    return { kind: 'counts', family: { list: [[column, cut]] }, view }
  })
  const [tables] = await batcher.request([counts])
  const areRangesOf = (i: number) => areRanges(tables[i][0].cells, tables[i][0].levels[1].length)
  return new Set(adjoining.filter((_, i) => areRangesOf(i)).map(({ column }) => column))
}

/** The first and the last rank, then three for each level but the last: its end, and those around it. */
function placesOf(n: Float64Array, mean: Float64Array): readonly Quantile[] {
  const of = n.reduce((sum, rows) => sum + rows, 0)
  const near = Math.max(1, (of * window) / 2)
  const at = (part: number): Quantile => ({ part: Math.min(of, Math.max(1, part)), of, side: 'lower' })
  let part = 0
  const ends = [...n.keys()]
    .filter((level) => n[level] > 0)
    .sort((a, b) => mean[a] - mean[b])
    .slice(0, -1)
    .flatMap((level) => {
      part += n[level]
      return [at(part), at(part - near), at(part + near)]
    })
  return [at(1), at(of), ...ends]
}

/** Where levels end, and the share of the target's range that the values around the end take up. */
function endsOf([min, max, ...values]: readonly number[]): readonly { cut: number; room: number }[] {
  const ends = Array.from({ length: values.length / 3 }, (_, i) => values.slice(3 * i, 3 * i + 3))
  return ends.map(([cut, below, above]) => ({ cut, room: (above - below) / (max - min) }))
}

/** Whether each row and each column of a table has one cell at most that is not 0. */
function areRanges(cells: Float64Array, width: number): boolean {
  const rows = cells.length / width
  const partsOf = new Uint8Array(rows)
  const levelsOf = new Uint8Array(width)
  let large = 0
  for (let row = 0; row < rows; row++)
    for (let part = 0; part < width; part++) {
      const count = cells[row * width + part]
      if (count === 0) continue
      if (++partsOf[row] > 1 || ++levelsOf[part] > 1) return false
      if (count >= fewestRows) large++
    }
  return large > 1
}
