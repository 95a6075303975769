import type { Mend } from '#core'
import { firstRecords } from './first-records.ts'
import type { TextRecord } from './first-records.ts'
import { kindOf } from './first-cells.ts'
import { isHeader } from './frame.ts'
import { findDialect } from './text-dialect.ts'
import { afterLines } from './text-head.ts'
import type { TextHead } from './text-head.ts'

/** A header is searched in so many lines. */
const mostLinesAbove = 30
/** So many lines at the end may belong to no table. */
const mostLinesBelow = 10
const commentSigns = ['#', '%', ';', '!', '*', '/']
const otherSeparators = [':', '~', '^', '*', '/', '\u0001', '\u001f']

/** A regular table in a text: the options that read it so, and its columns. */
export interface FoundFrame {
  readonly set: Pick<Mend, 'skip' | 'skipEnd' | 'comment' | 'separator'>
  readonly names: readonly string[]
}

/**
 * The first frame in which a text is a regular table, with a column if one is named: without lines that start
 * with a sign, after 0 to 30 lines, with a separator. `null` if there is none. `text` has a character for
 * each byte.
 */
export function findFrame(
  { text, isWhole, comment: given }: Pick<TextHead, 'text' | 'isWhole' | 'comment'>,
  column?: string,
): FoundFrame | null {
  const start = text.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0
  const lines = text.slice(start).split(/\r\n|\n|\r/, mostLinesAbove + 1)
  const signs = given
    ? [given]
    : ['', ...commentSigns.filter((sign) => lines.some((line) => line.startsWith(sign)))]
  for (const skip of lines.keys()) {
    if (skip > 0 && lines[skip].trim() === '') continue
    const from = afterLines(text, start, skip)
    if (from === null) break
    for (const comment of skip === 0 ? signs : [given]) {
      const found = regularTable(text.slice(from), isWhole, comment, column)
      if (!found) continue
      const { names, separator, skipEnd } = found
      const set = {
        ...(skip > 0 && { skip }),
        ...(skipEnd > 0 && { skipEnd }),
        ...(comment && !given && { comment }),
        ...(separator && { separator }),
      }
      return { set, names }
    }
  }
  return null
}

/** The separator with which lines that have one cell as they are read are a regular table; `null` without one. */
export function otherSeparator({ text, from, isWhole, comment }: Omit<TextHead, 'end'>): FoundFrame | null {
  const found = regularTable(text.slice(from), isWhole, comment, undefined)
  return found?.separator ? { set: { separator: found.separator }, names: found.names } : null
}

/** The table at the start of a text, if it is regular; its separator if that is not found without help. */
function regularTable(text: string, isWhole: boolean, comment: string, column: string | undefined) {
  for (const separator of [undefined, ...otherSeparators]) {
    const dialect = findDialect(text, isWhole, comment, separator)
    if (!dialect || dialect.header.fault || dialect.names.length < 2) continue
    const { names, header, rows } = dialect
    if (column !== undefined && !names.includes(column)) continue
    const end = rows.findLastIndex((row) => isRegular(row, names.length)) + 1
    const table = rows.slice(0, end)
    if (end < 2 || !table.every((row) => isRegular(row, names.length))) continue
    // Only the first lines are looked at, which may not be all.
    const isAll = isWhole && linesIn(text.slice(rows[rows.length - 1].to)) === 0
    if (isAll ? !areNotes(text, rows.slice(end), table) : end < rows.length) continue
    const cells = table.map(({ cells }) => cells)
    if (isHeader(header.cells, cells))
      return { names, separator, skipEnd: isAll ? linesIn(text.slice(table[end - 1].to)) : 0 }
  }
  return null
}

/** The lines of a text that are not blank. */
function linesIn(text: string): number {
  return text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '').length
}

function isRegular({ cells, fault }: TextRecord, width: number): boolean {
  return fault === null && cells.length === width
}

/**
 * How many of the last lines of a text belong to no table of this width: notes and sources below it; 0 if
 * only other lines are irregular. `text`: the last lines.
 */
export function linesBelow(
  text: string,
  delimiters: { readonly separator: string; readonly quote: string; readonly comment: string },
  width: number,
): number {
  const records = firstRecords(text, delimiters, true, Infinity)
  const last = records.findLastIndex((record) => isRegular(record, width))
  const first = records.findIndex((record, i) => i < last && isRegular(record, width))
  if (last < 0 || last === records.length - 1) return 0
  const rows = records.slice(Math.max(first, 0), last + 1)
  const areRegular = rows.every((record) => isRegular(record, width))
  return areRegular && areNotes(text, records.slice(last + 1), rows)
    ? linesIn(text.slice(records[last].to))
    : 0
}

/**
 * Whether records below a table are notes, such as sources: few, and after a blank line, each a sentence, or
 * words below numbers. Else they may be rows that lack cells.
 */
function areNotes(text: string, records: readonly TextRecord[], rows: readonly TextRecord[]): boolean {
  if (records.length === 0) return true
  if (records.length > mostLinesBelow || records.some(({ cells }) => kindOf(cells[0]) === 'value'))
    return false
  const isApart = /[\r\n]\s*[\r\n]/.test(text.slice(Math.max(0, records[0].from - 4), records[0].from))
  const areNumbers = rows.every(({ cells }) => kindOf(cells[0]) !== 'text')
  const isSentence = ({ cells }: TextRecord) => /:|^\W|\S\s+\S+\s+\S/.test(cells[0])
  return isApart || areNumbers || records.every(isSentence)
}
