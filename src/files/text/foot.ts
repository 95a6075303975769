import { isSummary, partOfTotal } from '../cells/total-words.ts'
import type { TextOptions } from '#core'
import type { ColumnReader } from './column-reader.ts'
import { kindOf } from './first-cells.ts'
import { firstRecords } from './first-records.ts'
import type { TextRecord } from './first-records.ts'
import { linesOfFile } from './last-lines.ts'
import { tableBelow } from './table-below.ts'
import { areSentences, mayBeNote, startsNotes, startsWithSentence } from './notes-below.ts'
import type { TextFile } from './text-file.ts'

/** So many columns, and such a share of those with a number in the row, have to end with their sum in a total without a word. */
const fewestSums = 2
const leastShareOfSums = 0.1
/** A row of a label and a value is none of a table with so many columns. */
const fewestOfLabelled = 5
/** More rows are no foot. */
const mostRows = 10

/**
 * Rows below a table: how many lines they are, those that sum up others, and whether the rest are surely
 * notes.
 */
export interface Foot {
  readonly lines: number
  /** The first cells of rows that sum up others; empty cells if they have none. */
  readonly totals: readonly string[]
  /** The first cells of the other rows. */
  readonly notes: readonly string[]
  readonly areNotesSure: boolean
  /** The names of another table that it is. */
  readonly table?: readonly string[]
}

/**
 * What stands at the end of a text in rows of its width: another table; or totals and means, by their words,
 * or sums of the numbers above; and below them notes in the first cell alone, as a spreadsheet saves them.
 * `null` if there is nothing.
 */
export async function footOf(
  file: TextFile,
  options: TextOptions,
  lastBytes: Uint8Array,
  readers: readonly ColumnReader[],
): Promise<Foot | null> {
  // Its last lines are columns.
  if (options.transpose) return null
  const all = new TextDecoder(file.encoding).decode(lastBytes)
  // The first line may be cut off.
  const text = all.slice(all.search(/[\r\n]/) + 1)
  const other = tableBelow(text, { ...file, encoding: 'utf-8' })
  if (other) {
    const lines = await linesOfFile(text.slice(other.from), file, options)
    return { lines, totals: [], notes: [], areNotesSure: false, table: other.names }
  }
  const rows = firstRecords(text, file, true, Infinity).filter(
    ({ cells }) => cells.length === file.names.length,
  )
  const startsWithValue = rows.slice(0, -mostRows).every(({ cells }) => kindOf(cells[0]) === 'value')
  const isBelow = ({ cells }: TextRecord) =>
    isEmpty(cells) || isPaddedNote(cells) || isLabelled(cells, startsWithValue)
  const apart = rows.slice(rows.findLastIndex((row) => !isBelow(row)) + 1)
  const totals = totalsAtEnd(rows.slice(0, rows.length - apart.length), readers)
  const isApart = totals.length > 0 || (apart.length > 0 && isEmpty(apart[0].cells))
  // A text alone in its row may lack values, unless it is below a sentence.
  const before = rows.slice(0, rows.length - apart.length)
  const mayStart = isApart || startsWithNumbers(before)
  const areNamesLong = !mayStart && before.some(startsWithSentence)
  const start = mayStart ? 0 : apart.findIndex((row) => startsNotes(row, areNamesLong))
  const below = start < 0 ? apart : apart.slice(start)
  const above = rows.slice(0, rows.length - below.length)
  const notes = below.filter(({ cells }) => !isEmpty(cells))
  const first = rows.at(-below.length - totals.length)
  if ((notes.length === 0 && totals.length === 0) || above.length === 0 || below.length > mostRows || !first)
    return null
  const areNotesSure =
    (below.length > 0 && isEmpty(below[0].cells)) || (notes.length > 0 && areSentences(notes, above))
  if (notes.length > 0 && totals.length === 0 && !areNotesSure && !startsWithNumbers(above)) return null
  const labels = notes.map(({ cells }) => cells[0])
  const lines = await linesOfFile(text.slice(first.from), file, options)
  return { lines, totals, notes: labels, areNotesSure }
}

function startsWithNumbers(rows: readonly TextRecord[]): boolean {
  return rows.every(({ cells }) => kindOf(cells[0]) !== 'text')
}

/** The first cells of the last rows, as far as they sum up others. */
function totalsAtEnd(rows: readonly TextRecord[], readers: readonly ColumnReader[]): readonly string[] {
  const columns = new Set(readers.filter(({ isNumeric }) => isNumeric).map(({ index }) => index))
  const words = rows.map(({ cells }) => wordOfSummary(cells, columns))
  const end = words.findLastIndex((word) => word === null) + 1
  const found = words.slice(end) as readonly string[]
  // Above others such words are levels.
  const areLevels = words.slice(0, end).some((word) => word !== null && found.includes(word))
  if (found.length > 0) return areLevels || end === 0 ? [] : found
  const last = rows.at(-1)?.cells ?? []
  const isAlone = isUnnamed(last, columns)
  const sums = readers
    // The sum of texts is made only where it may tell.
    .filter(({ index, format }) => isNumber(last, index, columns) && (isAlone || format === null))
    .map((reader) => reader.sumsTo(last[reader.index].trim()))
  const isSure = isAlone && sums.some((sum) => sum?.isLastSurelyTheSum)
  const agreeing = sums.filter((sum) => sum?.isLastTheSum).length
  // Of very many columns some end with their sum by chance.
  const isLikely = agreeing >= Math.max(fewestSums, leastShareOfSums * sums.length)
  return isSure || isLikely ? [last[0]] : []
}

/** The first word of a row of totals or means, which has numbers too; `null` for other rows. */
function wordOfSummary(cells: readonly string[], columns: ReadonlySet<number>): string | null {
  const at = cells.findIndex((cell) => cell.trim() !== '')
  const word = cells[at] ?? ''
  const isWord = isSummary(word) || partOfTotal(word) !== null
  return isWord && cells.some((_, i) => i > at && isNumber(cells, i, columns)) ? word : null
}

/**
 * Whether a cell is a number, if only with a unit as the others of its column are. `columns`: those of
 * numbers.
 */
function isNumber(cells: readonly string[], index: number, columns: ReadonlySet<number>): boolean {
  return kindOf(cells[index]) === 'value' || (columns.has(index) && /\d/.test(cells[index]))
}

/**
 * Whether a row has no name: it begins with nothing or a sign, or lacks most of the cells that are no
 * numbers.
 */
function isUnnamed(cells: readonly string[], columns: ReadonlySet<number>): boolean {
  const others = cells.filter((_, i) => !isNumber(cells, i, columns))
  const given = others.filter((cell) => cell.trim() !== '').length
  return !/[\p{L}\d]/u.test(cells[0] ?? '') || (others.length > 0 && given * 2 <= others.length)
}

function isPaddedNote(cells: readonly string[]): boolean {
  return cells.length > 2 && mayBeNote(cells) && isEmpty(cells.slice(1))
}

/**
 * Whether a row has a label and a value alone, other than a total; `startsWithValue`: rows start with a
 * number or time.
 */
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
