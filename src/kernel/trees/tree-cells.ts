import type { Tree, TreeReader } from './tree.ts'

/** The cells into which all cuts of a tree in a column divide some rows; missing numbers are a cell of their own. */
export function cellsOfColumn(
  { column, threshold, start, sides }: Tree,
  { values, missing, codes }: TreeReader,
  of: number,
  rows: Int32Array,
): Int32Array {
  const nodes: number[] = []
  for (let node = 0; node < column.length; node++) if (column[node] === of) nodes.push(node)
  const numbers = values[of]
  if (!numbers) {
    const cellOf = new Map<string, number>()
    const ofLevel = new Map<number, number>()
    return rows.map((row) => {
      const code = codes[of]![row]
      const known = ofLevel.get(code)
      if (known !== undefined) return known
      const side = nodes.map((node) => sides[start[node] + code]).join('')
      const cell = cellOf.get(side) ?? cellOf.size
      cellOf.set(side, cell)
      ofLevel.set(code, cell)
      return cell
    })
  }
  const cuts = Float64Array.from(new Set(nodes.map((node) => threshold[node]))).sort()
  return rows.map((row) => (missing[of]?.[row] ? -1 : countBelow(cuts, numbers[row])))
}

/** Rows are in the same cell where they are in all of these; without any they are in one. */
export function joinCells(cells: readonly Int32Array[], rows: number): Int32Array {
  let joined = new Int32Array(rows)
  for (const own of cells) {
    const known = new Map<string, number>()
    joined = joined.map((cell, i) => {
      const key = `${cell}/${own[i]}`
      const found = known.get(key) ?? known.size
      known.set(key, found)
      return found
    })
  }
  return joined
}

/** How many of rising numbers are below a value. */
function countBelow(rising: Float64Array, value: number): number {
  let from = 0
  let to = rising.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (rising[middle] < value) from = middle + 1
    else to = middle
  }
  return from
}
