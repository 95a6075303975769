import { columnTypeOf, CribaError, timeOfType } from '#core'
import type { ColumnFacts, ColumnType, GivenType } from '#core'

/** The type that the spec gives a column. */
export function givenType(
  { name }: ColumnFacts,
  types: Readonly<Record<string, GivenType>>,
): GivenType | undefined {
  return Object.hasOwn(types, name) ? types[name] : Object.hasOwn(types, '*') ? types['*'] : undefined
}

/** The type of a column: that which the spec gives it, if its values can be read so. */
export function typeFor(facts: ColumnFacts, types: Readonly<Record<string, GivenType>>): ColumnType {
  const isNamed = Object.hasOwn(types, facts.name)
  const given = givenType(facts, types) ?? facts.type
  const wanted = columnTypeOf(given)
  const time = timeOfType(given)
  const isFit = wanted === 'categorical' || (facts.type === 'numeric' && (!time || time === facts.time))
  if (isFit) return wanted
  if (!isNamed) return facts.type
  const held = facts.type === 'categorical' ? 'texts' : `${facts.time ?? 'number'}s`
  throw new CribaError('invalid', `invalid type of column ${facts.name}: ${given} (it holds ${held})`)
}
