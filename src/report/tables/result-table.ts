import { safeCell, showUnseen } from '#core'
import type { ResultTable } from '#core'

/** The cell of a column in the row of an item. */
type CellOf<T> = (item: T, place: number) => Cell

/** A table with a row for each item, and the columns in this order. */
export function tableOf<T>(
  items: readonly T[],
  columns: Readonly<Record<string, CellOf<T>>>,
  notes: readonly string[] = [],
): ResultTable {
  const cells = Object.values(columns)
  return {
    columns: Object.keys(columns),
    rows: items.map((item, place) => cells.map((of) => of(item, place) ?? null)),
    notes,
  }
}

/** The formats that write the tables of a result, by the name that `--format` takes. */
export const tableWriters = { csv, markdown } as const satisfies Readonly<
  Record<string, (tables: readonly ResultTable[], style?: CsvStyle) => string>
>

/** A cell of a row that is written by itself; without a value it is empty. */
export type Cell = string | number | null | undefined

/** How CSV is written. */
export interface CsvStyle {
  /** Whether texts that a spreadsheet would compute get an apostrophe. */
  readonly safeCsv?: boolean | undefined
}

/** Tables as CSV, which holds one: the first. */
export function csv([{ columns, rows }]: readonly ResultTable[], style: CsvStyle = {}): string {
  return csvLines([columns, ...rows], style)
}

/** Rows as CSV without a header: a cell with a comma, a quote or a line break is quoted. */
export function csvLines(rows: readonly (readonly Cell[])[], { safeCsv }: CsvStyle = {}): string {
  const written = safeCsv ? (cell: Cell) => quoted(typeof cell === 'string' ? safeCell(cell) : cell) : quoted
  return rows.map((row) => row.map((cell) => written(cell)).join(',')).join('\n')
}

function quoted(cell: Cell): string {
  const text = cellText(cell)
  return typeof cell === 'string' && /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A cell with all its digits: the fewest that give the number back. */
function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  return cell === Infinity ? 'inf' : cell === -Infinity ? '-inf' : String(cell)
}

/** Tables as GitHub writes them, each with its title above and its notes below. */
export function markdown(tables: readonly ResultTable[]): string {
  return tables.map(ofTable).join('\n\n')
}

/** Columns without a cell are left out: a table that people read needs no empty ones. */
function ofTable({ title, columns, rows, notes = [] }: ResultTable): string {
  const places = [...columns.keys()].filter(
    (place) => rows.length === 0 || rows.some((row) => cellText(row[place]) !== ''),
  )
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const aligned = places.map((place) =>
    rows.length > 0 && rows.every((row) => typeof row[place] !== 'string') ? '---:' : '---',
  )
  const table = [
    line(places.map((place) => escaped(columns[place]))),
    line(aligned),
    ...rows.map((row) => line(places.map((place) => escaped(cellText(row[place]))))),
  ]
  return [
    ...(title === undefined ? [] : [`**${escaped(title)}**`]),
    table.join('\n'),
    ...(notes.length > 0 ? [notes.map(item).join('\n')] : []),
  ].join('\n\n')
}

/** A note in a list; one that begins as another list, a heading or a quotation is none. */
function item(note: string): string {
  const text = escaped(note).trim()
  return `- ${text.replace(/^[#>+-]/, '\\$&').replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')}`
}

/**
 * Signs of markup: `_` only at the ends of a word, `<` only where a tag may begin, `&` only before the name
 * of a sign.
 */
const markup = /[\\|`*[~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?\w+;)/giu

/** A text on one line in which no sign is markup. */
function escaped(text: string): string {
  return showUnseen(text.replace(/[\p{Control}\u2028\u2029]+/gu, ' ')).replace(markup, (sign) => `\\${sign}`)
}
