import { checkNames, CribaError, makeTable, timeOfType } from '#core'
import { categoricalColumn, numericColumn } from '../cells/build-column.ts'
import { notANumber } from '../cells/column-messages.ts'
import { parseNumber } from '../cells/text-cells.ts'
import { rangesOfTexts } from '../cells/ranges-of-texts.ts'
import { timesOfTexts } from '../cells/times-of-texts.ts'
import { typeOf } from '../cells/column-types.ts'
import type { BuiltColumn, Table } from '#core'
import { keepFilter, resolveChoice } from '../options/column-choice.ts'
import type { ColumnChoice } from '../options/column-choice.ts'
import { asUtf8 } from '../text/encodings.ts'
import { decoderOf, fileBytes, linesOf } from './bytes.ts'
import type { DataFile } from './bytes.ts'
import { declaredDates, defaultPattern } from './declared-dates.ts'
import { hearSignal } from './interruption.ts'
import { RowRoom } from './row-room.ts'
import { checkDense } from './svmlight.ts'

interface Attribute {
  readonly name: string
  readonly isNumeric: boolean
  /** The pattern of its dates, if it has some. */
  readonly pattern?: string
  /** The levels, if the attribute is nominal. */
  readonly levels?: ReadonlySet<string>
  /** What a sparse row means that leaves it out: 0, or the first level; other types have no such value. */
  readonly absent?: string
}

/** What stands for a missing value; KEEL, which names inputs and outputs, has a word of its own. */
const usualGaps: readonly string[] = ['?']
const gapsOfKeel: readonly string[] = [...usualGaps, '<null>']

/** About the bytes of a row, and of a cell beside its letters. */
const bytesOfRow = 64
const bytesOfCell = 32

/** The cells of a row in order, or by their place if the row is sparse. */
type Row = readonly (string | null)[] | ReadonlyMap<number, string | null>

/**
 * Reads an ARFF file: `?` is missing, dates are read by their declared pattern, strings as text; what a
 * sparse row leaves out is 0 or the first level.
 */
export async function readArff(file: DataFile, choice: ColumnChoice): Promise<Table> {
  const bytes = await asUtf8(fileBytes(file))
  try {
    return await readLines(file, choice, linesOf(bytes, decoderOf('utf-8')), bytes.size)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return readLines(file, choice, linesOf(bytes, decoderOf('windows-1252')), bytes.size)
  }
}

async function readLines(
  file: DataFile,
  choice: ColumnChoice,
  text: AsyncIterable<string>,
  size: number,
): Promise<Table> {
  const room = new RowRoom(file.label, size)
  const attributes: Attribute[] = []
  const cells: Row[] = []
  const lines: number[] = []
  let gaps = usualGaps
  let inData = false
  let number = 0
  for await (const line of text) {
    number++
    const text = line.trim()
    if (text === '' || text.startsWith('%')) continue
    const place = `${file.label}, line ${number}`
    if (!inData && /^@attribute\s/i.test(text)) attributes.push(attributeOf(text, place))
    else if (!inData && /^@data$/i.test(text)) inData = true
    else if (!inData && /^@relation\b/i.test(text)) continue
    else if (!inData && /^@(?:inputs?|outputs?)\b/i.test(text)) gaps = gapsOfKeel
    else if (!inData)
      throw new CribaError('invalid', `invalid header of ${place}: ${text} (needs @attribute or @data)`)
    else {
      const row = rowOf(text, attributes, place, lines.push(number), gaps)
      cells.push(row)
      const count = Array.isArray(row) ? row.length : (row as ReadonlyMap<number, unknown>).size
      room.add(text.length, bytesOfRow + bytesOfCell * count + text.length)
    }
  }
  const names = attributes.map(({ name }) => name)
  checkNames(names, file.label)
  const chosen = resolveChoice(choice, names)
  if (cells.length === 0)
    throw new CribaError('missing', `missing rows: ${file.label} has a header and nothing else`)
  const isKept = keepFilter(chosen)
  if (cells.some((row) => !Array.isArray(row)))
    checkDense(cells.length, names.filter(isKept).length, file.label)
  const built: BuiltColumn[] = []
  for (const [index, attribute] of attributes.entries()) {
    if (!isKept(attribute.name)) continue
    await hearSignal(file.signal)
    const at = (row: number) => cellAt(cells[row], index, attribute)
    const place = (row: number) => `row ${row + 1} of ${file.label} (line ${lines[row]})`
    built.push(columnOf(attribute, cells.length, at, chosen, place))
  }
  return makeTable(cells.length, built)
}

