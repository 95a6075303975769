import type { NumericColumn } from './column.ts'
import { parseDigits } from './digit-times.ts'
import { parseFormattedNumber } from './formatted-numbers.ts'
import { parseNumberInFormat } from './number-format.ts'
import type { NumberFormat } from './number-format.ts'
import type { TimeFormat } from './time-format-detector.ts'
import { parseTime, timeToNumber } from './time-texts.ts'
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

/** The number a cell represents; `null` if it does not match the format. */
export function parseCell(cell: string, format: CellFormat): number | bigint | null {
  if (!('time' in format)) return parseNumberInFormat(cell, format)
  const time = parseTime(cell) ?? parseDigits(cell, format.time)
  return time && timeToNumber(time, format.time, format.order, format.from)
}

/** Whether two formats are equal. */
export function isSameFormat(a: CellFormat | null, b: CellFormat | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The numbers of some cells; NaN for a missing cell (`null`) and for an infinity. */
export function parseCells(cells: readonly (string | null)[], format: CellFormat): Float64Array {
  const values = new Float64Array(cells.length)
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i]
    const value = cell === null ? NaN : Number(parseCell(cell, format) ?? NaN)
    values[i] = Number.isFinite(value) ? value : NaN
  }
  return values
}
