import { writeFile } from 'node:fs/promises'
import { firstFew } from '#core'
import { fileBytes } from './bytes.ts'
import type { DataFile } from './bytes.ts'
import { linesOf, namesOf, noRows, partLines, textsOf, unevenLists, wordOf } from './json-lines.ts'
import { objectRows } from './json-objects.ts'
import { JsonParts, PartList } from './json-parts.ts'
import type { JsonRows, RowPlaces } from './json-lines.ts'
import type { Part } from './json-parts.ts'

/** Longer files are not put together. */
const mostBytes = 1 << 29

/** What is known of rows once they are written. */
export type RowsWritten = Omit<JsonRows, 'lines'>

/**
 * Writes the rows of a JSON file that is no list of rows, but one object around it, or a table in one of the
 * forms of pandas: `split`, `columns` (of lists, or of objects by row), `index`, `values`. Every value stays as
 * it is written. Returns `null` for an object that is a row itself.
 *
 * @throws CribaError for a text that is no JSON, and for lists or objects that make no table, or may be read in
 * two ways
 */
export async function writeRows(file: DataFile, path: string): Promise<RowsWritten | null> {
  const blocks: Buffer[] = []
  let length = 0
  for await (const block of fileBytes(file).blocks()) {
    blocks.push(Buffer.from(block))
    length += block.length
    if (length > mostBytes) throw noRows(file.label)
  }
  const rows = rowsOf(new JsonParts(Buffer.concat(blocks), file.label), file.label)
  if (!rows) return null
  await writeFile(path, rows.lines)
  const { lines: _, ...written } = rows
  return written
}

function rowsOf(json: JsonParts, label: string): JsonRows | null {
  const all = json.partsOf(json.root)
  const isList = (part: Part) => json.isList(part)
  const isObject = (part: Part) => json.isObject(part)
  if (isList(json.root)) return listRows(json, json.root, null, label)
  const members = [...all.values()]
  const ofRows = members.flatMap((part, i) => (json.holdsOnly(part, isObject) ? [i] : []))
  if (ofRows.length === 1) return rowsInside(json, all, ofRows[0])
  if (ofRows.length > 1) throw noRows(label)
  const named = (name: string) => members[memberNamed(json, all, name)] as Part | undefined
  const [columns, data] = [named('columns'), named('data')]
  if (columns && isList(columns) && data && isList(data))
    if (json.holdsOnly(data, isList) || json.partsOf(data).length === 0)
      return listRows(json, data, { columns, index: named('index') }, label)
  if (members.length > 0 && members.every(isList)) return listColumns(json, all, label)
  if (members.length > 0 && members.every(isObject)) return objectRows(json, all, label)
  if (members.every((part) => isList(part) || isObject(part))) throw noRows(label)
  return null
}

/** The place of the last member of a name; −1 if there is none. */
function memberNamed(json: JsonParts, all: PartList, name: string): number {
  const text = JSON.stringify(name)
  for (let i = all.length - 1; i >= 0; i--) {
    const { start, end } = all.name(i)
    if (end - start === text.length && json.textOf({ start, end }) === text) return i
  }
  return -1
}

/** The rows of the only list of objects; what stands beside it is left out. */
function rowsInside(json: JsonParts, all: PartList, chosen: number): JsonRows {
  const names = Array.from({ length: all.length }, (_, i) => wordOf(json.textOf(all.name(i))))
  const others = names.filter((_, i) => i !== chosen)
  const message = `the rows are those of ${names[chosen]}; left out: ${firstFew(others, 5)}`
  return {
    lines: partLines(json, json.partsOf(all.value(chosen))),
    inside: names[chosen],
    warnings: others.length === 0 ? [] : [{ code: 'frame', message }],
  }
}

/**
 * Rows that are lists of values, with lists of the names of columns and rows beside them (`split`); without
 * them a first row of texts has the names.
 */
function listRows(
  json: JsonParts,
  list: Part,
  beside: { readonly columns: Part; readonly index: Part | undefined } | null,
  label: string,
): JsonRows {
  const rows = json.partsOf(list)
  const isText = (part: Part) => json.isText(part)
  const isHeader = beside === null && rows.length > 1 && json.holdsOnly(rows.value(0), isText)
  const first = isHeader ? 1 : 0
  const header = beside?.columns ?? (isHeader ? rows.value(0) : null)
  const names = header
    ? [...json.partsOf(header).values()].map((part) => nameOf(json, part))
    : Array.from({ length: json.partsOf(rows.value(0)).length }, (_, i) => `"column_${i + 1}"`)
  const index = beside?.index && textsOf(json, json.partsOf(beside.index))
  if (index && index.length !== rows.length) throw unevenLists(label)
  const values = function* (): Generator<RowPlaces> {
    const places = new Uint32Array(2 * names.length)
    const cells = new PartList()
    for (let row = first; row < rows.length; row++) {
      const list = rows.value(row)
      // What is missing at the end of a row is missing; a value without a name would be lost.
      if (!json.isList(list) || json.partsOf(list, cells).length > names.length) throw unevenLists(label)
      places.fill(0)
      for (let i = 0; i < cells.length; i++) cells.writeValue(i, places, 2 * i)
      yield places
    }
  }
  const message = `columns without a name are named by their position: column_1 to column_${names.length}`
  return {
    lines: linesOf(json, names, values(), index, label),
    warnings: header ? [] : [{ code: 'column-names', message }],
  }
}

/** Columns that are lists of values. */
function listColumns(json: JsonParts, columns: PartList, label: string): JsonRows {
  const lists = [...columns.values()].map((column) => json.partsOf(column))
  const [{ length }] = lists
  if (lists.some((list) => list.length !== length)) throw noRows(label)
  const rows = function* (): Generator<RowPlaces> {
    const places = new Uint32Array(2 * lists.length)
    for (let row = 0; row < length; row++) {
      lists.forEach((list, i) => list.writeValue(row, places, 2 * i))
      yield places
    }
  }
  return { lines: linesOf(json, namesOf(json, columns), rows(), undefined, label), warnings: [] }
}

/** The text that names a column: a number or a list as it is written. */
function nameOf(json: JsonParts, part: Part): string {
  return json.isText(part) ? json.textOf(part) : JSON.stringify(json.textOf(part))
}
