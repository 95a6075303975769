import { CribaError, raggedPolicies } from '#core'
import { missingWordsOf } from '../cells/missing-words.ts'
import type { TextOptions } from '#core'
import type { TextEncodingName } from '#memory'
import { blanks, withTabs } from './blank-runs.ts'
import { longestRecord } from './chunks.ts'
import { asUtf8, checkEncoding } from './encodings.ts'
import { isOfBlankRuns } from './frame.ts'
import { isLineBeforeRows } from './header-lines.ts'
import { withoutLastLines } from './last-lines.ts'
import { repairRaggedRows, withoutRows } from './rewritten-rows.ts'
import type { RaggedRows } from './rewritten-rows.ts'
import { startOfBytes } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'
import { tooLong } from './text-faults.ts'
import { textHead } from './text-head.ts'
import type { TextHead } from './text-head.ts'
import { transposed } from './transposed.ts'

/** A delimited text, its delimiters, header and encoding. */
export interface TextFile extends Omit<TextHead, 'end'> {
  /** Its original bytes. */
  readonly given: TextBytes
  /** The bytes that are read: in UTF-8 or windows-1252, as the options shape them. */
  readonly bytes: TextBytes
  /** Its name in messages. */
  readonly label: string
  readonly names: readonly string[]
  /** Whether runs of blanks were found to separate the cells. */
  readonly hasBlankRuns: boolean
  /** The columns of a transposed text that are named by what stands in each of their cells. */
  readonly traits?: readonly string[]
  /** The ragged rows of the last pass; `null` if they are errors. */
  readonly ragged: RaggedRows | null
  /** Bytes and lines up to the first row. */
  readonly head: { readonly bytes: number; readonly lines: number }
}

/** The header is first searched in this many bytes. */
const sampledBytes = 1 << 16

/** Words for separators that are hard to type. */
const separatorWords: Readonly<Record<string, string>> = { tab: '\t', space: ' ' }

/** Refuses invalid separators, comment characters, numbers of skipped lines and policies for ragged rows. */
export function checkTextOptions(options: TextOptions): void {
  const { separator, comment, skip, headerRows, skipAfterHeader, skipEnd, ragged, encoding } = options
  for (const [name, sign] of Object.entries({ separator, comment })) {
    if (sign === undefined || /^[\t -~]$/.test(sign)) continue
    if (name === 'separator' && (sign === blanks || Object.hasOwn(separatorWords, sign))) continue
    throw new CribaError('invalid', `invalid ${name}: ${sign} (needs one ASCII character)`)
  }
  if (separator === '"' || (comment !== undefined && (comment === separator || comment === '"'))) {
    throw new CribaError(
      'invalid',
      `invalid ${comment === undefined ? 'separator' : 'comment'}: ${comment ?? separator}`,
    )
  }
  for (const [name, count] of Object.entries({ skip, headerRows, skipAfterHeader, skipEnd })) {
    if (count === undefined || (Number.isInteger(count) && count >= 0)) continue
    throw new CribaError('invalid', `invalid ${name}: ${count} (needs a whole number of 0 or more)`)
  }
  checkEncoding(encoding)
  if (ragged !== undefined && !raggedPolicies.includes(ragged))
    throw new CribaError('invalid', `invalid ragged: ${String(ragged)} (needs ${raggedPolicies.join(', ')})`)
}

/**
 * Opens a delimited text: shapes its bytes as the options say, and finds separator, quote and header in the
 * first lines, or in more of it if the header is long.
 */
export async function openTextFile(
  given: TextBytes,
  options: TextOptions,
  foundEncoding: TextEncodingName = 'utf-8',
): Promise<TextFile> {
  const label = given.label ?? 'the text'
  const { transpose = false, skipEnd = 0, separator } = options
  const converted = await asUtf8(given, options.encoding, foundEncoding !== 'utf-8')
  const encoding = converted === given ? foundEncoding : 'utf-8'
  const whole = withoutLastLines(converted, skipEnd)
  const file =
    separator === blanks
      ? await openTabs(whole, label, options, encoding)
      : await openLines(whole, label, options, encoding)
  return { ...(transpose ? await openTransposed(file, options, encoding) : file), given }
}

type OpenedText = Omit<TextFile, 'given'>

