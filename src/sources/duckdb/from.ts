import type { Variable } from '../../statistics/variable.ts'
import type { CodedColumn } from './coded-column.ts'
import { duckdb } from './dialect.ts'
import type { Relation } from './relation.ts'

/** What stands for the tables of coded columns until they are made. */
const uncoded = 'codes'

/** A FROM that holds coded columns by their names. */
export function fromCodes(columns: readonly CodedColumn[]): string {
  return duckdb.sideBySide(tablesOf(columns))
}

/** A FROM that holds expressions over the relation, each with its name, and coded columns beside them. */
export function fromRelation(
  relation: Relation,
  expressions: readonly string[],
  columns: readonly CodedColumn[],
): string {
  const read = `(SELECT ${expressions.join(', ')} FROM ${relation.from})`
  return duckdb.sideBySide([read, ...tablesOf(columns)])
}

/** The numbers of a variable as an expression over the relation, missing ones filled in where the variable says so. */
export function numbersOf({ columns }: Relation, { column, fill }: Variable): string {
  const { name, type, sql } = columns[column]
  if (type !== 'numeric') throw new TypeError(`column ${name} is asked for numbers but holds levels`)
  return typeof fill === 'number' ? `coalesce(${sql}, ${duckdb.number(fill)})` : sql
}

/** Whether rows may have no value of a variable taken as numbers. */
export function mayLackNumbers({ columns }: Relation, { column, fill }: Variable): boolean {
  return columns[column].missing > 0 && typeof fill !== 'number'
}

function tablesOf(columns: readonly CodedColumn[]): readonly string[] {
  return [...new Set(columns.map(({ table }) => table ?? uncoded))]
}
