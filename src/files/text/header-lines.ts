import type { TextOptions } from '#core'
import { firstRecords } from './first-records.ts'
import type { TextBytes } from './text-bytes.ts'
import { binaryString, decoded } from './text-head.ts'
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

/** Says of a row whether it is a copy of one of these lines, or of one above the header on another page. */
export function isLineBeforeRows(head: Head, options: HeaderOptions): ((row: Uint8Array) => boolean) | null {
  const lines = linesBeforeRows(head, options)
  if (lines.length === 0) return null
  const copies = new Set(lines)
  const above = new Set(linesAbove(head))
  const paged = lines.flatMap((line) => (above.has(line) ? (titleWithoutPage(line) ?? []) : []))
  const lengths = lines.map(({ length }) => length)
  const [least, most] = [Math.min(...lengths), Math.max(...lengths) + mostDigits]
  return (row) => {
    if (row.length < least - mostDigits || row.length > most) return false
    const line = binaryString(row)
    return copies.has(line) || (paged.length > 0 && paged.includes(titleWithoutPage(line) ?? line))
  }
}

/** A title has so many letters, and the number of a page at most so many digits, with that of all pages. */
const [fewestLetters, mostDigits] = [6, 8]
/** `Page 2`, `pag. 2 di 7`, `S. 2`, `P. 2/7`: with a character for each byte, as in `P\u00c3\u00a1gina 2`. */
const page =
  /(?<![A-Za-z\u0080-\u00ff])(?:pages?|pag(?:ina)?|p(?:\u00e1|\u00c3\u00a1)g(?:ina)?|pg|seite|blatt|hoja|folha|foglio|[ps](?=\.))[.:]? ?\d{1,3}(?: ?(?:\/|of|von|di|de|sur) ?\d{1,3})?(?!\d)/i

/** A line without the number of its page; `null` if it has none, or says too little without it. */
function titleWithoutPage(line: string): string | null {
  const title = line.replace(page, '')
  return title === line || (title.match(/[A-Za-z]/g)?.length ?? 0) < fewestLetters ? null : title
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
