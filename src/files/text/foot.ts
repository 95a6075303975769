import { firstRecords } from './first-records.ts'
import type { TextRecord } from './first-records.ts'
import { kindOf } from './first-cells.ts'
import type { ColumnReader } from './column-reader.ts'
import { isSentence, linesIn, mayBeNote } from './notes.ts'
import type { TextFile } from './text-file.ts'

/** The words with which a row of totals begins, in several languages. */
const words =
  /^(?:grand |sub)?total(?:e|s|es|en)?(?: (?:général|general|geral|generale))?:?$|^(?:summe|gesamt(?:summe)?|insgesamt|suma|sumas|somme|somma|soma|sum|sums|итого|всего|合计|合計|总计|suma total|celkem|razem|totaal|yhteensä|i alt|totalt):?$/iu
/** So many columns have to end with their sum to tell of a total without a word. */
const fewestSums = 2
/** More rows are no foot. */
const mostRows = 10

/** Rows below a table: how many lines they are, how many are totals, and whether the others are surely notes. */
export interface Foot {
  readonly lines: number
  readonly totals: number
  readonly areNotesSure: boolean
}

/**
 * What stands at the end of a text in rows of its width: totals, by their word or as sums of the numbers above, and
 * below them notes in the first cell alone, as a spreadsheet saves them. `null` if there is nothing.
 */
export function footOf(file: TextFile, lastBytes: Uint8Array, readers: readonly ColumnReader[]): Foot | null {
  const all = new TextDecoder(file.encoding).decode(lastBytes)
  // The first line may be cut off.
  const text = all.slice(all.search(/[\r\n]/) + 1)
  const rows = firstRecords(text, file, true, Infinity).filter(
    ({ cells }) => cells.length === file.names.length,
  )
  const below = rows.slice(rows.findLastIndex(({ cells }) => !isEmpty(cells) && !isPaddedNote(cells)) + 1)
  const above = rows.slice(0, rows.length - below.length)
  const totals = totalsAtEnd(above, readers)
  const notes = below.filter(({ cells }) => !isEmpty(cells))
  const first = rows.at(-below.length - totals)
  if ((notes.length === 0 && totals === 0) || above.length === 0 || below.length > mostRows || !first)
    return null
  const isApart = below.length > 0 && isEmpty(below[0].cells)
  const areNotesSure = isApart || notes.every(({ cells }) => isSentence(cells[0]))
  const areNumbers = above.every(({ cells }) => kindOf(cells[0]) !== 'text')
  if (notes.length > 0 && totals === 0 && !areNotesSure && !areNumbers) return null
  return { lines: linesIn(text.slice(first.from)), totals, areNotesSure }
}

/** How many of the last rows are totals. */
function totalsAtEnd(rows: readonly TextRecord[], readers: readonly ColumnReader[]): number {
  const totals = rows.length - 1 - rows.findLastIndex(({ cells }) => !isTotal(cells))
  if (totals > 0) return totals < rows.length ? totals : 0
  const last = rows.at(-1)?.cells ?? []
  const sums = readers.filter(({ endsWithSum, index }) => endsWithSum && kindOf(last[index]) === 'value')
  return sums.length >= fewestSums ? 1 : 0
}

function isTotal(cells: readonly string[]): boolean {
  const given = cells.filter((cell) => cell.trim() !== '')
  return words.test(given[0]?.trim() ?? '') && given.slice(1).some((cell) => kindOf(cell) === 'value')
}

function isPaddedNote(cells: readonly string[]): boolean {
  return cells.length > 2 && mayBeNote(cells) && isEmpty(cells.slice(1))
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '')
}
