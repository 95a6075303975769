import { firstRecords } from './first-records.ts'
import type { TextRecord } from './first-records.ts'
import { kindOf } from './first-cells.ts'
import { isSummary, partOfTotal } from '#core'
import type { ColumnReader } from './column-reader.ts'
import { areSentences, linesIn, mayBeNote } from './notes.ts'
import type { TextFile } from './text-file.ts'

/** So many columns have to end with their sum to tell of a total without a word. */
const fewestSums = 2
/** A row of a label and a value is none of a table with so many columns. */
const fewestOfLabelled = 5
/** More rows are no foot. */
const mostRows = 10

/** Rows below a table: how many lines they are, those that sum up others, and whether the rest are surely notes. */
export interface Foot {
  readonly lines: number
  /** The first cells of rows that sum up others; empty cells if they have none. */
  readonly totals: readonly string[]
  /** The first cells of the other rows. */
  readonly notes: readonly string[]
  readonly areNotesSure: boolean
}

/**
 * What stands at the end of a text in rows of its width: totals and means, by their words, or sums of the numbers above;
 * and below them notes in the first cell alone, as a spreadsheet saves them. `null` if there is nothing.
 */
export function footOf(file: TextFile, lastBytes: Uint8Array, readers: readonly ColumnReader[]): Foot | null {
  const all = new TextDecoder(file.encoding).decode(lastBytes)
  // The first line may be cut off.
  const text = all.slice(all.search(/[\r\n]/) + 1)
  const rows = firstRecords(text, file, true, Infinity).filter(
    ({ cells }) => cells.length === file.names.length,
  )
  const startsWithValue = rows.slice(0, -mostRows).every(({ cells }) => kindOf(cells[0]) === 'value')
  const isBelow = ({ cells }: TextRecord) =>
    isEmpty(cells) || isPaddedNote(cells) || isLabelled(cells, startsWithValue)
  const below = rows.slice(rows.findLastIndex((row) => !isBelow(row)) + 1)
  const above = rows.slice(0, rows.length - below.length)
  const totals = totalsAtEnd(above, readers)
  const notes = below.filter(({ cells }) => !isEmpty(cells))
  const first = rows.at(-below.length - totals.length)
  if ((notes.length === 0 && totals.length === 0) || above.length === 0 || below.length > mostRows || !first)
    return null
  const isApart = below.length > 0 && isEmpty(below[0].cells)
  const areNotesSure = isApart || areSentences(notes, above)
  const areNumbers = above.every(({ cells }) => kindOf(cells[0]) !== 'text')
  if (notes.length > 0 && totals.length === 0 && !areNotesSure && !areNumbers) return null
  const labels = notes.map(({ cells }) => cells[0])
  return { lines: linesIn(text.slice(first.from)), totals, notes: labels, areNotesSure }
}

/** The first cells of the last rows, as far as they sum up others. */
function totalsAtEnd(rows: readonly TextRecord[], readers: readonly ColumnReader[]): readonly string[] {
  const words = rows.map(({ cells }) => wordOfSummary(cells))
  const end = words.findLastIndex((word) => word === null) + 1
  const found = words.slice(end) as readonly string[]
  // Above others such words are levels.
  const areLevels = words.slice(0, end).some((word) => word !== null && found.includes(word))
  if (found.length > 0) return areLevels || end === 0 ? [] : found
  const last = rows.at(-1)?.cells ?? []
  const sums = readers.filter(({ endsWithSum, index }) => endsWithSum && kindOf(last[index]) === 'value')
  return sums.length >= fewestSums ? [last[0]] : []
}

/** The first word of a row of totals or means, which has numbers too; `null` for other rows. */
function wordOfSummary(cells: readonly string[]): string | null {
  const [word = '', ...others] = cells.filter((cell) => cell.trim() !== '')
  const isWord = isSummary(word) || partOfTotal(word) !== null
  return isWord && others.some((cell) => kindOf(cell) === 'value') ? word : null
}

function isPaddedNote(cells: readonly string[]): boolean {
  return cells.length > 2 && mayBeNote(cells) && isEmpty(cells.slice(1))
}

/** Whether a row has a label and a value alone, other than a total; `startsWithValue`: rows start with a number or time. */
function isLabelled(cells: readonly string[], startsWithValue: boolean): boolean {
  const [label, value, ...others] = cells.filter((cell) => cell.trim() !== '')
  if (isSummary(label) || partOfTotal(label) !== null) return false
  const isLabel = kindOf(label) === 'text' && (startsWithValue || label.trim().endsWith(':'))
  return (
    cells.length >= fewestOfLabelled &&
    label === cells[0] &&
    isLabel &&
    /\d/.test(value) &&
    others.length === 0
  )
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '')
}
