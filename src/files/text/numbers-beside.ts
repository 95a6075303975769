import { queryColumn, replacingQuery } from '#core'
import type { DeviatingCells } from '../cells/detected-format.ts'
import { captured, numberWith, plainNumber, valueWith } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { amountIn } from './format-queries.ts'

/* What reads a column of numbers beside which a few cells are something else. */

/** A query makes at most such a share of the cells missing. */
const mostLost = 0.2
/** A column has at least so many different ranges, whose ends are whole numbers or decimals of a few digits. */
const fewestRanges = 2
const aRange = /^(\d{1,4}(?:[.,]\d{1,2})?)\s?[-–]\s?(\d{1,4}(?:[.,]\d{1,2})?)$/
/** A wider range is more than one amount. */
const mostOfRange = 10
/** V30, 10E and 101a are codes: so many of the others show that the numbers are too. */
const aCode = /^\p{L}{0,3}\d+\p{L}{0,2}$/u
const mostCodes = 0.3

/** 10 - always and 1 (never) are steps of a scale. */
const aLabelledStep = /^-?\d{1,3}\s*[-–:=.(]\s*\p{L}/u

/** A query that reads the numbers of a column, and no other cell; `null` if they are not read surely. */
export function numbersQuery(reader: ColumnReader, { present, count }: DeviatingCells): string | null {
  const texts = reader.texts!
  const { units, bounds, styles, multipliers } = texts.affixes
  const { shown, doubtful } = texts.marksIf(false)
  if (count > mostLost * present || doubtful !== null || multipliers.size > 0) return null
  if (areLabelled(reader) || areCodes(reader)) return null
  const mark = texts.options.decimal ?? (shown.length === 1 ? shown[0] : null)
  const column = queryColumn(reader.name)
  if (!units.has('')) {
    const hasMore = styles.size > 0 || bounds['<'] + bounds['>'] > 0
    return units.size > 1 || hasMore ? null : replacingQuery({ [reader.name]: amountIn(column, texts, mark) })
  }
  // What has a unit is another amount than what has none.
  if (present - units.get('')! > mostLost * present) return null
  const number = new RegExp(`^([-+−–]?${mark === null ? plainNumber : numberWith(mark)})$`)
  return replacingQuery({ [reader.name]: valueWith(mark, captured(column, number)) })
}

/** Whether all texts beside the numbers are steps of a scale with their label. */
function areLabelled({ knownTexts }: ColumnReader): boolean {
  const worded = knownTexts.filter((text) => text !== null && /\p{L}/u.test(text))
  return worded.length > 0 && worded.every((text) => aLabelledStep.test(text!.trim()))
}

function areCodes({ knownTexts }: ColumnReader): boolean {
  const others = knownTexts.flatMap((text) => (text !== null && /\p{L}/u.test(text) ? [text.trim()] : []))
  return others.filter((text) => aCode.test(text)).length > mostCodes * others.length
}

/** Whether all cells of a column are plain numbers or ranges of them, some of each: 36 beside 30-39. */
export function areRangesToo({ knownTexts, texts }: ColumnReader): boolean {
  let ranges = 0
  for (const text of knownTexts) {
    if (text === null || /^\d+(?:[.,]\d{1,2})?$/.test(text.trim())) continue
    const [low, high] =
      aRange
        .exec(text.trim())
        ?.slice(1)
        .map((end) => Number(end.replace(',', '.'))) ?? []
    if (low === undefined || !(low < high && high <= mostOfRange * Math.max(low, 1))) return false
    ranges++
  }
  return ranges >= fewestRanges && (texts?.marksIf(false).doubtful ?? null) === null
}
