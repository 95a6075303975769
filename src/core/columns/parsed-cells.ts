import type { CellFormat } from './cell-format.ts'
import { parseDigits } from './digit-times.ts'
import { parseNumberInFormat } from './number-format.ts'
import { parseTime, timeToNumber } from './time-texts.ts'

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
