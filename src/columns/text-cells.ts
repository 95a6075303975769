import type { ColumnType } from '../spec/rank-spec.ts'
import { categoricalColumn, mixedWarning, notANumber, numericColumn } from './build-column.ts'
import type { BuiltColumn } from './table.ts'

/** Cells of a text file that stand for no value. */
export const missingTexts: readonly string[] = ['', 'NA', 'N/A', 'NaN', 'nan', 'NULL', 'null', '?']

const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/
const infinity = /^[+-]?inf(inity)?$/i

/** Whether a cell reads as a number; `decimal` is the mark between whole part and fraction. */
export function isNumberText(cell: string, decimal: '.' | ','): boolean {
  const text = decimal === ',' ? cell.trim().replace(',', '.') : cell.trim()
  return plainNumber.test(text) || infinity.test(text)
}

/** The number a cell stands for; whole numbers beyond 2^53 come as bigint, so that rounding them can be noticed. */
export function numberOfText(cell: string, decimal: '.' | ','): number | bigint {
  const text = decimal === ',' ? cell.trim().replace(',', '.') : cell.trim()
  if (infinity.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  const value = Number(text)
  const isExact = Math.abs(value) <= Number.MAX_SAFE_INTEGER || !/^[+-]?\d+$/.test(text)
  return isExact ? value : BigInt(text.replace('+', ''))
}

/**
 * A column from the cells of a text file: numeric if every cell that is not missing reads as a number,
 * with decimal points or, where the separator is not a comma, decimal commas throughout; else categorical.
 */
export function columnFromText(
  name: string,
  cells: readonly string[],
  options: {
    readonly type?: ColumnType | undefined
    readonly decimalCommas: boolean
    readonly place: (row: number) => string
  },
): BuiltColumn {
  const isMissing = (cell: string) => missingTexts.includes(cell.trim())
  const present = (row: number) => (isMissing(cells[row]) ? null : cells[row])
  if (options.type === 'categorical') return categoricalColumn(name, cells.length, present)

  const odd = (decimal: '.' | ',') => oddCells(cells, isMissing, decimal)
  const withPoints = odd('.')
  if (withPoints.count === 0) return numbers(name, cells, present, '.')
  if (options.decimalCommas && odd(',').count === 0) {
    const built = numbers(name, cells, present, ',')
    const message = `column ${name}: read with decimal commas`
    return {
      column: built.column,
      warnings: [...built.warnings, { code: 'decimal-comma', column: name, message }],
    }
  }
  const { count, first } = withPoints
  if (options.type === 'numeric') throw notANumber(name, options.place(first), cells[first])
  const built = categoricalColumn(name, cells.length, present)
  const presentCells = cells.reduce((sum, cell) => sum + (isMissing(cell) ? 0 : 1), 0)
  if (count * 2 >= presentCells) return built
  return {
    column: built.column,
    warnings: [mixedWarning(name, count, presentCells, options.place(first), cells[first])],
  }
}

function oddCells(cells: readonly string[], isMissing: (cell: string) => boolean, decimal: '.' | ',') {
  let count = 0
  let first = -1
  cells.forEach((cell, row) => {
    if (isMissing(cell) || isNumberText(cell, decimal)) return
    count++
    if (first < 0) first = row
  })
  return { count, first }
}

function numbers(
  name: string,
  cells: readonly string[],
  present: (row: number) => string | null,
  decimal: '.' | ',',
) {
  return numericColumn(name, cells.length, (row) => {
    const cell = present(row)
    return cell === null ? null : numberOfText(cell, decimal)
  })
}
