import {
  firstFew,
  nonFiniteWarning,
  queryColumn,
  queryOption,
  queryValue,
  replacingQuery,
  roundedWarning,
  timeOfType,
} from '#core'
import {
  ambiguousThousands,
  decimalCommaWarning,
  mergedWarning,
  mixedWarning,
  notANumber,
  notARange,
  notATime,
  unclearRanges,
  undecidedDates,
} from '../cells/column-messages.ts'
import type { Warning } from '#core'
import type { DamagedCells } from '../cells/damaged-codes.ts'
import type { ColumnReader } from './column-reader.ts'
import type { FileMarks } from './file-marks.ts'
import { scaleQuery } from './scale-query.ts'
import { amountIn } from './format-queries.ts'

/** A column of fewer cells may begin with any text. */
const fewestCells = 10

/**
 * The warnings of a column, after its last cell; throws if its cells do not match the type the user chose.
 * `marks`: those of all columns; `withoutFirst`: the lines to skip after the header so that the first row is
 * left out, if that can be; `isReadByQuery`: a query that is offered reads all cells.
 */
export function columnWarnings(
  reader: ColumnReader,
  place: RowLabel,
  marks: FileMarks,
  {
    withoutFirst,
    isReadByQuery,
  }: { readonly withoutFirst: number | null; readonly isReadByQuery: (reader: ColumnReader) => boolean },
): readonly Warning[] {
  const { name, isNumeric, type, isEmpty, areMerged, hasDecimalCommas } = reader
  if (isNumeric) {
    const { infinite, rounded } = reader.inexact
    return [
      ...(infinite > 0 ? [nonFiniteWarning(name, infinite)] : []),
      ...(rounded > 0 ? [roundedWarning(name, rounded)] : []),
      ...(hasDecimalCommas ? [decimalCommaWarning(name)] : []),
    ]
  }
  if (type === 'categorical' || isEmpty) return []
  if (areMerged && reader.detected.format) return [mergedWarning(name)]
  refuseCells(reader, place, marks)
  if (reader.detected.why) return []
  const deviating = reader.texts?.deviatingCells()
  if (!deviating || isReadByQuery(reader)) return []
  const { count: cells, kind, first, needsType } = deviating
  // The name of a column may stand above another table.
  const words = reader.repeatsName ? null : deviating.words
  const zero = words && kind === 'numbers' && !needsType ? zeroQuery(reader, words) : null
  const scale = words && kind === 'numbers' ? scaleQuery(reader, words) : null
  const isFirst =
    cells === 1 && first.row === 0 && deviating.present >= fewestCells && /^\D*\p{L}{3}\D*$/u.test(first.cell)
  const skipAfterHeader = isFirst ? withoutFirst : null
  const mixed = { ...deviating, words, deviating: cells, zero, scale, skipAfterHeader }
  return [mixedWarning(name, mixed, place(first.row), first.cell, kind)]
}

/** How messages name a row. */
type RowLabel = (row: number) => string

/**
 * Throws if cells of a column of texts do not match the type the user chose, or what separates their digits
 * is not clear.
 */
function refuseCells(
  reader: Pick<ColumnReader, 'name' | 'type' | 'detected' | 'texts' | 'marks'>,
  place: RowLabel,
  marks: FileMarks,
): void {
  const { name, type, detected, texts } = reader
  if (!texts) return
  const { why, example, hasUnit } = detected
  const isTyped = type !== undefined
  const time = timeOfType(type)
  if ((why === 'undecided-dates' || why === 'unread-dates') && isTyped)
    throw undecidedDates(name, time ?? 'date', example)
  if (why === 'unclear-ranges' && isTyped)
    throw unclearRanges(name, example, marks.remedyFor([{ marks: texts.ranges.marks }]))
  const first = time ? texts.firstTimeMismatch : texts.firstNoNumber
  const notRange = texts.firstNotRange
  if (notRange) throw notARange(name, place(notRange.row), notRange.cell)
  if (!first) return
  if (time) throw notATime(name, time, place(first.row), first.cell)
  if (why === 'unclear-marks' && (isTyped || !hasUnit))
    throw ambiguousThousands(name, place(first.row), first.cell, marks.remedyFor([reader]))
  if (type === 'numeric') throw notANumber(name, place(first.row), first.cell)
}

