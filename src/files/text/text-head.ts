import { CribaError } from '#core'
import type { TextOptions } from '#core'
import { isNoText, isUtf8, textDecoder } from '#memory'
import type { TextEncodingName } from '#memory'
import type { TextRecord } from './first-records.ts'
import { withoutFormula } from './known-texts.ts'
import { findDialect } from './text-dialect.ts'
import { faultyRecord, notText, notUtf8 } from './text-faults.ts'

/** The first lines of a delimited text: its delimiters, its header and what follows. */
export interface TextHead {
  readonly separator: string
  readonly quote: string
  /** Empty if there are no comments. */
  readonly comment: string
  readonly header: HeaderNames
  /** Whether the rows start with a row name that the header has no cell for. */
  readonly hasRowNames: boolean
  readonly encoding: TextEncodingName
  /** Bytes and lines up to the first row. */
  readonly end: { readonly bytes: number; readonly lines: number }
  /**
   * The first record, which is the header unless the text has none, and those after it in the first lines.
   */
  readonly records: readonly TextRecord[]
  /** The first lines, a character for each byte, and where the first record starts in them. */
  readonly text: string
  readonly from: number
  /** Whether they are all. */
  readonly isWhole: boolean
}

/** Column names, unique and not empty, and those of them that were made up. */
interface HeaderNames {
  readonly names: readonly string[]
  /** The names given to columns without one. */
  readonly unnamed: readonly string[]
  /** The names given to columns that repeat an earlier name. */
  readonly repeated: readonly string[]
}

/**
 * Finds delimiters and header in the first bytes of a text; `null` if they do not contain the whole header.
 */
export function textHead(
  start: Uint8Array,
  isWhole: boolean,
  label: string,
  { separator: given, comment = '', skip = 0, headerRows = 1, skipAfterHeader = 0 }: TextOptions,
  encoding: TextEncodingName,
): TextHead | null {
  // One character per byte, so that positions are byte offsets; separators, quotes and line ends are ASCII.
  const text = binaryString(start)
  const mark = text.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0
  const declared = declaredSeparator(text.slice(mark))
  const from = afterLines(text, mark, Math.max(skip, declared === undefined ? 0 : 1))
  if (from === null) {
    if (!isWhole) return null
    throw new CribaError('invalid', `invalid skip: ${skip} (${label} has fewer lines)`)
  }
  const dialect = findDialect(text.slice(from), isWhole, comment, given ?? declared)
  if (!dialect) return null
  const { separator, quote, hasRowNames } = dialect
  const records = [dialect.header, ...dialect.rows]
  const lead = headerRows + skipAfterHeader
  // A row has to follow, or the text has to end.
  if (lead > 1 && records.length <= lead && !isWhole) return null
  const last = records[Math.min(lead, records.length) - 1]
  const end = from + (last?.to ?? dialect.header.from)
  // The names, which several lines may hold.
  const head = start.subarray(
    0,
    from + (records[Math.min(Math.max(headerRows, 1), records.length) - 1]?.to ?? dialect.header.to),
  )
  const used = encoding === 'utf-8' && isUtf8(head) ? encoding : 'windows-1252'
  if (isNoText(head, used)) throw notText(label)
  if (mark > 0 && used !== 'utf-8') throw notUtf8(label)
  const linesTo = lineCounter(text, from + dialect.header.from)
  const fault = records.slice(0, Math.max(1, lead)).find((record) => record.fault)?.fault
  if (fault) throw faultyRecord({ kind: fault.kind, cells: 0 }, label, 0, linesTo(from + fault.at) + 1)
  const rows = records
    .slice(0, headerRows)
    .map(({ cells }) => cells.map((cell) => withoutFormula(decoded(cell, used))))
  const width = dialect.names.length
  const trimmed = rows[0]?.map((name) => name.trim()) ?? []
  const names = hasRowNames && headerRows === 1 ? ['', ...trimmed] : joinedNames(rows, width)
  return {
    separator,
    quote,
    comment,
    header: headerRows === 0 ? numberedNames(width) : headerNames(names, label),
    hasRowNames,
    encoding: used,
    end: { bytes: end, lines: lead === 0 ? linesTo(end) : linesTo(end - 1) + 1 },
    records,
    text,
    from,
    isWhole,
  }
}

