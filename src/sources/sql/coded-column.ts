import { levelNames, levelOfMissing, levelOfValue } from '../../statistics/levels.ts'
import type { Coding, Level, Variable } from '../../statistics/variable.ts'
import { codeOf } from './codes.ts'
import type { Relation } from './relation.ts'

/** A column of small whole numbers: levels, a mask, weights, folds. */
export interface CodedColumn {
  readonly name: string
  /** An expression over the relation, with its type; null where criba writes the numbers itself, row by row. */
  readonly sql: (() => string) | null
  /** Whether queries over the relation evaluate the expression, rather than join a table that holds the column. */
  readonly isInline: boolean
  /** The coding whose dictionary the expression looks up, if it may need one. */
  readonly coding: () => Coding | null
  /** The tables that hold the column. */
  readonly tables: Set<CodeTable>
}

/** A table of coded columns, each under its name, and the row key. */
export interface CodeTable {
  readonly name: string
  readonly columns: ReadonlySet<CodedColumn>
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
  { engine, columns }: Relation,
  { column, fill }: Variable,
  coding: Exclude<Coding, { kind: 'values' }>,
  dictionary: string,
): string {
  const { name, type, sql } = columns[column]
  if (coding.kind === 'cuts' && type !== 'numeric') {
    throw new TypeError(`column ${name} is asked for bins but holds levels`)
  }
  const levels = levelNames(coding)
  const hole = levelOfMissing(coding, levels.length)
  const filled = fill === undefined ? hole : levelOfValue(fill, coding, levels, hole)
  const orNull = (level: number) => (level === levels.length ? null : level)
  const code = codeOf(sql, coding, {
    dialect: engine.dialect,
    dictionary: engine.can.temporaryTables ? dictionary : null,
    unseen: orNull(hole),
    missing: orNull(filled),
  })
  return `(${code})::${engine.dialect.wholeType(levels.length - 1)}`
}
