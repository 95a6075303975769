import type { NumericColumn } from './column.ts'
import { parseFormattedNumber } from './formatted-numbers.ts'
import type { NumberFormat } from './number-format.ts'
import type { TimeFormat } from './time-format-detector.ts'
import { parseTime } from './time-texts.ts'
import { mayBeValue } from './value-characters.ts'

/** The format shared by all cells of a text column that represents numbers, dates or times. */
export type CellFormat = NumberFormat | TimeFormat

export function timeOfFormat(format: CellFormat | null): NumericColumn['time'] {
  return format && 'time' in format ? format.time : undefined
}

/** The unit without which the numbers of a format are read, if they have one. */
export function unitOfFormat(format: CellFormat | null): string | undefined {
  return format && 'unit' in format && format.unit !== '' ? format.unit : undefined
}

/** Whether a cell is a number, a date or a time in any format. */
export function isNumberOrTime(cell: string): boolean {
  return mayBeValue(cell) && (parseFormattedNumber(cell) !== null || parseTime(cell) !== null)
}

/** Whether two formats are equal. */
export function isSameFormat(a: CellFormat | null, b: CellFormat | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