/** Opens a text whose lines are rows; where nothing else separates cells, runs of blanks may. */
async function openLines(
  bytes: TextBytes,
  label: string,
  options: TextOptions,
  encoding: TextEncodingName,
): Promise<OpenedText> {
  const separator = separatorWords[options.separator ?? ''] ?? options.separator
  const head = await findHead(bytes, label, { ...options, ...(separator && { separator }) }, encoding)
  if (separator === undefined && head.header.names.length === 1 && isOfBlankRuns(head))
    return openTabs(bytes, label, options, encoding)
  return shaped(bytes, head, label, options)
}

/** Opens a text whose cells are separated by runs of blanks. */
async function openTabs(
  bytes: TextBytes,
  label: string,
  options: TextOptions,
  encoding: TextEncodingName,
): Promise<OpenedText> {
  const tabs = withTabs(bytes)
  const head = await findHead(tabs, label, { ...options, separator: '\t' }, encoding)
  return { ...shaped(tabs, head, label, options), hasBlankRuns: options.separator !== blanks }
}

/** Opens a text whose lines are columns. */
async function openTransposed(
  { bytes, separator, quote, comment, from, label, ragged }: OpenedText,
  { headerRows, skipAfterHeader, skip: _, ...options }: TextOptions,
  encoding: TextEncodingName,
): Promise<OpenedText> {
  const all = await startOfBytes(bytes, Infinity)
  const text = new TextDecoder('utf-16le').decode(Uint16Array.from(all))
  const { size, signal } = bytes
  const sideways = { text, from, label, size, signal, isRepaired: ragged !== null }
  const { bytes: turned, traits } = await transposed(sideways, { separator, quote, comment })
  const ofTurned = {
    ...options,
    separator,
    comment: '',
    ...(headerRows !== undefined && { headerRows }),
    ...(skipAfterHeader !== undefined && { skipAfterHeader }),
  }
  const head = await findHead(turned, label, ofTurned, encoding)
  // The rows that are made of the lines are all of one width.
  return { ...shaped(turned, head, label, { ...options, ragged: 'error' }), ragged, traits }
}

async function findHead(
  bytes: TextBytes,
  label: string,
  options: TextOptions,
  encoding: TextEncodingName,
): Promise<TextHead> {
  for (let size = sampledBytes; ; size *= 8) {
    const start = await startOfBytes(bytes, size)
    if (start.length === 0) throw nothingIn(label, options)
    const isWhole = start.length < size
    const head = textHead(start, isWhole, label, options, encoding)
    if (head) return head
    if (isWhole) throw new CribaError('missing', `missing header: ${label} contains only blank lines`)
    if (size > longestRecord) throw tooLong(label, 1)
  }
}

function nothingIn(label: string, { skipEnd = 0 }: TextOptions): CribaError {
  if (skipEnd === 0) return new CribaError('missing', `missing rows: ${label} is empty`)
  return new CribaError('invalid', `invalid skipEnd: ${skipEnd} (needs fewer than the lines of ${label})`)
}

/** Leaves out empty rows, headings and copies of the header, and mends ragged rows, as the options say. */
function shaped(
  given: TextBytes,
  { end, ...head }: TextHead,
  label: string,
  {
    ragged = 'error',
    skipEmpty = false,
    skipHeadings = false,
    skipRepeatedHeader = false,
    headerRows,
    skipAfterHeader,
    missingWords,
  }: TextOptions,
): OpenedText {
  const width = head.header.names.length
  const { isMissing } = missingWordsOf(missingWords)
  const lead = {
    ...(headerRows !== undefined && { headerRows }),
    ...(skipAfterHeader && { skipAfterHeader }),
  }
  const isHeader = skipRepeatedHeader ? isLineBeforeRows(head, lead) : null
  const leftOut = { empty: skipEmpty, headings: skipHeadings && width > 1, isHeader, isMissing }
  const bytes =
    skipEmpty || skipHeadings || isHeader
      ? withoutRows({ bytes: given, headBytes: end.bytes, delimiters: head, width, ...leftOut })
      : given
  const repaired = ragged === 'error' ? null : repairRaggedRows({ ...head, bytes, head: end, width }, ragged)
  return {
    ...head,
    bytes: repaired?.bytes ?? bytes,
    label,
    names: head.header.names,
    hasBlankRuns: false,
    ragged: repaired?.found ?? null,
    head: end,
  }
}
