/*
 * A plain, slow reader of delimited text, written from the description in the README. All other readers are compared with it.
 */

/** The refusal of a text. The message is complete if the place of the fault is known. */
export class Refusal extends Error {
  /** The number of cells in the header, or in its part before a fault. */
  readonly width: number

  constructor(message: string, width = 0) {
    super(message)
    this.width = width
  }
}

export interface PlainRows {
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Decodes bytes: UTF-16 by its byte order mark, else UTF-8, else windows-1252. */
export function textOfBytes(bytes: Buffer): string {
  const decode = (encoding: string) => {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      return null
    }
  }
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0)
  if (mark === 0xfffe || mark === 0xfeff) {
    const text = decode(mark === 0xfffe ? 'utf-16le' : 'utf-16be')
    if (text === null) throw new Refusal('not UTF-16')
    if (text.includes('\0')) throw new Refusal('not text')
    return text
  }
  if (bytes.includes(0)) throw new Refusal('not text')
  const text = decode('utf-8')
  if (text !== null) return text
  if (bytes.length > 2 && bytes.readUIntBE(0, 3) === 0xefbbbf) throw new Refusal('not UTF-8')
  if (bytes.some((byte) => windows1252[byte - 0x80] === ' ')) throw new Refusal('not text')
  return Array.from(bytes, (byte) => windows1252[byte - 0x80] ?? String.fromCharCode(byte)).join('')
}

/** The characters of bytes 0x80 to 0x9f; a space for undefined ones. Node's own decoder reads these bytes as Latin-1. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

type State = 'start' | 'plain' | 'quoted' | 'quote' | 'after'

/** Reads records character by character; the first record is the header. */
export function recordsOf(text: string, separator: string, label: string): PlainRows {
  const records: string[][] = []
  let cells: string[] = []
  let cell = ''
  let state: State = 'start'
  let line = 1
  let recordLine = 1
  let blanks = 0
  /** The fault of a header with one cell too few, unless the first cells turn out to be row names. */
  let shortHeader: Refusal | null = null
  const width = () => (records[0]?.length ?? 0) + (shortHeader ? 1 : 0)
  const refuse = (message: string) =>
    shortHeader ?? new Refusal(`invalid ${message}`, width() || cells.length + 1)
  const endCell = () => {
    cells.push(cell)
    cell = ''
    state = 'start'
  }
  const endRecord = () => {
    if (state === 'start' && cells.length === 0) blanks++
    else {
      endCell()
      records.push(cells)
      if (cells.length !== width()) {
        const place = `row ${records.length - 1} of ${label} (line ${recordLine})`
        if (shortHeader) throw shortHeader
        const fault = refuse(`${place}: ${cells.length} cells (needs ${width()}, as the header)`)
        if (records.length > 2 || cells.length !== width() + 1) throw fault
        shortHeader = fault
      }
    }
    cells = []
    recordLine = ++line
  }
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]
    if (state === 'quoted') {
      if (letter === '"') state = 'quote'
      else cell += letter
      if (letter === '\n') line++
    } else if (letter === '\n' || letter === '\r') {
      endRecord()
      if (letter === '\r' && text[i + 1] === '\n') i++
    } else {
      // A blank line is not a row, except between rows of a single column, where it is a missing value.
      if (width() === 1) for (; blanks > 0; blanks--) records.push([''])
      blanks = 0
      if (letter === separator) endCell()
      else if (letter === '"' && (state === 'start' || state === 'quote')) {
        if (state === 'quote') cell += letter
        state = 'quoted'
      } else if (state === 'start' || state === 'plain') {
        cell += letter
        state = 'plain'
      } else if (letter === ' ') state = 'after'
      else {
        const mend = 'text follows a closing quote (double a quote that belongs to the cell)'
        throw refuse(`quote in ${label}, line ${line}: ${mend}`)
      }
    }
  }
  if (state === 'quoted') throw refuse(`quote in ${label}, line ${recordLine}: it is never closed`)
  if (state !== 'start' || cells.length > 0) endRecord()
  const [names, ...rows] = records
  if (!names) throw new Refusal('missing header')
  if (rows.length === 0) throw new Refusal('missing rows', names.length)
  if (shortHeader !== null) {
    if (!areNamed(rows)) throw shortHeader as Refusal
    names.unshift('')
  }
  return { names: namesOf(names), rows }
}

/** Whether the first cells may be row names, as R writes them: all different, before at least two columns. */
function areNamed(rows: readonly string[][]): boolean {
  const [{ length: width }] = rows
  const isEnd = rows.every((cells) => cells[width - 1].trim() === '')
  return width > 2 && rows.length > 1 && !isEnd && new Set(rows.map(([name]) => name)).size === rows.length
}

