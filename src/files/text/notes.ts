import { kindOf } from './first-cells.ts'
import type { TextRecord } from './first-records.ts'

/** So many lines at the end may belong to no table. */
const mostNotes = 10

/** The lines of a text that are not blank. */
export function linesIn(text: string): number {
  return text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '').length
}

/**
 * Whether records below a table are notes, such as sources: few, and after a blank line, each a sentence, or
 * words below numbers. Else they may be rows that lack cells. `text` has a character for each byte.
 */
export function areNotes(text: string, records: readonly TextRecord[], rows: readonly TextRecord[]): boolean {
  if (records.length === 0) return true
  if (records.length > mostNotes || !records.every(({ cells }) => mayBeNote(cells))) return false
  const isApart = /[\r\n]\s*[\r\n]/.test(text.slice(Math.max(0, records[0].from - 4), records[0].from))
  const areNumbers = rows.every(({ cells }) => kindOf(cells[0]) !== 'text')
  return isApart || areNumbers || areSentences(records, rows)
}

/** Whether all records begin with a sentence, and no row of the table does. */
export function areSentences(records: readonly TextRecord[], rows: readonly TextRecord[]): boolean {
  const isOne = ({ cells: [first] }: TextRecord) => kindOf(first) === 'text' && isSentence(first)
  return records.every(isOne) && !rows.some(isOne)
}

/** Whether the first cell is words; the rest of a row that lacks cells has values. */
export function mayBeNote(cells: readonly string[]): boolean {
  const [first, ...others] = cells
  if (kindOf(first) === 'value' || !letters.test(first)) return false
  return isSentence(first) || !others.some((cell) => kindOf(cell) === 'value')
}

/** Whether a cell is a sentence, names something after a colon, or begins with a mark, such as a star. */
function isSentence(cell: string): boolean {
  return /:|^\s*(?:[*#([~-]|\u00e2\u0080|[\u2010-\u203b])|\S\s+\S+\s+\S/.test(cell)
}

/** A letter; those beyond ASCII may be bytes. */
const letters = /[A-Za-z]|[^\0-\x7f]/
