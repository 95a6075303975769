import { CribaError, raggedPolicies } from '#core'
import type { TextOptions } from '#core'
import { isNoText, isUtf8, textDecoder } from '#memory'
import type { TextEncodingName } from '#memory'
import { longestRecord } from './chunks.ts'
import { repairRaggedRows } from './ragged-rows.ts'
import type { RaggedRows } from './ragged-rows.ts'
import { startOfBytes } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'
import { findDialect } from './text-dialect.ts'
import { faultyRecord, notText, notUtf8, tooLong } from './text-faults.ts'
import { withoutUtf16 } from './utf-16.ts'

/** A delimited text, its delimiters, header and encoding. */
export interface TextFile {
  /** Its original bytes. */
  readonly given: TextBytes
  /** The bytes that are read: in UTF-8 or windows-1252, with ragged rows repaired. */
  readonly bytes: TextBytes
  /** Its name in messages. */
  readonly label: string
  readonly separator: string
  readonly quote: string
  /** Empty if there are no comments. */
  readonly comment: string
  readonly names: readonly string[]
  readonly header: HeaderNames
  /** Whether the rows start with a row name that the header has no cell for. */
  readonly hasRowNames: boolean
  /** The ragged rows of the last pass; `null` if they are errors. */
  readonly ragged: RaggedRows | null
  readonly encoding: TextEncodingName
  /** Bytes and lines up to the end of the header. */
  readonly head: { readonly bytes: number; readonly lines: number }
}

/** The header is first searched in this many bytes. */
const sampledBytes = 1 << 16

/** Refuses invalid separators, comment characters, numbers of skipped lines and policies for ragged rows. */
export function checkTextOptions({ separator, comment, skip, ragged }: TextOptions): void {
  for (const [name, sign] of Object.entries({ separator, comment })) {
    if (sign === undefined || /^[\t -~]$/.test(sign)) continue
    throw new CribaError('invalid', `invalid ${name}: ${sign} (needs one ASCII character)`)
  }
  if (separator === '"' || (comment !== undefined && (comment === separator || comment === '"'))) {
    throw new CribaError(
      'invalid',
      `invalid ${comment === undefined ? 'separator' : 'comment'}: ${comment ?? separator}`,
    )
  }
  if (skip !== undefined && !(Number.isInteger(skip) && skip >= 0))
    throw new CribaError('invalid', `invalid skip: ${skip} (needs a whole number of 0 or more)`)
  if (ragged !== undefined && !raggedPolicies.includes(ragged))
    throw new CribaError('invalid', `invalid ragged: ${String(ragged)} (needs ${raggedPolicies.join(', ')})`)
}

/**
 * Detects separator, quote and header of a text from its first lines, or from more of it if the header is
 * long.
 */
export async function openTextFile(
  given: TextBytes,
  options: TextOptions,
  encoding: TextEncodingName = 'utf-8',
): Promise<TextFile> {
  const label = given.label ?? 'the text'
  const bytes = await withoutUtf16(given)
  for (let size = sampledBytes; ; size *= 8) {
    const start = await startOfBytes(bytes, size)
    if (start.length === 0) throw new CribaError('missing', `missing rows: ${label} is empty`)
    const isWhole = start.length < size
    const file = fileOf(bytes, start, isWhole, label, options, encoding)
    if (file) return { ...file, given }
    if (isWhole) throw new CribaError('missing', `missing header: ${label} contains only blank lines`)
    if (size > longestRecord) throw tooLong(label, 1)
  }
}

function fileOf(
  bytes: TextBytes,
  start: Uint8Array,
  isWhole: boolean,
  label: string,
  { separator: given, comment = '', skip = 0, ragged = 'error' }: TextOptions,
  encoding: TextEncodingName,
): Omit<TextFile, 'given'> | null {
  // One character per byte, so that positions are byte offsets; separators, quotes and line ends are ASCII.
  const text = binaryString(start)
  const mark = text.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0
  const from = afterLines(text, mark, skip)
  if (from === null) {
    if (!isWhole) return null
    throw new CribaError('invalid', `invalid skip: ${skip} (${label} has fewer lines)`)
  }
  const dialect = findDialect(text.slice(from), isWhole, comment, given)
  if (!dialect) return null
  const { separator, quote, header } = dialect
  const end = from + header.to
  const head = start.subarray(0, end)
  const used = encoding === 'utf-8' && isUtf8(head) ? encoding : 'windows-1252'
  if (isNoText(head, used)) throw notText(label)
  if (mark > 0 && used !== 'utf-8') throw notUtf8(label)
  // Inside quotes only a line feed starts a new line, as the kernels count lines.
  const linesBefore = text.slice(0, from + header.from).match(/\r\n|\n|\r/g)?.length ?? 0
  const linesTo = (end: number) => linesBefore + text.slice(from + header.from, end).split('\n').length - 1
  if (header.fault) {
    const { kind, at } = header.fault
    throw faultyRecord({ kind, cells: 0 }, label, 0, linesTo(from + at) + 1)
  }
  const decode = textDecoder(used)
  const names = headerNames(
    dialect.names.map((name) => (isAscii.test(name) ? name : decode(bytesOf(name)))),
    label,
  )
  const place = { bytes: end, lines: linesTo(from + header.to - 1) + 1 }
  const width = names.names.length
  const rows = { bytes, head: place, separator, quote, comment, width }
  const repaired = ragged === 'error' ? null : repairRaggedRows(rows, ragged)
  return {
    bytes: repaired?.bytes ?? bytes,
    label,
    separator,
    quote,
    comment,
    names: names.names,
    header: names,
    hasRowNames: dialect.hasRowNames,
    ragged: repaired?.found ?? null,
    encoding: used,
    head: place,
  }
}

const isAscii = /^[\0-\x7f]*$/

/** The position after a number of lines; `null` if there are fewer. */
function afterLines(text: string, from: number, lines: number): number | null {
  const lineEnd = /\r\n|\n|\r/g
  lineEnd.lastIndex = from
  for (let i = 0; i < lines; i++) if (!lineEnd.exec(text)) return null
  return lines === 0 ? from : lineEnd.lastIndex
}

function binaryString(bytes: Uint8Array): string {
  return new TextDecoder('utf-16le').decode(Uint16Array.from(bytes))
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
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
