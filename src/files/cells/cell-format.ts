import type { NumericColumn } from '#core'
import { affixedValue, parseAffixedNumber, plainAffixed } from './affixed-numbers.ts'
import type { AffixFormat } from './affixed-numbers.ts'
import { parseDigits } from './digit-times.ts'
import { parseFormattedNumber } from './formatted-numbers.ts'
import { notationValue } from './notation-facts.ts'
import type { NotationFormat } from './notation-facts.ts'
import { parseRange, rangeValue } from './range-texts.ts'
import { mayBeValue, parseNumber } from './text-cells.ts'
import type { TimeFormat } from './time-format-detector.ts'
import { parseTime, timeToNumber } from './time-texts.ts'

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

/**
 * The format of all numbers in a column; `either`: some cells have a decimal point, others a decimal comma;
 * `none`: point and comma separate thousands.
 */
export interface NumberFormat {
  readonly unit: string
  readonly decimal: '.' | ',' | 'either' | 'none'
  /** How numbers with more around them are read, if the column has such ones. */
  readonly affixes?: AffixFormat
  /** Whether the cells are ranges, read as their middle. */
  readonly isRange?: boolean
  /** How dates among ranges stand for some, if they do: `daysFrom` of `serialRange`. */
  readonly daysFrom?: number
  /** How numbers are read that are written with more than digits, if the column has such ones. */
  readonly notation?: NotationFormat
}

/** The number in a cell; `null` if the cell does not match the format. */
function parseNumberInFormat(cell: string, format: NumberFormat): number | bigint | null {
  const { unit, decimal, affixes } = format
  const mark = decimal === '.' || decimal === ',' ? decimal : null
  if (format.isRange) {
    const range = parseRange(cell, mark ?? 'either', format.daysFrom)
    return range && rangeValue(range)
  }
  if (format.notation && mark) {
    const noted = notationValue(cell, format.notation, mark)
    if (noted !== null) return noted
  }
  if (decimal === 'either' && !affixes) return parseNumber(cell, '.') ?? parseNumber(cell, ',')
  const number = affixes && !mayBeValue(cell) ? null : parseFormattedNumber(cell)
  if (affixes) {
    const affixed = number ? plainAffixed(number) : parseAffixedNumber(cell)
    if (mark) return affixed && affixedValue(affixed, mark, affixes)
    if (!affixed) return null
    const [point, comma] = (['.', ','] as const).map((one) => affixedValue(affixed, one, affixes))
    if (point === null || comma === null) return point ?? comma
    // Where both marks are decimal ones, that of 1,234 is too; where none is, it is none.
    const isCommaLess = Math.abs(comma) < Math.abs(point)
    return isCommaLess === (decimal === 'either') ? comma : point
  }
  if (number?.unit !== unit) return null
  const text = decimal === '.' ? number.point : number.comma
  return text === null ? null : parseNumber(text, '.')
}

/** The number a cell represents; `null` if it does not match the format. */
export function parseCell(cell: string, format: CellFormat): number | bigint | null {
  if (!('time' in format)) return parseNumberInFormat(cell, format)
  const time = parseTime(cell) ?? parseDigits(cell, format.time)
  return time && timeToNumber(time, format.time, format.order, format.from)
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
