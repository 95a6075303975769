import { isNoText, isUtf8, textDecoder } from '../../kernel/text-decoder.ts'
import type { TextEncodingName } from '../../kernel/text-decoder.ts'
import { CribaError } from '../../spec/error.ts'
import { raggedPolicies } from '../../spec/ragged.ts'
import type { RaggedPolicy } from '../../spec/ragged.ts'
import { longestRecord } from './chunks.ts'
import { headerNames } from './header-names.ts'
import type { HeaderNames } from './header-names.ts'
import { evenRows } from './ragged-rows.ts'
import type { RaggedRows } from './ragged-rows.ts'
import { findDialect } from './text-dialect.ts'
import { faultyRecord, notText, notUtf8, tooLong } from './text-faults.ts'
import { startOfBytes } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'
import { withoutUtf16 } from './utf-16.ts'

/** How a delimited text is written, where the user names it. */
export interface TextOptions {
  /** The character between cells; found from the first lines unless given. */
  readonly separator?: string
  /** A character that begins a line of comment. */
  readonly comment?: string
  /** How many lines before the header are left out. */
  readonly skip?: number
  /** Cells that are missing values, besides empty ones; `missingTexts` unless given. */
  readonly missingWords?: readonly string[]
  /** What is done with rows that have fewer or more cells than the header. */
  readonly ragged?: RaggedPolicy
}

/** A delimited text, and how it is written. */
export interface TextFile {
  /** Its bytes as they came. */
  readonly given: TextBytes
  /** Its bytes as they are read: in UTF-8 or windows-1252, with rows of one width. */
  readonly bytes: TextBytes
  /** Its name in messages. */
  readonly label: string
  readonly separator: string
  readonly quote: string
  /** Empty where there are no comments. */
  readonly comment: string
  readonly names: readonly string[]
  readonly header: HeaderNames
  /** Whether the rows begin with a name that the header has no cell for. */
  readonly hasRowNames: boolean
  /** How many rows had another width when it was read last, where they are taken. */
  readonly ragged: RaggedRows | null
  readonly encoding: TextEncodingName
  /** Bytes and lines up to the end of the header. */
  readonly head: { readonly bytes: number; readonly lines: number }
}

/** The header is searched in so many bytes first. */
const sampledBytes = 1 << 16

/** Refuses separators, comments and skips that no text can have. */
export function checkTextOptions({ separator, comment, skip, ragged }: TextOptions): void {
  for (const [name, sign] of Object.entries({ separator, comment })) {
    if (sign === undefined || /^[\t -~]$/.test(sign)) continue
    throw new CribaError('invalid', `invalid ${name}: ${sign} (needs one character of ASCII)`)
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

/** Finds separator, quote and header of a text in its first lines, or in more of it where the header is long. */
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
    if (isWhole) throw new CribaError('missing', `missing header: ${label} holds blank lines only`)
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
  // Each byte is a character here, so that places are those of bytes; separators, quotes and line ends are ASCII.
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
  // In quotes a line feed alone begins a new line, as the kernels count.
  const linesBefore = text.slice(0, from + header.from).match(/\r\n|\n|\r/g)?.length ?? 0
  const linesTo = (end: number) => linesBefore + text.slice(from + header.from, end).split('\n').length - 1
  if (header.fault) {
    const { kind, at } = header.fault
    throw faultyRecord({ kind, cells: 0 }, label, 0, linesTo(from + at) + 1)
  }
  const decode = textDecoder(used)
  const names = headerNames(
    dialect.names.map((name) => decode(bytesOf(name))),
    label,
  )
  const place = { bytes: end, lines: linesTo(from + header.to - 1) + 1 }
  const width = names.names.length
  const rows = { bytes, head: place, separator, quote, comment, width }
  const even = ragged === 'error' ? null : evenRows(rows, ragged)
  return {
    bytes: even?.bytes ?? bytes,
    label,
    separator,
    quote,
    comment,
    names: names.names,
    header: names,
    hasRowNames: dialect.hasRowNames,
    ragged: even?.found ?? null,
    encoding: used,
    head: place,
  }
}

/** Where the text begins after so many lines; `null` where there are fewer. */
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
