import { invalidType, isGivenType } from '#core'
import type { GivenType } from '#core'

/** Types by column name, `'*'` for every column not named. */
export type ColumnTypes = Readonly<Record<string, GivenType>>

/** The type the user chose for a column, if any; refuses an invalid type. */
export function typeOf(types: ColumnTypes | undefined, name: string): GivenType | undefined {
  if (!types) return undefined
  const type = Object.hasOwn(types, name) ? types[name] : Object.hasOwn(types, '*') ? types['*'] : undefined
  if (type !== undefined && !isGivenType(type)) throw invalidType(name, type)
  return type
}
