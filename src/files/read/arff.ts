import {
  categoricalColumn,
  checkNames,
  CribaError,
  makeTable,
  notANumber,
  numericColumn,
  parseNumber,
  timeOfType,
  timesOfTexts,
  typeOf,
} from '#core'
import type { BuiltColumn, Table } from '#core'
import { textDecoder } from '#memory'
import type { TextEncodingName } from '#memory'
import { keepFilter, resolveChoice } from '../options/column-choice.ts'
import type { ColumnChoice } from '../options/column-choice.ts'
import type { TextBytes } from '../text/text-bytes.ts'
import { notText } from '../text/text-faults.ts'
import { withoutUtf16 } from '../text/utf-16.ts'
import { fileBytes } from './bytes.ts'
import type { DataFile } from './bytes.ts'
import { declaredDates, defaultPattern } from './declared-dates.ts'

interface Attribute {
  readonly name: string
  readonly isNumeric: boolean
  /** The pattern of its dates, if it has some. */
  readonly pattern?: string
  /** The levels, if the attribute is nominal. */
  readonly levels?: ReadonlySet<string>
}

/**
 * Reads an ARFF file: `?` is missing, dates are read by their declared pattern, strings as text, sparse rows are
 * refused.
 */
export async function readArff(file: DataFile, choice: ColumnChoice): Promise<Table> {
  const bytes = await withoutUtf16(fileBytes(file))
  try {
    return await readLines(file, choice, linesOf(bytes, decoderOf('utf-8')))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return readLines(file, choice, linesOf(bytes, decoderOf('windows-1252')))
  }
}

async function readLines(file: DataFile, choice: ColumnChoice, text: AsyncIterable<string>): Promise<Table> {
  const attributes: Attribute[] = []
  const cells: (string | null)[][] = []
  const lines: number[] = []
  let inData = false
  let number = 0
  for await (const line of text) {
    number++
    const text = line.trim()
    if (text === '' || text.startsWith('%')) continue
    const place = `${file.label}, line ${number}`
    if (!inData && /^@attribute\s/i.test(text)) attributes.push(attributeOf(text, place))
    else if (!inData && /^@data$/i.test(text)) inData = true
    else if (!inData && /^@relation/i.test(text)) continue
    else if (!inData)
      throw new CribaError('invalid', `invalid header of ${place}: ${text} (needs @attribute or @data)`)
    else {
      cells.push(cellsOf(text, attributes.length, place, lines.push(number)))
    }
  }
  const names = attributes.map(({ name }) => name)
  checkNames(names, file.label)
  const chosen = resolveChoice(choice, names)
  if (cells.length === 0)
    throw new CribaError('missing', `missing rows: ${file.label} has a header and nothing else`)
  const isKept = keepFilter(chosen)
  const built = attributes.flatMap((attribute, index) => {
    if (!isKept(attribute.name)) return []
    const at = (row: number) => cells[row][index]
    return columnOf(
      attribute,
      cells.length,
      at,
      chosen,
      (row) => `row ${row + 1} of ${file.label} (line ${lines[row]})`,
    )
  })
  return makeTable(cells.length, built)
}

/** Decodes blocks one after the other; a call without a block ends the text. */
function decoderOf(encoding: TextEncodingName): (block?: Uint8Array) => string {
  if (encoding === 'windows-1252') return (block) => (block ? textDecoder(encoding)(block) : '')
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (block) => (block ? decoder.decode(block, { stream: true }) : decoder.decode())
}

async function* linesOf(bytes: TextBytes, decode: (block?: Uint8Array) => string): AsyncGenerator<string> {
  let rest = ''
  for await (const block of bytes.blocks()) {
    if (block.includes(0)) throw notText(bytes.label!)
    const lines = (rest + decode(block)).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop()!
    yield* lines
  }
  yield rest + decode()
}

// A name or value: in single or double quotes, with backslashes before quotes inside it, or without quotes.
const token = /^\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^,\s'"{}]+))/