const isAscii = /^[\0-\x7f]*$/

/** A text that has a character for each byte, in the encoding of its bytes. */
export function decoded(text: string, encoding: TextEncodingName): string {
  return isAscii.test(text) ? text : textDecoder(encoding)(bytesOf(text))
}

/** The separator that the first line names, as Excel writes it: `sep=;`. */
function declaredSeparator(text: string): string | undefined {
  return /^"?sep=([\t -~])"?[\t,;]*(?:\r|\n|$)/i.exec(text.slice(0, 16))?.[1]
}

/**
 * Counts the lines before a position. Inside quotes only a line feed starts a new line, as the kernels count
 * lines.
 */
function lineCounter(text: string, headerStart: number): (end: number) => number {
  const before = linesBefore(text, headerStart)
  return (end) => before + text.slice(headerStart, end).split('\n').length - 1
}

/** How many lines of a text stand before a place. */
export function linesBefore(text: string, to: number): number {
  return text.slice(0, to).match(/\r\n|\n|\r/g)?.length ?? 0
}

/** The position after a number of lines; `null` if there are fewer. */
export function afterLines(text: string, from: number, lines: number): number | null {
  const lineEnd = /\r\n|\n|\r/g
  lineEnd.lastIndex = from
  for (let i = 0; i < lines; i++) if (!lineEnd.exec(text)) return null
  return lines === 0 ? from : lineEnd.lastIndex
}

/** A text that has a character for each byte. */
export function binaryString(bytes: Uint8Array): string {
  return new TextDecoder('utf-16le').decode(Uint16Array.from(bytes))
}

/** The bytes of a text that has a character for each. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

/**
 * The names in several lines of a header, joined by blanks. In all lines but the last an empty cell belongs
 * to the name before it, as a spreadsheet writes merged cells.
 */
export function joinedNames(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const lines = rows.map((cells, i) => {
    let before = ''
    return Array.from({ length: width }, (_, at) => {
      const cell = (cells[at] ?? '').trim()
      if (i === rows.length - 1) return cell
      if (cell !== '') before = cell
      return before
    })
  })
  return Array.from({ length: width }, (_, at) => {
    const parts = lines.map((line) => line[at]).filter((part) => part !== '')
    return [...new Set(parts)].join(' ')
  })
}

function numberedNames(width: number): HeaderNames {
  const names = Array.from({ length: width }, (_, index) => `column_${index + 1}`)
  return { names, unnamed: [], repeated: [] }
}

/**
 * Names columns without a name by their position (`column_1`, …), and repeated names by a number (`x_2`,
 * `x_3`, …).
 */
function headerNames(cells: readonly string[], label = 'the text'): HeaderNames {
  if (cells.length === 0) throw new CribaError('missing', `missing columns: ${label} has none`)
  const taken = new Set(cells)
  const seen = new Set<string>()
  const next = new Map<string, number>()
  const unnamed: string[] = []
  const repeated: string[] = []
  const free = (name: string) => {
    let number = next.get(name) ?? 2
    while (taken.has(`${name}_${number}`)) number++
    next.set(name, number + 1)
    return `${name}_${number}`
  }
  const names = cells.map((cell, index) => {
    const isEmpty = cell.trim() === ''
    if (!isEmpty && !seen.has(cell)) {
      seen.add(cell)
      return cell
    }
    const own = `column_${index + 1}`
    const name = isEmpty && !taken.has(own) ? own : free(isEmpty ? own : cell)
    taken.add(name)
    ;(isEmpty ? unnamed : repeated).push(name)
    return name
  })
  return { names, unnamed, repeated }
}
