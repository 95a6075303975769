import { CribaError } from './error.ts'
import { invalidPart, recordIn } from './given.ts'
import type { ColumnType, TimeKind } from './rank-spec.ts'

/** Whether the day, the month or the year comes first in dates such as 04/05/20. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/**
 * A type as the user gives it: `numeric`, `categorical`, or a kind of time, whose numbers are days since
 * 1970, seconds since 1970, or seconds since midnight. In `date:dmy` the day comes first, in `date:mdy` the
 * month, in `date:ymd` the year; without an order the values of the column must show it. A `range` such as
 * 10-20 is read as its middle.
 */
export type GivenType = ColumnType | 'range' | TimeKind | `${'date' | 'datetime'}:${DateOrder}`

/** All types, for the schema. */
export const givenTypes: readonly string[] = [
  'numeric',
  'categorical',
  'range',
  'date',
  'date:dmy',
  'date:mdy',
  'date:ymd',
  'datetime',
  'datetime:dmy',
  'datetime:mdy',
  'datetime:ymd',
  'time',
] satisfies readonly GivenType[]

/** The list of types in messages. */
const typesInWords = 'numeric, categorical, range, date, datetime or time; date:dmy, date:mdy or date:ymd'

export function isGivenType(type: unknown): type is GivenType {
  return typeof type === 'string' && givenTypes.includes(type)
}

/** The kind of time that a type names, if any. */
export function timeOfType(type: GivenType | undefined): TimeKind | undefined {
  if (type === undefined || type === 'numeric' || type === 'categorical' || type === 'range') return undefined
  return type.split(':')[0] as TimeKind
}

/** The order of day and month that a type names, if any. */
export function orderOfType(type: GivenType | undefined): DateOrder | undefined {
  return type?.split(':')[1] as DateOrder | undefined
}

/** The column type of a given type: dates and times are numbers. */
export function columnTypeOf(type: GivenType): ColumnType {
  return type === 'categorical' ? 'categorical' : 'numeric'
}

export function invalidType(column: string, type: unknown): CribaError {
  return invalidPart(`type of column ${column}`, type, typesInWords)
}

/** Checks types by column name. */
export function settleTypes(
  name: string,
  given: Readonly<Record<string, GivenType>> | null | undefined,
): Readonly<Record<string, GivenType>> {
  const types = (recordIn(name, given) ?? {}) as Readonly<Record<string, GivenType>>
  for (const [column, type] of Object.entries(types)) {
    if (!isGivenType(type)) throw invalidType(column, type)
  }
  return types
}

/** Parses `age=numeric,born=date:dmy,*=categorical`, already split at its commas. */
export function parseTypes(pairs: readonly string[]): Record<string, GivenType> {
  const types = Object.create(null) as Record<string, GivenType>
  for (const pair of pairs) {
    const equals = pair.lastIndexOf('=')
    const type = pair.slice(equals + 1)
    if (equals < 1 || !isGivenType(type)) {
      throw new CribaError('invalid', `invalid types: ${pair} (needs column=type; types: ${typesInWords})`)
    }
    types[pair.slice(0, equals)] = type
  }
  return types
}
