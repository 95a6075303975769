import type { CountsRequest, MomentsRequest, OrderRequest, Variable, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'

/** Two levels have at least so many rows: that all of them lie apart is no chance. */
const fewestRows = 5

/**
 * Of columns of levels, those whose levels are ranges of a numeric target that do not overlap, such as low, middle and
 * high. The target is cut where the levels, in the order of their means, would have to end; then each level has one
 * part of it, and each part one level.
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
    const of = n.reduce((sum, rows) => sum + rows, 0)
    let part = 0
    const at = [...n.keys()]
      .filter((level) => n[level] > 0)
      .sort((a, b) => mean[a] - mean[b])
      .slice(0, -1)
      .map((level) => ({ part: (part += n[level]), of, side: 'lower' as const }))
    return { kind: 'order', variable: target, at, distinctUpTo: 0, view }
  })
  const [places] = await batcher.request([orders])
  const counts = columns.map((column, i): CountsRequest => {
    const cut: Variable = {
      column: target.column,
      coding: { kind: 'cuts', cuts: [...new Set(places[i].values)] },
    }
    return { kind: 'counts', family: { list: [[column, cut]] }, view }
  })
  const [tables] = await batcher.request([counts])
  return new Set(columns.filter((_, i) => areRanges(tables[i][0].cells, tables[i][0].levels[1].length)))
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
