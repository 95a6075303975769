import { CribaError, limits, makeTable, shownValue, timeOfType } from '#core'
import { categoricalColumn, numericColumn } from '../cells/build-column.ts'
import { notANumber } from '../cells/column-messages.ts'
import { parseNumber } from '../cells/text-cells.ts'
import { timesOfTexts } from '../cells/times-of-texts.ts'
import { typeOf } from '../cells/column-types.ts'
import type { BuiltColumn, Table, Warning } from '#core'
import { keepFilter, resolveChoice } from '../options/column-choice.ts'
import type { ColumnChoice } from '../options/column-choice.ts'
import { decoderOf, fileBytes, linesOf } from './bytes.ts'
import type { DataFile } from './bytes.ts'
import { hearSignal } from './interruption.ts'
import { RowRoom } from './row-room.ts'
import { SparseCells } from './sparse-cells.ts'

const target = 'target'
const query = 'qid'

const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`
const sparseRow = new RegExp(`^(${number})(\\s+qid:\\d+)?((?:\\s+\\d+:${number})*)\\s*(?:#.*)?$`)

/**
 * Whether a text looks like sparse rows, `1 3:0.5 7:1`: every whole line starts with a number, and pairs
 * follow whose first numbers ascend; half of the lines have some, and some have values that no time of day
 * has.
 */
export function looksSparse(start: string): boolean {
  const lines = start.replace(/^(?:\u00ef\u00bb\u00bf|\ufeff)/, '').split(/\r?\n/)
  const whole = start.length < 4096 ? lines : lines.slice(0, -1)
  const rows = whole.filter((line) => line.trim() !== '' && !line.startsWith('#'))
  let pairs = 0
  let likeTimes = 0
  let filled = 0
  for (const line of rows) {
    const found = sparseRow.exec(line.trimEnd())
    if (!found) return false
    const cells = found[3].trim().split(/\s+/).filter(Boolean)
    const indices = cells.map((cell) => Number(cell.slice(0, cell.indexOf(':'))))
    if (indices.some((index, i) => i > 0 && index <= indices[i - 1])) return false
    pairs += cells.length
    likeTimes += cells.filter((cell) => /^\d{1,2}:[0-5]\d$/.test(cell)).length
    if (cells.length > 0) filled++
  }
  return filled > 0 && 2 * filled >= rows.length && likeTimes < pairs
}

/** The mark of UTF-8 before the first row, as Windows-1252 reads it. */
const byteOrderMark = '\u00ef\u00bb\u00bf'

/** About the bytes that a row and a column take of the heap; cells stand beside it. */
const bytesOfRow = 96
const bytesOfColumn = 768
/** More cells are refused before they take the memory of the machine. */
const mostCells = 2 * limits.fetched

/** The rows of a file: their targets, queries and lines, and the cells of each index. */
interface SparseRows {
  readonly targets: string[]
  readonly queries: string[]
  readonly lines: number[]
  readonly cells: Map<number, SparseCells>
}

/**
 * Reads rows of the form of SVMlight and LIBSVM, `target index:value … # comment`: a column `target`, and one
 * for each index that occurs, named by it; values that are not written are 0. The queries of a ranking,
 * `qid:3`, are a column.
 */
export async function readSvmlight(file: DataFile, choice: ColumnChoice): Promise<Table> {
  const rows: SparseRows = { targets: [], queries: [], lines: [], cells: new Map() }
  let line = 0
  const bytes = fileBytes(file)
  const room = new RowRoom(file.label, bytes.size)
  let cells = 0
  for await (const text of linesOf(bytes, decoderOf('windows-1252'))) {
    line++
    const row = text
      .replace(line === 1 ? byteOrderMark : '', '')
      .replace(/#.*/, '')
      .trim()
    if (row === '') continue
    const columns = rows.cells.size
    cells += addRow(rows, row, line, file.label)
    room.add(text.length, bytesOfRow + bytesOfColumn * (rows.cells.size - columns))
    if (cells > mostCells) throw tooManyCells(file.label)
  }
  const count = rows.targets.length
  if (count === 0) throw new CribaError('missing', `missing rows: ${file.label} has none`)
  const indices = [...rows.cells.keys()].sort((a, b) => a - b)
  const hasQueries = rows.queries.some((text) => text !== '')
  const names = [target, ...(hasQueries ? [query] : []), ...indices.map(String)]
  const chosen = resolveChoice(choice, names)
  const isKept = keepFilter(chosen)
  checkDense(count, names.filter(isKept).length, file.label)
  const place = (row: number) => `row ${row + 1} of ${file.label} (line ${rows.lines[row]})`
  const columns: BuiltColumn[] = []
  const add = (name: string, texts: readonly string[], hasNumbers: boolean) => {
    if (isKept(name)) columns.push(columnOf(name, texts, hasNumbers, chosen, place))
  }
  add(target, rows.targets, isNumeric(rows.targets))
  if (hasQueries) add(query, rows.queries, false)
  for (const index of indices.filter((index) => isKept(String(index)))) {
    await hearSignal(file.signal)
    const name = String(index)
    const values = rows.cells.get(index)!.dense(count)
    if ((typeOf(chosen.types, name) ?? 'numeric') === 'numeric')
      columns.push(numericColumn(name, count, (row) => (Number.isNaN(values[row]) ? null : values[row])))
    else add(name, Array.from(values, String), true)
  }
  const table = makeTable(count, columns)
  return hasQueries && isKept(query) ? { ...table, warnings: [...table.warnings, queryWarning()] } : table
}

/** Adds a row; returns how many cells it has. */
function addRow(
  { targets, queries, lines, cells }: SparseRows,
  text: string,
  line: number,
  label: string,
): number {
  const [first, ...rest] = text.split(/\s+/)
  const row = targets.length
  const wrong = (cell: string, needs: string) =>
    new CribaError(
      'invalid',
      `invalid cell in row ${row + 1} of ${label} (line ${line}): ${shownValue(cell)} (needs ${needs})`,
    )
  if (first.includes(':')) throw wrong(first, 'a target first')
  let last = -1
  let queried = ''
  for (const cell of rest) {
    const [, name, value] = /^([^:]+):(.+)$/.exec(cell) ?? []
    if (name === query && last < 0) {
      queried = value
      continue
    }
    const index = /^\d{1,9}$/.test(name ?? '') ? Number(name) : NaN
    if (!(index > last)) throw wrong(cell, 'index:value, indices ascending')
    const number = /^nan$/i.test(value) ? NaN : parseNumber(value, '.')
    if (number === null) throw wrong(cell, 'a number behind the index')
    last = index
    let column = cells.get(index)
    if (!column) cells.set(index, (column = new SparseCells()))
    column.add(row, Number(number))
  }
  targets.push(first)
  queries.push(queried)
  lines.push(line)
  return rest.length
}

/** Refuses more values than fit into memory once the rows are dense. */
export function checkDense(rows: number, columns: number, label: string): void {
  if (rows * columns <= limits.fetched) return
  const size = `${rows} rows × ${columns} columns`
  const remedy = `up to ${limits.fetched} values: drop columns, or take some of the rows`
  throw new CribaError('too-large', `too large: ${label} has ${size} once zeros are filled in (${remedy})`)
}

function tooManyCells(label: string): CribaError {
  const remedy = 'save it as Parquet, or take some of the rows'
  return new CribaError('too-large', `too large: ${label} has more than ${mostCells} cells (${remedy})`)
}

function isNumeric(texts: readonly string[]): boolean {
  return texts.every((text) => parseNumber(text, '.') !== null)
}

function columnOf(
  name: string,
  texts: readonly string[],
  hasNumbers: boolean,
  { types }: ColumnChoice,
  place: (row: number) => string,
): BuiltColumn {
  const type = typeOf(types, name) ?? (hasNumbers ? 'numeric' : 'categorical')
  const cell = (row: number) => (/^nan$/i.test(texts[row]) || texts[row] === '' ? null : texts[row])
  if (timeOfType(type)) return timesOfTexts(name, texts, type, place)
  if (type === 'categorical') return categoricalColumn(name, texts.length, cell)
  const invalid = texts.findIndex((_, row) => cell(row) !== null && parseNumber(texts[row], '.') === null)
  if (invalid >= 0) throw notANumber(name, place(invalid), texts[invalid])
  return numericColumn(name, texts.length, (row) => {
    const text = cell(row)
    return text === null ? null : parseNumber(text, '.')
  })
}

function queryWarning(): Warning {
  return {
    code: 'dependent-rows',
    column: query,
    message: `column ${query}: rows of one query depend on each other (--group ${query} keeps them together)`,
  }
}
