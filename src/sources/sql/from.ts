import type { Variable } from '../../statistics/variable.ts'
import type { CodedColumn, CodeTable } from './coded-column.ts'
import type { Relation } from './relation.ts'
import { rowKey } from './row-key.ts'

/** The name that plans show for tables of coded columns that are not made yet. */
const uncoded = 'codes'

/** A FROM, and whether its rows come by way of a join: then in no order. */
export interface From {
  readonly from: string
  readonly isJoined: boolean
}

/** A FROM that holds coded columns by their names: one table, or the relation where the engine takes no tables. */
export function fromCodes(relation: Relation, columns: readonly CodedColumn[]): string {
  if (!relation.engine.can.temporaryTables) return fromRelation(relation, [], columns).from
  return commonTable(columns)?.name ?? uncoded
}

/** A table that holds all of some columns. */
export function commonTable(
  columns: readonly CodedColumn[],
  tablesOf: (column: CodedColumn) => Iterable<CodeTable> = ({ tables }) => tables,
): CodeTable | undefined {
  return [...tablesOf(columns[0])].find((table) => columns.every((column) => table.columns.has(column)))
}

/** A FROM that holds the row key, expressions over the relation, each with its name, and coded columns. */
export function fromRelation(
  relation: Relation,
  expressions: readonly string[],
  columns: readonly CodedColumn[],
): From {
  const inline = columns.filter(({ isInline }) => isInline).map(({ name, sql }) => `${sql!()} AS ${name}`)
  const read = `(SELECT ${[`${relation.key} AS ${rowKey}`, ...expressions, ...new Set(inline)].join(', ')} FROM ${relation.from})`
  const tables = selectsOf(columns.filter(({ isInline }) => !isInline))
  return { from: joinedByKey([read, ...tables]), isJoined: tables.length > 0 }
}

/** The numbers of a variable as an expression over the relation, missing ones filled in where the variable has a `fill`. */
export function numbersOf({ columns, engine }: Relation, { column, fill }: Variable): string {
  const { name, type, sql } = columns[column]
  if (type !== 'numeric') throw new TypeError(`column ${name} is asked for numbers but holds levels`)
  return typeof fill === 'number' ? `coalesce(${sql}, ${engine.dialect.number(fill)})` : sql
}

/** Whether rows may have no value of a variable taken as numbers. */
export function mayHaveMissing({ columns }: Relation, { column, fill }: Variable): boolean {
  return columns[column].missing > 0 && typeof fill !== 'number'
}

/** A FROM that holds coded columns of several tables. */
export function fromTables(columns: readonly CodedColumn[]): string {
  return joinedByKey(selectsOf(columns))
}

function joinedByKey([first, ...others]: readonly string[]): string {
  return [first, ...others.map((other) => `${other} USING (${rowKey})`)].join(' JOIN ')
}

/** Reads coded columns with their row key, a subquery for each table. */
function selectsOf(columns: readonly CodedColumn[]): readonly string[] {
  return [...tablesOf(columns)].map(
    ([table, names]) => `(SELECT ${[rowKey, ...names].join(', ')} FROM ${table})`,
  )
}

/** Tables that hold some columns; only one where it holds them all. */
function tablesOf(columns: readonly CodedColumn[]): Map<string, string[]> {
  const tables = new Map<string, string[]>()
  const common = columns.length > 0 ? commonTable(columns) : undefined
  for (const column of new Set(columns)) {
    const { name } = common ?? [...column.tables][0] ?? { name: uncoded }
    tables.set(name, [...(tables.get(name) ?? []), column.name])
  }
  return tables
}
