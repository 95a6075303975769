import { CribaError } from '../spec/error.ts'
import type { TimeKind } from './column.ts'
import type { Warning } from '../trace/warning.ts'

export function notANumber(column: string, place: string, text: string): CribaError {
  return new CribaError(
    'invalid',
    `invalid number in column ${column}, ${place}: ${JSON.stringify(text)} (mend the cell, or type the column categorical)`,
  )
}

export function thousandsMarks(column: string, place: string, text: string): CribaError {
  const mend = 'write it without marks between thousands, or type the column categorical'
  return new CribaError(
    'invalid',
    `invalid number in column ${column}, ${place}: ${JSON.stringify(text)} (${mend})`,
  )
}

export function notATime(column: string, kind: TimeKind, place: string, text: string): CribaError {
  const what = kind === 'time' ? 'time' : 'date'
  const mend = 'mend the cell, or type the column categorical'
  return new CribaError(
    'invalid',
    `invalid ${what} in column ${column}, ${place}: ${JSON.stringify(text)} (${mend})`,
  )
}

export function undecidedDates(column: string, text: string): CribaError {
  const mend = 'name the order by the type date:dmy or date:mdy'
  return new CribaError(
    'invalid',
    `invalid dates in column ${column}: ${JSON.stringify(text)} may begin with the day or with the month (${mend})`,
  )
}

/** The error for a type that a column of another type cannot be given. */
export function heldType(column: string, type: string, held: string): CribaError {
  return new CribaError('invalid', `invalid type of column ${column}: ${type} (it holds ${held})`)
}

/** The cells of a column that have a value, and how many of them are no numbers. */
export interface Mixture {
  readonly present: number
  readonly odd: number
}

/** Whether a column of levels was perhaps meant to be numeric: most of its cells are numbers, some are not. */
export function isNearlyNumeric({ present, odd }: Mixture): boolean {
  return odd > 0 && odd * 2 < present
}

export function mixedWarning(
  column: string,
  { present, odd }: Mixture,
  place: string,
  text: string,
  kind = 'numbers',
): Warning {
  const message = `column ${column}: ${odd} of ${present} cells are not ${kind} (first: ${place}, ${JSON.stringify(text)}), so it is read as categorical`
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

export function decimalCommaWarning(column: string): Warning {
  return { code: 'decimal-comma', column, message: `column ${column}: read with decimal commas` }
}
