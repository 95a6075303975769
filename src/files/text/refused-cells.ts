import {
  ambiguousThousands,
  notANumber,
  notARange,
  notATime,
  timeOfType,
  unclearRanges,
  undecidedDates,
} from '#core'
import type { ColumnReader } from './column-reader.ts'
import type { FileMarks } from './file-marks.ts'

/** How messages name a row. */
export type RowLabel = (row: number) => string

/** Throws if cells of a column of texts do not match the type the user chose, or what separates their digits is not clear. */
export function refuseCells(
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
