import { levelNames, levelOfMissing, levelOfValue } from '../../statistics/levels.ts'
import type { Coding, Level, Variable } from '../../statistics/variable.ts'
import { codeOf } from '../sql/codes.ts'
import { duckdb } from './dialect.ts'
import type { Relation } from './relation.ts'

/** A column of small whole numbers in a table of the engine: levels, a mask or weights. */
export interface CodedColumn {
  readonly name: string
  /** An expression over the relation, with its type. */
  readonly sql: () => string
  /** The coding whose dictionary the expression looks up, if it may need one. */
  readonly coding: () => Coding | null
  /** The table that holds the column, once it is made. */
  table: string | null
}

/** The name of the dictionary a coded column is looked up in. */
export function dictionaryOf({ name }: CodedColumn): string {
  return `criba_levels_${name}`
}

/** A variable's coding; of an unfitted one what fitting makes of it, from the distinct values of the column. */
export function fittedCoding(
  coding: Coding,
  distinct: () => readonly Level[],
): Exclude<Coding, { kind: 'values' }> {
  return coding.kind === 'values' ? { kind: 'levels', levels: distinct() } : coding
}

/** The levels of a variable as a typed expression over the relation, NULL where it has none. */
export function levelExpression(
  relation: Relation,
  { column, fill }: Variable,
  coding: Exclude<Coding, { kind: 'values' }>,
  dictionary: string,
): string {
  const { name, type, sql } = relation.columns[column]
  if (coding.kind === 'cuts' && type !== 'numeric') {
    throw new TypeError(`column ${name} is asked for bins but holds levels`)
  }
  const levels = levelNames(coding)
  const hole = levelOfMissing(coding, levels.length)
  const filled = fill === undefined ? hole : levelOfValue(fill, coding, levels, hole)
  const orNull = (level: number) => (level === levels.length ? null : level)
  const code = codeOf(sql, coding, {
    dialect: duckdb,
    dictionary,
    unseen: orNull(hole),
    missing: orNull(filled),
  })
  return `(${code})::${typeFor(levels.length)}`
}

/** The smallest type that holds so many levels. */
export function typeFor(levels: number): string {
  if (levels <= 0x100) return 'UTINYINT'
  return levels <= 0x10000 ? 'USMALLINT' : 'UINTEGER'
}
