import type { TextOptions } from '#core'
import { firstRecords } from './first-records.ts'
import type { TextBytes } from './text-bytes.ts'
import { binaryString, bytesOf, decoded } from './text-head.ts'
import type { TextHead } from './text-head.ts'

type Head = Pick<TextHead, 'text' | 'from' | 'records' | 'separator' | 'quote' | 'comment'>
type HeaderOptions = Pick<TextOptions, 'headerRows' | 'skipAfterHeader'>

/**
 * The lines before the first row that say something, with a character for each byte: above the header, in it
 * and below it.
 */
function linesBeforeRows(head: Head, options: HeaderOptions): readonly string[] {
  const { headerRows = 1, skipAfterHeader = 0 } = options
  if (headerRows === 0) return []
  const { text, from, records } = head
  const lead = records.slice(0, headerRows + skipAfterHeader)
  const lines = lead.map(({ from: start, to }) => text.slice(from + start, from + to).replace(/[\r\n]+$/, ''))
  return [...linesAbove(head), ...lines].filter((line) => /[A-Za-z0-9\u0080-\u00ff]/.test(line))
}

/** The lines above the header, without the mark of UTF-8 in front. */
function linesAbove({ text, from }: Head): readonly string[] {
  return text
    .slice(0, from)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .split(/\r\n|\n|\r/)
}

/** These lines as bytes: a row that is a copy of one is none. */
export function bytesBeforeRows(head: Head, options: HeaderOptions): readonly Uint8Array[] {
  return linesBeforeRows(head, options).map(bytesOf)
}

/** The cells of these lines in each column. */
export function cellsBeforeRows(
  head: Head & Pick<TextHead, 'encoding'>,
  options: HeaderOptions,
): (column: number) => ReadonlySet<string> {
  const records = linesBeforeRows(head, options).flatMap((line) => firstRecords(line, head, true, 1))
  return (column) =>
    new Set(
      records.flatMap(({ cells }) => cells[column] ?? []).map((cell) => decoded(cell, head.encoding).trim()),
    )
}

/** Whether a line above the header stands in a text again. */
export async function repeatsLineAbove(bytes: TextBytes, head: Head): Promise<boolean> {
  const above = linesAbove(head).filter((line) => line.trim() !== '')
  if (above.length === 0) return false
  const longest = Math.max(...above.map(({ length }) => length)) + 2
  let before = ''
  let isFirst = true
  for await (const block of bytes.blocks()) {
    const start = isFirst ? head.from : 0
    const read = before + binaryString(block)
    if (above.some((line) => standsAlone(read, line, start))) return true
    before = read.slice(-longest)
    isFirst = false
  }
  return false
}

function standsAlone(text: string, line: string, from: number): boolean {
  for (let at = text.indexOf(line, from); at >= 0; at = text.indexOf(line, at + 1)) {
    const next = text[at + line.length]
    if (/[\r\n]/.test(text[at - 1] ?? '') && (next === undefined || /[\r\n]/.test(next))) return true
  }
  return false
}