// A name or value: in single or double quotes, with backslashes before quotes inside it, or without quotes.
const token = /^\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^,\s'"{}]+))/

function attributeOf(text: string, place: string): Attribute {
  const rest = text.replace(/^@attribute/i, '')
  const name = token.exec(rest)
  const type = name ? rest.slice(name[0].length).trim() : ''
  if (name && /^(numeric|real|integer)\b/i.test(type))
    return { name: unquoted(name), isNumeric: true, absent: '0' }
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
    const [absent] = levels
    return { name: unquoted(name), isNumeric: false, levels, absent }
  }
  throw new CribaError(
    'invalid',
    `invalid attribute in ${place}: ${text} (needs a name, then numeric, string, date or {levels})`,
  )
}

function rowOf(
  text: string,
  attributes: readonly Attribute[],
  place: string,
  row: number,
  gaps: readonly string[],
): Row {
  if (text.startsWith('{')) return sparseRow(text, attributes, place, row)
  const cells = valuesOf(text, place, undefined, gaps)
  const width = attributes.length
  if (cells.length === width) return cells
  throw new CribaError(
    'invalid',
    `invalid row ${row} of ${place}: ${cells.length} cells (needs ${width}, as the header)`,
  )
}

/** A row such as `{1 5, 3 red}`: places from 0, each with its value. */
function sparseRow(text: string, attributes: readonly Attribute[], place: string, row: number): Row {
  const wrong = (what: string) => new CribaError('invalid', `invalid row ${row} of ${place}: ${what}`)
  if (!text.endsWith('}')) throw wrong('it starts with { and needs } at its end')
  const cells = new Map<number, string | null>()
  const inside = text.slice(1, -1).trim()
  for (const [index, value] of inside === '' ? [] : pairsOf(inside, place)) {
    if (!(index < attributes.length))
      throw wrong(`needs places from 0 to ${attributes.length - 1} with values, as in {1 5, 3 red}`)
    if (cells.has(index)) throw wrong(`place ${index} stands twice`)
    cells.set(index, value)
  }
  const without = attributes.findIndex(({ absent }, index) => absent === undefined && !cells.has(index))
  if (without >= 0)
    throw wrong(`no value of ${attributes[without].name}, a text or date (write it in each row)`)
  return cells
}

function cellAt(row: Row, index: number, { absent }: Attribute): string | null {
  if (Array.isArray(row)) return (row as readonly (string | null)[])[index]
  const cell = (row as ReadonlyMap<number, string | null>).get(index)
  return cell === undefined ? absent! : cell
}

function pairsOf(text: string, place: string): (readonly [index: number, value: string | null])[] {
  const indices: number[] = []
  // The places are taken away in front of each value; what stays is a list of values.
  const values = valuesOf(text, place, (cell) => {
    const [start = '', index] = /^\s*(\d+)\s+/.exec(cell) ?? []
    indices.push(index === undefined ? NaN : Number(index))
    return start.length
  })
  return values.map((value, i) => [indices[i], value])
}

/** The values of a list; of each, `skipped` says how many characters in front are left out. */
function valuesOf(
  text: string,
  place: string,
  skipped: (rest: string) => number = () => 0,
  gaps = usualGaps,
): (string | null)[] {
  const values: (string | null)[] = []
  let rest = text
  for (;;) {
    rest = rest.slice(skipped(rest))
    const quoted = /^\s*['"]/.test(rest) ? token.exec(rest) : null
    const bare = /^[^,]*/.exec(rest)![0]
    const length = quoted ? quoted[0].length : bare.length
    values.push(quoted ? unquoted(quoted) : gaps.includes(bare.trim()) ? null : bare.trim())
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
  if (type === 'range') {
    const texts = Array.from({ length: rows }, (_, row) => at(row))
    return rangesOfTexts(name, texts, place)
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
