import { kindOf } from './first-cells.ts'
import type { TextRecord } from './first-records.ts'

/** So many lines at the end may belong to no table. */
const mostNotes = 10
/** A label and a value are no row of a table with so many columns. */
const fewestBesideFacts = 5

/**
 * Whether records below a table are notes, such as sources: few, and after a blank line, sentences, marks of
 * the end, or words below numbers. Else they may be rows that lack cells. `text` has a character for each
 * byte.
 */
export function areNotes(text: string, records: readonly TextRecord[], rows: readonly TextRecord[]): boolean {
  if (records.length === 0) return true
  if (records.length > mostNotes) return false
  const isApart = /[\r\n]\s*[\r\n]/.test(text.slice(Math.max(0, records[0].from - 4), records[0].from))
  const mayHaveFacts = isApart && rows.length > 0 && rows[0].cells.length >= fewestBesideFacts
  if (!records.every(({ cells }) => mayBeNote(cells) || (mayHaveFacts && isFact(cells)))) return false
  const areNumbers = rows.every(({ cells }) => kindOf(cells[0]) !== 'text')
  return isApart || areNumbers || areSentences(records, rows) || areEnds(records, rows)
}

/** Whether records are marks of the end alone, such as `DATA_END`, unlike the rows of the table. */
function areEnds(records: readonly TextRecord[], rows: readonly TextRecord[]): boolean {
  const isMark = ({ cells: [first] }: TextRecord) => /^\W*[A-Z_]{3,}\W*$/.test(first)
  return records.every((record) => record.cells.length === 1 && isMark(record)) && !rows.some(isMark)
}

/**
 * Whether records begin with a sentence, other than those of the table, and go on with sentences or with
 * texts alone in their row, such as the word above notes.
 */
export function areSentences(records: readonly TextRecord[], rows: readonly TextRecord[]): boolean {
  const [first, ...others] = records
  const isAlone = ({ cells }: TextRecord) => cells.slice(1).every((cell) => cell.trim() === '')
  const isNote = (record: TextRecord) => startsWithSentence(record) || isAlone(record)
  return (
    hasSentence(records, rows) && startsNotes(first, rows.some(startsWithSentence)) && others.every(isNote)
  )
}

/** Whether a record is a sentence other than the rows are: these may have names of three words. */
function hasSentence(records: readonly TextRecord[], rows: readonly TextRecord[]): boolean {
  const isOther = rows.some(startsWithSentence) ? namesSource : startsWithSentence
  return records.some(isOther) && !rows.some(isOther)
}

/**
 * Whether notes may start with a record: a sentence, or the word above notes; beside rows of such names, only
 * a source.
 */
export function startsNotes(record: TextRecord, areNamesLong: boolean): boolean {
  if (areNamesLong) return namesSource(record)
  return startsWithSentence(record) || aboveNotes.test(record.cells[0].trim())
}

/** Whether a record begins with the word above notes and a colon, such as `Source: the office`. */
function namesSource({ cells: [first] }: TextRecord): boolean {
  const [label, note] = first.split(':')
  return note !== undefined && note.trim() !== '' && aboveNotes.test(label.trim())
}

const aboveNotes =
  /^(?:notas?|notes?|note[ns]?|anmerkung(?:en)?|hinweise?|quellen?|legende?|legendas?|légende|leyenda|fu(?:ß|ss)noten?|fuentes?|fontes?|fonti?|sources?|footnotes?|remarks?|uwagi|źródło|opmerking(?:en)?|toelichting|bron(?:nen)?)$/iu

/** Whether a record begins with a sentence. */
export function startsWithSentence({ cells: [first] }: TextRecord): boolean {
  return kindOf(first) === 'text' && isSentence(first)
}

/** Whether the first cell is words; the rest of a row that lacks cells has values. */
export function mayBeNote(cells: readonly string[]): boolean {
  const [first, ...others] = cells
  if (kindOf(first) === 'value' || !letters.test(first)) return false
  return isSentence(first) || !others.some((cell) => kindOf(cell) === 'value')
}

/** Whether cells are a label and a value alone, such as the time at which a device ended. */
function isFact(cells: readonly string[]): boolean {
  const given = cells.filter((cell) => cell.trim() !== '')
  return given.length === 2 && given[0] === cells[0] && kindOf(cells[0]) === 'text'
}

/** Whether a cell is a sentence, names something after a colon, or begins with a mark, such as a star. */
function isSentence(cell: string): boolean {
  return /:|^\s*(?:[*#([~-]|\u00e2\u0080|[\u2010-\u203b])|\S\s+\S+\s+\S/.test(cell)
}

/** A letter; those beyond ASCII may be bytes. */
const letters = /[A-Za-z]|[^\0-\x7f]/
