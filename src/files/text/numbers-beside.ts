import { queryColumn, replacingQuery } from '#core'
import type { DeviatingCells } from '../cells/detected-format.ts'
import { readRange } from '../cells/range-texts.ts'
import { captured, numberWith, plainNumber, valueWith } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { amountIn } from './format-queries.ts'

/* What reads a column of numbers beside which a few cells are something else. */

/** A query makes at most such a share of the cells missing. */
const mostLost = 0.2
/** A column has at least so many different ranges. */
const fewestRanges = 2

/** 10 - always and 1 (never) are steps of a scale. */
const aLabelledStep = /^-?\d{1,3}\s*[-–:=.(]\s*\p{L}/u

/** A query that reads the numbers of a column, and no other cell; `null` if they are not read surely. */
export function numbersQuery(reader: ColumnReader, { present, count }: DeviatingCells): string | null {
  const texts = reader.texts!
  const { units, bounds, styles, multipliers } = texts.affixes
  const { shown, doubtful } = texts.marksIf(false)
  if (count > mostLost * present || doubtful !== null || areLabelled(reader)) return null
  const mark = texts.options.decimal ?? (shown.length === 1 ? shown[0] : null)
  const column = queryColumn(reader.name)
  if (!units.has('')) {
    const hasMore = styles.size > 0 || multipliers.size > 0 || bounds['<'] + bounds['>'] > 0
    return units.size > 1 || hasMore ? null : replacingQuery({ [reader.name]: amountIn(column, texts, mark) })
  }
  // What has a unit is another amount than what has none.
  if (present - units.get('')! > mostLost * present) return null
  const number = new RegExp(`^([-+−–]?${mark === null ? plainNumber : numberWith(mark)})$`)
  return replacingQuery({ [reader.name]: valueWith(mark, captured(column, number)) })
}

/** Whether all texts beside the numbers are steps of a scale with their label. */
function areLabelled({ knownTexts }: ColumnReader): boolean {
  return knownTexts.every((text) => text === null || !/\p{L}/u.test(text) || aLabelledStep.test(text.trim()))
}

/** Whether all cells of a column are numbers or ranges of them, some of each: 36 beside 30-39 and 50s. */
export function areRangesToo({ knownTexts }: ColumnReader): boolean {
  const ranges = knownTexts.flatMap((text) => (text === null ? [] : [readRange(text)]))
  const units = new Set(ranges.flatMap((range) => (range ? range.unit : [])).filter((unit) => unit !== ''))
  const proper = ranges.filter((range) => {
    const { low, high, isDamaged } = range?.['.'] ?? range?.[','] ?? { low: 0, high: 0, isDamaged: true }
    return low < high && !isDamaged
  })
  return !ranges.includes(null) && units.size <= 1 && proper.length >= fewestRanges
}
