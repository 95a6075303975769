import type { TextOptions } from '#core'
import { textDecoder } from '#memory'
import { asUtf8 } from './encodings.ts'
import { kindOf } from './first-cells.ts'
import type { TextRecord } from './first-records.ts'
import { joined } from './text-bytes.ts'
import type { TextBytes } from './text-bytes.ts'

const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
/** What stands below a table is searched in this many bytes. */
const bytesBelow = 1 << 16

/** A text without its last `count` lines that are not blank, and what is blank after them. */
export function withoutLastLines(bytes: TextBytes, count: number): TextBytes {
  if (count === 0) return bytes
  return {
    label: bytes.label,
    size: bytes.size,
    async *blocks(onRead) {
      let held: Uint8Array = new Uint8Array(0)
      for await (const block of bytes.blocks(onRead)) {
        const text = joined([held, block], held.length + block.length)
        const cut = startOfLastLines(text, count)
        held = text.slice(cut)
        if (cut > 0) yield text.subarray(0, cut)
      }
    },
  }
}

/** Where the last `count` lines that are not blank start; 0 if there are fewer. */
function startOfLastLines(bytes: Uint8Array, count: number): number {
  let lines = 0
  let isBlank = true
  for (let at = bytes.length - 1; at >= 0; at--) {
    const byte = bytes[at]
    if (byte === lineFeed || byte === carriageReturn) {
      if (!isBlank && ++lines === count) return at + 1
      isBlank = true
    } else if (byte > space) isBlank = false
  }
  return 0
}

/** The last whole lines of a text, at most so many bytes. */
async function endOfBytes(bytes: TextBytes, most: number): Promise<Uint8Array> {
  let end: Uint8Array = new Uint8Array(0)
  let isCut = false
  for await (const block of bytes.blocks()) {
    const text = joined([end, block], end.length + block.length)
    isCut ||= text.length > most
    end = text.slice(-most)
  }
  return isCut ? end.subarray(end.indexOf(lineFeed) + 1) : end
}

/** The last lines of a text that are looked at, with a character for each byte. */
export async function endOfText(bytes: TextBytes): Promise<string> {
  return textDecoder('windows-1252')(await endOfBytes(bytes, bytesBelow))
}

/** How many lines of a file that are not blank the end of its text is: rows that are left out are blank in the text alone. */
export async function linesOfFile(
  end: string,
  { given }: { readonly given: TextBytes },
  { encoding, skipEmpty, skipRepeatedHeader, ragged, skipEnd = 0 }: TextOptions,
): Promise<number> {
  if (!skipEmpty && !skipRepeatedHeader && ragged !== 'skip') return linesIn(end)
  const whole = await endOfText(withoutLastLines(await asUtf8(given, encoding), skipEnd))
  return linesIn(allLines(whole).slice(-allLines(end).length).join('\n'))
}

function allLines(text: string): readonly string[] {
  return text.replace(/(?:\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/)
}

/** So many lines at the end may belong to no table. */
const mostNotes = 10

/** The lines of a text that are not blank. */
export function linesIn(text: string): number {
  return text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '').length
}

/**
 * Whether records below a table are notes, such as sources: few, and after a blank line, sentences, marks of the end, or
 * words below numbers. Else they may be rows that lack cells. `text` has a character for each byte.
 */
export function areNotes(text: string, records: readonly TextRecord[], rows: readonly TextRecord[]): boolean {
  if (records.length === 0) return true
  if (records.length > mostNotes || !records.every(({ cells }) => mayBeNote(cells))) return false
  const isApart = /[\r\n]\s*[\r\n]/.test(text.slice(Math.max(0, records[0].from - 4), records[0].from))
  const areNumbers = rows.every(({ cells }) => kindOf(cells[0]) !== 'text')
  return isApart || areNumbers || areSentences(records, rows) || areEnds(records, rows)
}

/** Whether records are marks of the end alone, such as `DATA_END`, unlike the rows of the table. */
function areEnds(records: readonly TextRecord[], rows: readonly TextRecord[]): boolean {
  const isMark = ({ cells: [first] }: TextRecord) => /^\W*[A-Z_]{3,}\W*$/.test(first)
  return records.every((record) => record.cells.length === 1 && isMark(record)) && !rows.some(isMark)
}

/**
 * Whether records begin with a sentence, other than those of the table, and go on with sentences or with texts alone in their
 * row, such as the word above notes.
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

/** Whether notes may start with a record: a sentence, or the word above notes; beside rows of such names, only a source. */
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

/** Whether a cell is a sentence, names something after a colon, or begins with a mark, such as a star. */
function isSentence(cell: string): boolean {
  return /:|^\s*(?:[*#([~-]|\u00e2\u0080|[\u2010-\u203b])|\S\s+\S+\s+\S/.test(cell)
}

/** A letter; those beyond ASCII may be bytes. */
const letters = /[A-Za-z]|[^\0-\x7f]/
