import type { Column, Source, Table, Variable } from 'criba'
import type { Cell, TrueColumn, TrueTable } from './data.ts'

/** The differences between a table and the true one: one line per wrong column, none if every cell is right. */
export function wrongCells(table: Table, truth: TrueTable): string[] {
  if (table.rows !== truth.rows) return [`${table.rows} rows (needs ${truth.rows})`]
  const found = new Map(table.columns.map((column) => [column.name, column]))
  const order = table.columns.map(({ name }) => name).join()
  const lines = order === truth.columns.map(({ name }) => name).join() ? [] : [`columns are ${order}`]
  for (const column of truth.columns) {
    const given = found.get(column.name)
    if (given?.type !== column.type) lines.push(`${column.name} is ${given?.type} (needs ${column.type})`)
    else lines.push(...wrongRows(column.name, column.cells, (row) => cellOf(given, row)))
  }
  return lines
}

/** The same for a source: its rows as numbers, with levels as indices in code-point order. */
export async function wrongRowsOf(source: Source, truth: TrueTable, threads?: number): Promise<string[]> {
  const places = new Map(source.columns.map(({ name }, place) => [name, place]))
  const variables = truth.columns.map(({ name, type }): Variable => {
    return { column: places.get(name)!, coding: type === 'numeric' ? null : { kind: 'values' } }
  })
  const run = threads === undefined ? {} : { threads }
  const [{ columns }] = await source.answer([{ kind: 'rows', columns: variables, view: {} }], run)
  return truth.columns.flatMap((column, i) => {
    const found = (row: number) => (Number.isNaN(columns[i][row]) ? null : columns[i][row])
    if (column.type === 'numeric') return wrongRows(column.name, column.cells, found)
    const codes = Array.from(levelsOf(column).codes, (code) => (code < 0 ? null : code))
    return wrongRows(column.name, codes, found)
  })
}

/** The same for cells from an independent reader, by column name; a number may be given as text. */
export function wrongRead(found: ReadonlyMap<string, readonly unknown[]>, truth: TrueTable): string[] {
  const columns = [...found.keys()].sort().join()
  const wanted = truth.columns.map(({ name }) => name)
  if (columns !== wanted.sort().join()) return [`columns are ${columns}`]
  return truth.columns.flatMap(({ name, type, cells }) => {
    const values = found.get(name)!
    if (values.length !== truth.rows) return [`${name}: ${values.length} rows (needs ${truth.rows})`]
    const cellOf = (value: unknown) => (type === 'numeric' ? Number(value) : String(value))
    return wrongRows(name, cells, (row) => (values[row] === null ? null : cellOf(values[row])))
  })
}

function wrongRows(name: string, cells: readonly Cell[], at: (row: number) => Cell): string[] {
  const rows = cells.length
  let wrong = 0
  let first = -1
  for (let row = 0; row < rows; row++) {
    if (at(row) === cells[row]) continue
    if (wrong++ === 0) first = row
  }
  if (wrong === 0) return []
  const shown = `${JSON.stringify(at(first))} for ${JSON.stringify(cells[first])}`
  return [`${name}: ${wrong} of ${rows} rows are wrong (first: row ${first + 1}, ${shown})`]
}

function cellOf(column: Column, row: number): Cell {
  if (column.missing?.[row]) return null
  return column.type === 'numeric' ? column.values[row] : column.levels[column.codes[row]]
}

/** The levels of a column in code-point order, and the index of each row's level; -1 if missing. */
export interface Levels {
  readonly levels: readonly string[]
  readonly codes: Int32Array
}

const cache = new WeakMap<TrueColumn, Levels>()

export function levelsOf(column: TrueColumn): Levels {
  const { cells } = column
  const cached = cache.get(column)
  if (cached) return cached
  const levels = [...new Set(cells)].filter((cell) => cell !== null).map(String)
  levels.sort(byCodePoint)
  const places = new Map<unknown, number>(levels.map((level, place) => [level, place]))
  const found = { levels, codes: Int32Array.from(cells, (cell) => places.get(cell) ?? -1) }
  cache.set(column, found)
  return found
}

/** Compares by code point. JavaScript compares UTF-16 units, which sorts U+E000 to U+FFFF after higher code points. */
function byCodePoint(a: string, b: string): number {
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  // Inside a surrogate pair the first half decides.
  if (at > 0 && (a.charCodeAt(at - 1) & 0xfc00) === 0xd800) at--
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1)
}
