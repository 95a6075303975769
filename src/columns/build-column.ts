import { CribaError } from '../spec/error.ts'
import { timeOfType } from '../spec/given-types.ts'
import type { GivenType } from '../spec/given-types.ts'
import type { NumericColumn } from './column.ts'
import { LevelColumn } from './level-column.ts'
import { isNearlyNumeric, mixedWarning, notANumber } from './notices.ts'
import { NumberColumn } from './number-column.ts'
import { timesOfTexts } from './times-of-texts.ts'
import type { BuiltColumn } from './table.ts'

/** A cell that is no value. */
export type Absent = null | undefined

/** A column of numbers from a function of the row; see `NumberColumn` for what it takes for missing. */
export function numericColumn(
  name: string,
  rows: number,
  at: (row: number) => number | bigint | Absent,
): BuiltColumn<NumericColumn> {
  const column = new NumberColumn(name, rows)
  for (let row = 0; row < rows; row++) column.set(row, at(row) ?? null)
  return column.finish()
}

/** A column of levels from a function of the row; the levels are put in code-point order. */
export function categoricalColumn(
  name: string,
  rows: number,
  at: (row: number) => string | Absent,
): BuiltColumn {
  const column = new LevelColumn(name, rows)
  for (let row = 0; row < rows; row++) column.set(row, at(row) ?? null)
  return { column: column.finish(), warnings: [] }
}

/**
 * A column from values as JavaScript has them: numbers and dates (seconds since 1970) are numeric, the rest are levels, unless
 * the type is a kind of time, as which texts are read.
 */
export function columnFromValues(name: string, values: ArrayLike<unknown>, type?: GivenType): BuiltColumn {
  let present = 0
  let dates = 0
  let odd = 0
  let firstOdd = -1
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    if (value === null || value === undefined) continue
    present++
    if (value instanceof Date) dates++
    if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Date) continue
    if (typeof value === 'string' || typeof value === 'boolean') {
      odd++
      if (firstOdd < 0) firstOdd = row
    } else {
      throw new CribaError(
        'invalid',
        `invalid value in column ${name}, row ${row + 1}: ${describeValue(value)} (needs a number, a text, true, false, or null)`,
      )
    }
  }
  if (timeOfType(type)) return timesOfTexts(name, Array.from(values, plainText), type)
  if (odd === 0 && type !== 'categorical') {
    const built = numericColumn(name, values.length, (row) => plainNumber(values[row]))
    const isTime = dates > 0 && dates === present
    return isTime ? { ...built, column: { ...built.column, time: 'datetime' } } : built
  }
  const place = `row ${firstOdd + 1}`
  if (type === 'numeric') throw notANumber(name, place, String(values[firstOdd]))
  const { column } = categoricalColumn(name, values.length, (row) => plainText(values[row]))
  if (!isNearlyNumeric({ present, odd })) return { column, warnings: [] }
  return { column, warnings: [mixedWarning(name, { present, odd }, place, String(values[firstOdd]))] }
}

function plainNumber(value: unknown): number | bigint | null {
  if (value === null || value === undefined) return null
  return value instanceof Date ? value.getTime() / 1000 : (value as number | bigint)
}

function plainText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return value instanceof Date ? value.toISOString() : `${value as string | number | bigint | boolean}`
}

function describeValue(value: unknown): string {
  return Array.isArray(value) ? 'an array' : `an ${typeof value}`
}