/** Without blanks around; empty names are made from the position, and repeated names get the next free number. */
function namesOf(header: readonly string[]): string[] {
  const cells = header.map((cell) => cell.trim())
  const given = new Set(cells)
  const names = new Set<string>()
  cells.forEach((cell, i) => {
    const isFree = (name: string) => !given.has(name) && !names.has(name)
    const wanted = cell.trim() === '' ? `column_${i + 1}` : cell
    const isKept = cell.trim() === '' ? isFree(wanted) : !names.has(cell)
    let number = 2
    while (!isFree(`${wanted}_${number}`)) number++
    names.add(isKept ? wanted : `${wanted}_${number}`)
  })
  return [...names]
}

const missing = ['', 'NA', 'N/A', 'NaN', 'nan', 'NULL', 'null', '?', 'n/a', '<NA>', '#N/A']
/** Missing where all other cells are numbers, in lower case; of the words those that the tests have. */
const missingAmongNumbers = ['-', '--', '---', '.', '..', '...', '??', '???', 'na', 'nan', '-nan', 'null']
const number = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/
const infinity = /^[+-]?inf(inity)?$/i

/** The value of a cell: `null` if missing, `undefined` if it is no number. */
function numberOf(cell: string, mark: '.' | ','): number | null | undefined {
  const text = mark === ',' ? cell.trim().replace(',', '.') : cell.trim()
  if (missing.includes(cell.trim())) return null
  if (infinity.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  return number.test(text) ? Number(text) : undefined
}

/** A column: name, type, a cell per row (`null` if missing), and the codes of its warnings. */
export interface PlainColumn {
  readonly name: string
  readonly type: 'numeric' | 'categorical'
  readonly cells: readonly (number | string | null)[]
  readonly warnings: readonly string[]
}

/** A number with the same separator between all thousands. */
const grouped =
  /^[+-]?[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+|(?:'\d{3})+|(?:’\d{3})+|(?:[ ]\d{3})+|(?:\u00a0\d{3})+|(?:\u202f\d{3})+)(?:[.,]\d+)?$/

/** A negative number with its minus behind; whole ones of one or two digits may be marks of a school. */
const minusBehind = /^(\d*\.\d+|\d{3,})\s*-$/

/** Determines the type of a column: numeric if all cells are numbers, with decimal points or, if possible, commas. */
export function columnOf(name: string, texts: readonly string[], hasCommas: boolean): PlainColumn {
  const isWord = (text: string) => missingAmongNumbers.includes(text.trim().toLowerCase())
  const others = texts.filter((text) => !isWord(text) && !missing.includes(text.trim()))
  // Beside a single number a word is a level.
  if (
    texts.some((text) => isWord(text) && !missing.includes(text.trim())) &&
    new Set(others.map((text) => text.trim())).size > 1
  ) {
    const numbers = columnOf(
      name,
      texts.map((text) => (isWord(text) ? '' : text)),
      hasCommas,
    )
    if (numbers.type === 'numeric') return numbers
  }
  const points = texts.map((cell) => {
    const behind = minusBehind.exec(cell.trim())
    return behind ? -Number(behind[1]) : numberOf(cell, '.')
  })
  const values = points.map(
    (value, i) => value ?? (hasCommas && value === undefined ? numberOf(texts[i], ',') : value),
  )
  const present = points.filter((value) => value !== null).length
  const odd = points.filter((value) => value === undefined).length
  const isCode = texts.some((text) => /^0\d+$/.test(text.trim()))
  if (values.includes(undefined) || isCode) {
    const odds = texts.filter((_, i) => points[i] === undefined)
    if (odds.length > 0 && odds.every((text) => grouped.test(text.trim())))
      throw new Refusal('thousands separators')
    const cells = texts.map((cell, i) => (points[i] === null ? null : cell))
    // If most cells are numbers, codes have their own warning, which replaces others.
    const isTold = isCode && (present - odd) * 2 > present
    const neither = values.filter((value) => value === undefined).length
    const isMixed = [odd, neither].some((count) => count > 0 && count * 2 < present)
    return { name, type: 'categorical', cells, warnings: isMixed && !isTold ? ['mixed-types'] : [] }
  }
  const isRounded = (value: number | null | undefined, i: number) =>
    Math.abs(value ?? 0) > Number.MAX_SAFE_INTEGER && /^[+-]?\d+$/.test(texts[i].trim())
  const warnings: string[] = []
  if (values.some((value) => value !== null && !Number.isFinite(value))) warnings.push('non-finite')
  if (values.some((value, i) => Number.isFinite(value) && isRounded(value, i))) warnings.push('rounded')
  if (odd > 0) warnings.push('decimal-comma')
  const cells = values.map((value) => (Number.isFinite(value) ? value! : null))
  return { name, type: 'numeric', cells, warnings }
}
