import { writeFile } from 'node:fs/promises'
import { CribaError, firstFew } from '#core'
import type { Warning } from '#core'
import { fileBytes } from './bytes.ts'
import type { DataFile } from './bytes.ts'

/** Rows as JSON, one object each on its line, and what is said of them. */
interface JsonRows {
  readonly lines: readonly string[]
  readonly warnings: readonly Warning[]
}

/** Longer files are not put together. */
const mostBytes = 1 << 29
const linesAtOnce = 4096

/**
 * Writes the rows of a JSON file that is no list of rows, but one object around it, or a table in one of the
 * forms of pandas: `split`, `columns` (of lists, or of objects by row), `index`, `values`. Every value stays as
 * it is written. Returns `null` for an object that is a row itself.
 *
 * @throws CribaError for an object of several lists or objects that make no table
 */
export async function writeRows(file: DataFile, path: string): Promise<readonly Warning[] | null> {
  const blocks: Buffer[] = []
  let length = 0
  for await (const block of fileBytes(file).blocks()) {
    blocks.push(Buffer.from(block))
    length += block.length
    if (length > mostBytes) throw noRows(file.label)
  }
  const rows = rowsOf(new JsonParts(Buffer.concat(blocks)), file.label)
  if (!rows) return null
  await writeFile(path, textOf(rows.lines))
  return rows.warnings
}

function* textOf(lines: readonly string[]): Generator<string> {
  for (let from = 0; from < lines.length; from += linesAtOnce)
    yield `${lines.slice(from, from + linesAtOnce).join('\n')}\n`
}

/** A value in the text: where it starts and ends, and the text of its name if it is a member. */
interface Part {
  readonly name: string | null
  readonly start: number
  readonly end: number
}

function rowsOf(json: JsonParts, label: string): JsonRows | null {
  const all = json.partsOf(json.root)
  if (json.isList(json.root)) return listRows(json, all, [])
  const ofRows = all.filter((part) => json.isList(part) && json.hasRows(part))
  if (ofRows.length === 1) return rowsInside(json, all, ofRows[0])
  if (ofRows.length > 1) throw noRows(label)
  const [columns, data] = ['"columns"', '"data"'].map((name) => all.find((part) => part.name === name))
  if (columns && data && json.isList(columns) && json.isList(data))
    return listRows(json, json.partsOf(data), all)
  if (all.length > 0 && all.every((part) => json.isList(part))) return listColumns(json, all, label)
  if (all.length > 0 && all.every((part) => json.isObject(part))) return objectRows(json, all, label)
  if (all.every((part) => json.isList(part) || json.isObject(part))) throw noRows(label)
  return null
}

/** The rows of the only list of objects; what stands beside it is left out. */
function rowsInside(json: JsonParts, all: readonly Part[], rows: Part): JsonRows {
  const others = all.filter((part) => part !== rows).map(nameOf)
  const message = `the rows are those of ${nameOf(rows)}; left out: ${firstFew(others, 5)}`
  return {
    lines: json.partsOf(rows).map((part) => json.textOf(part)),
    warnings: others.length === 0 ? [] : [{ code: 'frame', message }],
  }
}

/**
 * Rows that are lists of values, beside lists of the names of columns and rows (`split`); without them a first
 * row of texts has the names.
 */
function listRows(json: JsonParts, lists: readonly Part[], beside: readonly Part[]): JsonRows {
  const rows = lists.map((row) => json.partsOf(row))
  const listed = (name: string) => {
    const part = beside.find((one) => one.name === name)
    return part && json.partsOf(part)
  }
  const isHeader = beside.length === 0 && rows.length > 1 && rows[0].every((part) => json.isText(part))
  const header = listed('"columns"') ?? (isHeader ? rows.shift()! : null)
  const names = header
    ? header.map((part) => (json.isText(part) ? json.textOf(part) : JSON.stringify(json.textOf(part))))
    : rows[0].map((_, i) => JSON.stringify(`column_${i + 1}`))
  const message = `columns without a name are named by their position: column_1 to column_${names.length}`
  const index = listed('"index"')?.map((part) => json.textOf(part))
  return {
    lines: linesOf(
      names,
      rows.map((row) => row.map((part) => json.textOf(part))),
      index,
    ),
    warnings: header ? [] : [{ code: 'column-names', message }],
  }
}

/** Columns that are lists of values. */
function listColumns(json: JsonParts, columns: readonly Part[], label: string): JsonRows {
  const values = columns.map((column) => json.partsOf(column))
  const [first] = values
  if (values.some(({ length }) => length !== first.length)) throw noRows(label)
  const rows = first.map((_, row) => values.map((column) => json.textOf(column[row])))
  return {
    lines: linesOf(
      columns.map(({ name }) => name!),
      rows,
    ),
    warnings: [],
  }
}

