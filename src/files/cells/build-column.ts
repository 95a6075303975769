import { CribaError, LevelColumn, nonFiniteWarning, NumberColumn, timeOfType } from '#core'
import type { GivenType, NumericColumn, BuiltColumn } from '#core'
import { isNearlyNumeric, mergedWarning, mixedWarning, notANumber } from './column-messages.ts'
import { rangesOfTexts } from './ranges-of-texts.ts'
import { timesOfTexts } from './times-of-texts.ts'

/** A cell without a value. */
type NoValue = null | undefined

/**
 * Builds a numeric column from a function of the row; see `NumberColumn` for the values that count as
 * missing.
 */
export function numericColumn(
  name: string,
  rows: number,
  at: (row: number) => number | bigint | NoValue,
): BuiltColumn<NumericColumn> {
  const column = new NumberColumn(name, rows)
  for (let row = 0; row < rows; row++) column.set(row, at(row) ?? null)
  return column.finish()
}

/** Builds a categorical column from a function of the row; levels are sorted in code-point order. */
export function categoricalColumn(
  name: string,
  rows: number,
  at: (row: number) => string | NoValue,
): BuiltColumn {
  const column = new LevelColumn(name, rows)
  for (let row = 0; row < rows; row++) column.set(row, at(row) ?? null)
  return { column: column.finish(), warnings: [] }
}

/**
 * Builds a column from JavaScript values: numbers and dates (seconds since 1970) make a numeric column, any
 * text or boolean makes it categorical. With a date or time type, texts are parsed as such.
 */
export function columnFromValues(name: string, values: ArrayLike<unknown>, type?: GivenType): BuiltColumn {
  const built = builtFromValues(name, values, type)
  const isOfTexts = built.column.type === 'categorical' || timeOfType(type) || type === 'range'
  const isSaid = built.warnings.some(({ code }) => code === 'non-finite')
  const nans = isOfTexts && !isSaid ? countNans(values) : 0
  return nans === 0 ? built : { ...built, warnings: [...built.warnings, nonFiniteWarning(name, nans)] }
}

/** Where values are read as texts: NaN and invalid dates are missing there too. */
function countNans(values: ArrayLike<unknown>): number {
  let nans = 0
  for (let row = 0; row < values.length; row++) if (isNan(values[row])) nans++
  return nans
}

function isNan(value: unknown): boolean {
  return Number.isNaN(isDate(value) ? value.getTime() : value)
}

/** Dates of another realm, such as a frame of a page, are dates too. */
function isDate(value: unknown): value is Date {
  return (
    value instanceof Date ||
    (typeof value === 'object' && Object.prototype.toString.call(value) === '[object Date]')
  )
}

function builtFromValues(name: string, values: ArrayLike<unknown>, type?: GivenType): BuiltColumn {
  let present = 0
  let dates = 0
  let deviating = 0
  let firstText = -1
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    if (value === null || value === undefined) continue
    present++
    if (typeof value === 'number' || typeof value === 'bigint') continue
    if (isDate(value)) {
      dates++
      continue
    }
    if (typeof value === 'string' || typeof value === 'boolean') {
      deviating++
      if (firstText < 0) firstText = row
    } else {
      throw new CribaError(
        'invalid',
        `invalid value in column ${name}, row ${row + 1}: ${describeValue(value)} (needs a number, a text, true, false, or null)`,
      )
    }
  }
  if (timeOfType(type)) return timesOfTexts(name, Array.from(values, plainText), type)
  if (type === 'range' && deviating > 0) return rangesOfTexts(name, Array.from(values, plainText))
  if (deviating === 0 && type !== 'categorical') {
    const built = numericColumn(name, values.length, (row) => plainNumber(values[row]))
    if (type === undefined && built.warnings.some(({ code }) => code === 'rounded') && doMerge(values)) {
      const { column } = categoricalColumn(name, values.length, (row) => plainText(values[row]))
      return { column, warnings: [mergedWarning(name)] }
    }
    const isTime = dates > 0 && dates === present
    return isTime ? { ...built, column: { ...built.column, time: 'datetime' } } : built
  }
  const place = `row ${firstText + 1}`
  if (type === 'numeric') throw notANumber(name, place, String(values[firstText]))
  const { column } = categoricalColumn(name, values.length, (row) => plainText(values[row]))
  if (!isNearlyNumeric({ present, deviating })) return { column, warnings: [] }
  return { column, warnings: [mixedWarning(name, { present, deviating }, place, String(values[firstText]))] }
}

/** Whether doubles cannot tell all whole numbers apart. */
function doMerge(values: ArrayLike<unknown>): boolean {
  const exact = new Map<number, bigint>()
  return Array.from(values).some((value) => {
    if (typeof value !== 'bigint') return false
    const number = Number(value)
    const first = exact.get(number) ?? value
    exact.set(number, first)
    return first !== value
  })
}

function plainNumber(value: unknown): number | bigint | null {
  if (value === null || value === undefined) return null
  return isDate(value) ? value.getTime() / 1000 : (value as number | bigint)
}

function plainText(value: unknown): string | null {
  if (value === null || value === undefined || isNan(value)) return null
  return isDate(value) ? value.toISOString() : `${value as string | number | bigint | boolean}`
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
