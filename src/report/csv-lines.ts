export type Cell = string | number | null | undefined

/** Rows as CSV: a cell with a comma, a quote or a line break is quoted. */
export function csv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvLines([header, ...rows])
}

/** Rows as CSV without a header. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => row.map(quoted).join(',')).join('\n')
}

function quoted(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return cell === Infinity ? 'inf' : cell === -Infinity ? '-inf' : String(cell)
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
