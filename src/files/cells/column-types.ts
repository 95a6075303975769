import { invalidType, isGivenType, settleTypes, unknownName } from '#core'
import type { GivenType } from '#core'

/** Types by column name, `'*'` for every column not named. */
export type ColumnTypes = Readonly<Record<string, GivenType>>

/** Checks types for a table with these columns; refuses unknown names. */
export function typesFor(names: readonly string[], types: ColumnTypes | undefined): ColumnTypes {
  const checked = settleTypes('types', types)
  for (const name of Object.keys(checked)) {
    if (name !== '*' && !names.includes(name)) throw unknownName('column', name, names)
  }
  return checked
}

/** The type the user chose for a column, if any; refuses an invalid type. */
export function typeOf(types: ColumnTypes | undefined, name: string): GivenType | undefined {
  if (!types) return undefined
  const type = Object.hasOwn(types, name) ? types[name] : Object.hasOwn(types, '*') ? types['*'] : undefined
  if (type !== undefined && !isGivenType(type)) throw invalidType(name, type)
  return type
}