function attributeOf(text: string, place: string): Attribute {
  const rest = text.replace(/^@attribute/i, '')
  const name = token.exec(rest)
  const type = name ? rest.slice(name[0].length).trim() : ''
  if (name && /^(numeric|real|integer)\b/i.test(type)) return { name: unquoted(name), isNumeric: true }
  if (name && /^string\b/i.test(type)) return { name: unquoted(name), isNumeric: false }
  const date = name ? /^date\b(.*)$/i.exec(type) : null
  if (name && date) {
    // A pattern in double quotes may have single ones inside it.
    const pattern = date[1]
      .trim()
      .replace(/^"([^]*)"$|^'([^]*)'$/, '$1$2')
      .replaceAll("\\'", "'")
    return { name: unquoted(name), isNumeric: false, pattern: pattern === '' ? defaultPattern : pattern }
  }
  if (name && type.startsWith('{') && type.endsWith('}')) {
    const levels = new Set(valuesOf(type.slice(1, -1), place).filter((level) => level !== null))
    return { name: unquoted(name), isNumeric: false, levels }
  }
  throw new CribaError(
    'invalid',
    `invalid attribute in ${place}: ${text} (needs a name, then numeric, string, date or {levels})`,
  )
}

function cellsOf(text: string, width: number, place: string, row: number): (string | null)[] {
  if (text.startsWith('{')) {
    throw new CribaError(
      'unreadable',
      `unreadable row ${row} of ${place}: it is sparse (write the file with dense rows)`,
    )
  }
  const cells = valuesOf(text, place)
  if (cells.length === width) return cells
  throw new CribaError(
    'invalid',
    `invalid row ${row} of ${place}: ${cells.length} cells (needs ${width}, as the header)`,
  )
}

function valuesOf(text: string, place: string): (string | null)[] {
  const values: (string | null)[] = []
  let rest = text
  for (;;) {
    const quoted = /^\s*['"]/.test(rest) ? token.exec(rest) : null
    const bare = /^[^,]*/.exec(rest)![0]
    const length = quoted ? quoted[0].length : bare.length
    values.push(quoted ? unquoted(quoted) : bare.trim() === '?' ? null : bare.trim())
    const after = rest.slice(length).trimStart()
    if (after === '') return values
    if (!after.startsWith(',')) {
      throw new CribaError(
        'invalid',
        `invalid quote in ${place}: a comma should follow ${rest.slice(0, length).trim()}`,
      )
    }
    rest = after.slice(1)
  }
}

function unquoted([, single, double, bare]: RegExpExecArray): string {
  return bare ?? (single ?? double).replace(/\\(.)/g, '$1')
}

function columnOf(
  { name, isNumeric, levels, pattern }: Attribute,
  rows: number,
  at: (row: number) => string | null,
  { types }: ColumnChoice,
  place: (row: number) => string,
): BuiltColumn {
  const given = typeOf(types, name)
  if (given === undefined && pattern !== undefined) {
    const texts = Array.from({ length: rows }, (_, row) => at(row))
    return declaredDates(name, texts, pattern, place)
  }
  const type = given ?? (isNumeric ? 'numeric' : 'categorical')
  if (timeOfType(type)) {
    const texts = Array.from({ length: rows }, (_, row) => at(row))
    return timesOfTexts(name, texts, type, place)
  }
  for (let row = 0; row < rows; row++) {
    const cell = at(row)
    if (cell === null) continue
    if (type === 'numeric' && parseNumber(cell, '.') === null) throw notANumber(name, place(row), cell)
    if (levels && !levels.has(cell)) {
      throw new CribaError(
        'invalid',
        `invalid value in column ${name}, ${place(row)}: ${JSON.stringify(cell)} (not among its levels)`,
      )
    }
  }
  if (type === 'categorical') return categoricalColumn(name, rows, at)
  return numericColumn(name, rows, (row) => {
    const cell = at(row)
    return cell === null ? null : parseNumber(cell, '.')
  })
}
