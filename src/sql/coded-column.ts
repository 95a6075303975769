import { countLevels, levelNames, levelOfMissing, levelOfValue } from '#core'
import type { Coding, Level, Variable } from '#core'
import type { CountedColumn } from './cells.ts'
import { codeOf } from './codes.ts'
import type { Relation } from './relation.ts'

/** A column of small integers: levels, a mask, weights or parts. */
export interface CodedColumn {
  readonly name: string
  /** A typed expression over the relation; `null` if criba writes the numbers itself, row by row. */
  readonly sql: (() => string) | null
  /**
   * Whether queries over the relation evaluate the expression instead of joining a table that contains the
   * column.
   */
  readonly isInline: boolean
  /** The coding whose dictionary the expression uses, if it may need one. */
  readonly coding: () => Coding | null
  /** The tables that contain the column. */
  readonly tables: Set<CodeTable>
}

/** A table of coded columns, by their names, with the row key. */
export interface CodeTable {
  readonly name: string
  readonly columns: ReadonlySet<CodedColumn>
}

/** A coded column as queries count it. */
export function countedColumn({ name, coding }: CodedColumn): CountedColumn {
  const fitted = coding()
  return { name, levels: fitted && countLevels(fitted) }
}

/** The name of the dictionary of a coded column. */
export function dictionaryOf({ name }: CodedColumn): string {
  return `criba_levels_${name}`
}

/** A variable's coding; an unfitted one is fitted to the distinct values of the column. */
export function fittedCoding(
  coding: Coding,
  distinct: () => readonly Level[],
): Exclude<Coding, { kind: 'values' }> {
  return coding.kind === 'values' ? { kind: 'levels', levels: distinct() } : coding
}

/** A typed expression over the relation for the level of a variable, NULL if a row has none. */
export function levelExpression(
  { engine, columns }: Relation,
  { column, fill }: Variable,
  coding: Exclude<Coding, { kind: 'values' }>,
  dictionary: string,
): string {
  const { name, type, sql, whole, missing } = columns[column]
  if (coding.kind === 'cuts' && type !== 'numeric') {
    throw new TypeError(`bins of column ${name} were requested, but it is categorical`)
  }
  const levels = levelNames(coding)
  const hole = levelOfMissing(coding, levels.length)
  const filled = fill === undefined ? hole : levelOfValue(fill, coding, levels, hole)
  const orNull = (level: number) => (level === levels.length ? null : level)
  const { dialect, tables } = engine
  const values = {
    dictionary: tables ? dictionary : null,
    unseen: orNull(hole),
    missing: orNull(filled),
    hasMissing: missing > 0,
    whole,
  }
  return dialect.whole(codeOf(sql, coding, values, dialect), levels.length - 1)
}