/** Columns that are objects by the names of rows, or rows by their names: which one is of one kind each says. */
function objectRows(json: JsonParts, outer: readonly Part[], label: string): JsonRows {
  const outerNames = outer.map(({ name }) => name!)
  const byName = outer.map((part) => new Map(json.partsOf(part).map((value) => [value.name!, value])))
  const innerNames = [...new Set(byName.flatMap((parts) => [...parts.keys()]))]
  const inner = innerNames.map((name) => byName.flatMap((parts) => parts.get(name) ?? []))
  const [areColumns, areRows] = [byName.map((parts) => [...parts.values()]), inner].map((groups) =>
    groups.every(
      (parts) => new Set(parts.map((part) => json.kindOf(part)).filter((kind) => kind !== 'n')).size < 2,
    ),
  )
  const isInside = areColumns === areRows ? areNumbers(innerNames) : areColumns
  if (areColumns === areRows && !isInside && !areNumbers(outerNames)) throw noRows(label)
  const textIn = (parts: ReadonlyMap<string, Part>, name: string) =>
    parts.has(name) ? json.textOf(parts.get(name)!) : 'null'
  return {
    lines: isInside
      ? linesOf(
          outerNames,
          innerNames.map((row) => byName.map((parts) => textIn(parts, row))),
          innerNames,
        )
      : linesOf(
          innerNames,
          byName.map((parts) => innerNames.map((name) => textIn(parts, name))),
          outerNames,
        ),
    warnings: [],
  }
}

/** Whether names of rows, or texts of them, only count from 0. */
function areNumbers(names: readonly string[]): boolean {
  return names.every((name, i) => name.replaceAll('"', '') === String(i))
}

/** Rows as objects; names of rows that do not only count are a column of their own, as in a file of text. */
function linesOf(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  index: readonly string[] | undefined = undefined,
): readonly string[] {
  if (!index || areNumbers(index)) return rows.map((row) => lineOf(names, row))
  let name = 'index'
  while (names.includes(JSON.stringify(name))) name += '_'
  return rows.map((row, i) => lineOf([JSON.stringify(name), ...names], [index[i], ...row]))
}

function nameOf({ name }: Part): string {
  return JSON.parse(name!) as string
}

function lineOf(names: readonly string[], values: readonly string[]): string {
  return `{${names.map((name, i) => `${name}:${values[i] ?? 'null'}`).join(',')}}`
}

function noRows(label: string): CribaError {
  const remedy = "write a list of rows, as df.to_json(path, orient='records') of pandas does"
  return new CribaError(
    'unreadable',
    `unreadable file: ${label} is one object that holds the parts of a table (${remedy})`,
  )
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]

/** The parts of a JSON text by their places in it; what they hold is not read. */
class JsonParts {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get root(): Part {
    return { name: null, ...this.#trimmed(this.#bytes[0] === 0xef ? 3 : 0, this.#bytes.length) }
  }

  textOf({ start, end }: Part): string {
    // A row is one line.
    return this.#bytes.toString('utf8', start, end).replace(/[\r\n]/g, ' ')
  }

  isList({ start }: Part): boolean {
    return this.#bytes[start] === 0x5b
  }

  isObject({ start }: Part): boolean {
    return this.#bytes[start] === 0x7b
  }

  isText({ start }: Part): boolean {
    return this.#bytes[start] === quote
  }

  /** Whether a list has objects, and nothing else. */
  hasRows(list: Part): boolean {
    const parts = this.partsOf(list)
    return parts.length > 0 && parts.every((part) => this.isObject(part))
  }

  /** Texts, truth values, lists, objects or numbers; null is of every kind. */
  kindOf({ start }: Part): string {
    const sign = String.fromCharCode(this.#bytes[start])
    return 'tf'.includes(sign) ? 't' : '"[{n'.includes(sign) ? sign : '0'
  }

  /** The members of an object or a list. */
  partsOf({ start, end }: Part): Part[] {
    const bytes = this.#bytes
    const parts: Part[] = []
    let from = start + 1
    let name: string | null = null
    let depth = 0
    for (let at = start + 1; at < end; at++) {
      const byte = bytes[at]
      if (byte === quote) {
        at++
        while (at < end && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
      } else if (byte === 0x5b || byte === 0x7b) depth++
      else if (depth === 0 && byte === colon) {
        const named = this.#trimmed(from, at)
        name = bytes.toString('utf8', named.start, named.end)
        from = at + 1
      } else if (depth === 0 && (byte === comma || at === end - 1)) {
        const part = this.#trimmed(from, at)
        if (part.end > part.start) parts.push({ name, ...part })
        name = null
        from = at + 1
      } else if (byte === 0x5d || byte === 0x7d) depth--
    }
    return parts
  }

  /** A range without the blanks around it. */
  #trimmed(from: number, to: number): { readonly start: number; readonly end: number } {
    let [start, end] = [from, to]
    while (start < end && this.#bytes[start] <= 0x20) start++
    while (end > start && this.#bytes[end - 1] <= 0x20) end--
    return { start, end }
  }
}