/** Words that may say that an amount is 0, or that nothing is known. */
const wordsForNone = new Set(
  (
    'none nil zero nothing free gratis geen nul kein keine keiner keines nichts nessuno nessuna niente esente ' +
    'isento isenta nenhum nenhuma ninguno ninguna nada cero exento exenta aucun aucune néant zéro ' +
    // Traces of rain or of a substance.
    't tr trace traces spur spuren traza trazas inapreciable ip tracce tracos vestígios'
  ).split(' '),
)

/**
 * A query that makes 0 of words such as `none` beside numbers, and reads the others as they are: one that has
 * another form is an error of the query, and a cell without a digit missing. `null` if there are no such
 * words, or the numbers have more than a unit around them.
 */
function zeroQuery(
  { name, texts }: ColumnReader,
  words: ReadonlyMap<string, number>,
): { readonly words: readonly string[]; readonly option: string; readonly query: string } | null {
  const found = [...words.keys()].filter((word) => wordsForNone.has(word.toLowerCase()))
  if (found.length === 0 || !texts) return null
  const { units, bounds, styles, multipliers } = texts.affixes
  const isPlain = units.size === 1 && styles.size === 0 && multipliers.size === 0
  const { shown, doubtful } = texts.marksIf(false)
  if (!isPlain || bounds['<'] + bounds['>'] > 0 || shown.length > 1 || doubtful !== null) return null
  const [mark] = texts.options.decimal ? [texts.options.decimal] : shown
  const column = queryColumn(name)
  const isNone = `trim(${column}) IN (${found.map(queryValue).join(', ')})`
  const number = `coalesce(${amountIn(column, texts, mark ?? null)}, CAST(${column} AS DOUBLE))`
  const value = `CASE WHEN ${isNone} THEN 0 WHEN regexp_matches(${column}, '[0-9]') THEN ${number} END`
  const query = replacingQuery({ [name]: value })
  return { words: found, option: queryOption(query), query }
}

/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5

/**
 * Warnings about cells that a spreadsheet changed beyond repair: numbers without their digits, codes that
 * became days.
 */
export function damageWarnings(readers: readonly ColumnReader[], isOfSheet = false): Warning[] {
  return [
    ...warningOf(
      'lost-digits',
      'numbers that name something lost their digits in a spreadsheet',
      readers.map((reader) => [reader.name, lostIn(reader)]),
      'only an export of the column as text from its source brings them back',
    ),
    ...warningOf(
      'spreadsheet-dates',
      'codes that a spreadsheet turned into days, read as levels of their own',
      readers.map((reader) => [reader.name, daysIn(reader, isOfSheet)]),
      'write them as they were, such as SEPT2 or 10-12, from an export of the column as text',
    ),
  ]
}

function warningOf(
  code: Warning['code'],
  start: string,
  columns: readonly (readonly [string, string | null])[],
  end: string,
): Warning[] {
  const found = columns.filter(([, shown]) => shown !== null)
  if (found.length === 0) return []
  const shown = firstFew(
    found.map(([name, shown]) => `${name} (${shown})`),
    mostNamed,
  )
  return [{ code, columns: found.map(([name]) => name), message: `${start}: ${shown}; ${end}` }]
}

/** The numbers of a column that lost their digits; `null` if none did. */
function lostIn(reader: ColumnReader): string | null {
  if (reader.type === 'categorical' || reader.time !== undefined) return null
  if (reader.isOfTexts) {
    const found = reader.texts?.codes.lostDigits
    return found ? shownCells(found) : null
  }
  const found = reader.isNumeric ? reader.lostDigits.found : null
  return found && `${found.cells}×, such as ${found.example}`
}

/**
 * The days without a year among the codes of a column; `null` if there are none, or if it is read otherwise.
 */
function daysIn(reader: ColumnReader, isOfSheet: boolean): string | null {
  if (!reader.isOfTexts || reader.type !== undefined || reader.isNumeric || reader.detected.why) return null
  const days = reader.texts?.codes.days(isOfSheet)
  return days ? shownCells(days) : null
}

function shownCells({ texts, cells }: DamagedCells): string {
  const rest = cells - [...texts.values()].reduce((sum, count) => sum + count, 0)
  return [...texts, ...(rest > 0 ? [['others', rest] as const] : [])]
    .map(([text, count]) => `${text} ${count}×`)
    .join(', ')
}
