import { CribaError } from '../spec/error.ts'
import { byCodePoint } from '../spec/names.ts'
import type { ColumnType } from '../spec/rank-spec.ts'
import type { Warning } from '../trace/warning.ts'
import { allocateCodes, allocateMask, allocateNumbers } from './column.ts'
import type { BuiltColumn } from './table.ts'

/** A cell that is no value. */
export type Absent = null | undefined

/**
 * A column of numbers from a function of the row. NaN and infinities become missing, with a warning that counts them;
 * whole numbers beyond 2^53 are warned of, because a double cannot hold them.
 */
export function numericColumn(
  name: string,
  rows: number,
  at: (row: number) => number | bigint | Absent,
): BuiltColumn {
  const values = allocateNumbers(rows)
  let missing: Uint8Array | null = null
  let nonFinite = 0
  let rounded = 0
  for (let row = 0; row < rows; row++) {
    const given = at(row)
    const value = given === null || given === undefined ? NaN : Number(given)
    if (Number.isFinite(value)) {
      values[row] = value
      if (Math.abs(value) > Number.MAX_SAFE_INTEGER && typeof given === 'bigint') rounded++
    } else {
      values[row] = NaN
      missing ??= allocateMask(rows)
      missing[row] = 1
      if (given !== null && given !== undefined) nonFinite++
    }
  }
  const warnings: Warning[] = []
  if (nonFinite > 0) warnings.push(nonFiniteWarning(name, nonFinite))
  if (rounded > 0) warnings.push(roundedWarning(name, rounded))
  return { column: { name, type: 'numeric', values, missing }, warnings }
}

/** A column of levels from a function of the row; the levels are put in code-point order. */
export function categoricalColumn(
  name: string,
  rows: number,
  at: (row: number) => string | Absent,
): BuiltColumn {
  const firstCodes = new Map<string, number>()
  const codes = allocateCodes(rows)
  let missing: Uint8Array | null = null
  for (let row = 0; row < rows; row++) {
    const level = at(row)
    if (level === null || level === undefined) {
      missing ??= allocateMask(rows)
      missing[row] = 1
      continue
    }
    let code = firstCodes.get(level)
    if (code === undefined) {
      code = firstCodes.size
      firstCodes.set(level, code)
    }
    codes[row] = code
  }
  const levels = [...firstCodes.keys()].sort(byCodePoint)
  const recode = new Int32Array(levels.length)
  levels.forEach((level, code) => (recode[firstCodes.get(level)!] = code))
  for (let row = 0; row < rows; row++) codes[row] = missing?.[row] ? 0 : recode[codes[row]]
  return { column: { name, type: 'categorical', codes, levels, missing }, warnings: [] }
}

/** A column from values as JavaScript has them: numbers and dates (seconds since 1970) are numeric, the rest are levels. */
export function columnFromValues(name: string, values: ArrayLike<unknown>, type?: ColumnType): BuiltColumn {
  let numbers = 0
  let others = 0
  let firstOther = -1
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    if (value === null || value === undefined) continue
    if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Date) {
      numbers++
    } else if (typeof value === 'string' || typeof value === 'boolean') {
      others++
      if (firstOther < 0) firstOther = row
    } else {
      throw new CribaError(
        'invalid',
        `invalid value in column ${name}, row ${row + 1}: ${describeValue(value)} (needs a number, a text, true, false, or null)`,
      )
    }
  }
  if (others === 0 && type !== 'categorical')
    return numericColumn(name, values.length, (row) => plainNumber(values[row]))
  if (type === 'numeric') throw notANumber(name, `row ${firstOther + 1}`, String(values[firstOther]))
  const built = categoricalColumn(name, values.length, (row) => plainText(values[row]))
  if (numbers === 0 || others === 0) return built
  return {
    column: built.column,
    warnings: [
      mixedWarning(name, others, values.length, `row ${firstOther + 1}`, String(values[firstOther])),
    ],
  }
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

export function notANumber(column: string, place: string, text: string): CribaError {
  return new CribaError(
    'invalid',
    `invalid number in column ${column}, ${place}: ${JSON.stringify(text)} (mend the cell, or type the column categorical)`,
  )
}

export function mixedWarning(
  column: string,
  odd: number,
  rows: number,
  place: string,
  text: string,
): Warning {
  const message = `column ${column}: ${odd} of ${rows} cells are not numbers (first: ${place}, ${JSON.stringify(text)}), so it is read as categorical`
  return { code: 'mixed-types', column, message }
}

export function nonFiniteWarning(column: string, count: number): Warning {
  return {
    code: 'non-finite',
    column,
    message: `column ${column}: ${count} infinite or NaN values count as missing`,
  }
}

export function roundedWarning(column: string, count: number): Warning {
  const message = `column ${column}: ${count} whole numbers beyond 2^53 are rounded; type it categorical if they are labels`
  return { code: 'rounded', column, message }
}
