import { firstFew, nonFiniteWarning, roundedWarning } from '#core'
import { decimalCommaWarning } from '../cells/column-messages.ts'
import type { Warning } from '#core'
import type { DamagedCells } from '../cells/damaged-codes.ts'
import type { ColumnReader } from './column-reader.ts'

/** The warnings of a column of numbers, or those `ofTexts`, where there is something to say of these. */
export function columnWarnings(
  reader: ColumnReader,
  ofTexts: ((reader: ColumnReader) => readonly Warning[]) | null,
): readonly Warning[] {
  if (!reader.isNumeric) return ofTexts?.(reader) ?? []
  const { name, inexact, hasDecimalCommas } = reader
  const { infinite, rounded } = inexact
  return [
    ...(infinite > 0 ? [nonFiniteWarning(name, infinite)] : []),
    ...(rounded > 0 ? [roundedWarning(name, rounded)] : []),
    ...(hasDecimalCommas ? [decimalCommaWarning(name)] : []),
  ]
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
