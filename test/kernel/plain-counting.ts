/** Counting by definition: a table is a map from the levels of a row, as text, to the number of rows. */

export interface PlainColumn {
  readonly codes: readonly number[]
  readonly count: number
}

/** The number of rows of each combination of levels; rows with a missing level are not counted. */
export function plainCells(
  columns: readonly PlainColumn[],
  weights: readonly number[] | null,
): Map<string, number> {
  const cells = new Map<string, number>()
  const rows = columns[0].codes.length
  for (let row = 0; row < rows; row++) {
    const levels = columns.map(({ codes }) => codes[row])
    if (columns.some(({ count }, i) => levels[i] === count)) continue
    const key = levels.join(' ')
    cells.set(key, (cells.get(key) ?? 0) + (weights ? weights[row] : 1))
  }
  for (const [key, rows] of cells) if (rows === 0) cells.delete(key)
  return cells
}

/** The dense table in row-major order. */
export function plainTable(columns: readonly PlainColumn[], weights: readonly number[] | null): number[] {
  const cells = plainCells(columns, weights)
  let keys = ['']
  for (const { count } of columns) {
    keys = keys.flatMap((key) => Array.from({ length: count }, (_, level) => `${key} ${level}`))
  }
  return keys.map((key) => cells.get(key.trim()) ?? 0)
}
