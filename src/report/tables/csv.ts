import type { ResultTable } from '#core'

/** A cell of a row that is written by itself; without a value it is empty. */
export type Cell = string | number | null | undefined

/** Tables as CSV, which holds one: the first. */
export function csv([{ columns, rows }]: readonly ResultTable[]): string {
  return csvLines([columns, ...rows])
}

/** Rows as CSV without a header: a cell with a comma, a quote or a line break is quoted. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => row.map(quoted).join(',')).join('\n')
}

function quoted(cell: Cell): string {
  const text = cellText(cell)
  return typeof cell === 'string' && /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A cell with all its digits: the fewest that give the number back. */
export function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  return cell === Infinity ? 'inf' : cell === -Infinity ? '-inf' : String(cell)
}
