import type { Variable } from '#core'
import type { CodedColumn, CodeTable } from './coded-column.ts'
import type { Relation } from './relation.ts'
import { rowKey } from './row-key.ts'

/** The name that plans show for tables of coded columns that do not exist yet. */
const uncoded = 'codes'

/** A FROM clause, and whether it is a join, whose rows are in no particular order. */
interface From {
  readonly from: string
  readonly isJoined: boolean
}

/** A FROM clause with coded columns: one table, or the relation if the engine has no temporary tables. */
export function fromCodes(relation: Relation, columns: readonly CodedColumn[]): string {
  if (!relation.engine.tables) return fromRelation(relation, [], columns).from
  return commonTable(columns)?.name ?? uncoded
}

/** A table that contains all of these columns. */
export function commonTable(
  columns: readonly CodedColumn[],
  tablesOf: (column: CodedColumn) => Iterable<CodeTable> = ({ tables }) => tables,
): CodeTable | undefined {
  return [...tablesOf(columns[0])].find((table) => columns.every((column) => table.columns.has(column)))
}

/** A FROM clause with the row key, named expressions over the relation, and coded columns. */
export function fromRelation(
  relation: Relation,
  expressions: readonly string[],
  columns: readonly CodedColumn[],
): From {
  const inline = columns.filter(({ isInline }) => isInline).map(({ name, sql }) => `${sql!()} AS ${name}`)
  const key = relation.key === null ? [] : [`${relation.key} AS ${rowKey}`]
  const selected = [...key, ...expressions, ...new Set(inline)]
  const read = `(SELECT ${selected.join(', ')} FROM ${relation.from})`
  const tables = selectsOf(columns.filter(({ isInline }) => !isInline))
  return { from: joinedByKey([read, ...tables]), isJoined: tables.length > 0 }
}

/**
 * An expression over the relation for the numbers of a variable; missing ones are filled in if it has a
 * `fill`.
 */
export function numbersOf({ columns, engine }: Relation, { column, fill }: Variable): string {
  const { name, type, sql } = columns[column]
  if (type !== 'numeric')
    throw new TypeError(`numbers of column ${name} were requested, but it is categorical`)
  return typeof fill === 'number' ? `coalesce(${sql}, ${engine.dialect.number(fill)})` : sql
}

/** Whether the numbers of a variable may be missing. */
export function mayHaveMissing({ columns }: Relation, { column, fill }: Variable): boolean {
  return columns[column].missing > 0 && typeof fill !== 'number'
}

/** The conditions for rows that are complete in a set, whose numbers are x0, x1, … */
export function completeIn(member: readonly Variable[], relation: Relation): readonly string[] {
  return member.flatMap((variable, i) => (mayHaveMissing(relation, variable) ? [`x${i} IS NOT NULL`] : []))
}

/** A FROM clause with coded columns of several tables. */
export function fromTables(columns: readonly CodedColumn[]): string {
  return joinedByKey(selectsOf(columns))
}

function joinedByKey([first, ...others]: readonly string[]): string {
  return [first, ...others.map((other) => `${other} USING (${rowKey})`)].join(' JOIN ')
}

/** Subqueries that read coded columns with their row key, one per table. */
function selectsOf(columns: readonly CodedColumn[]): readonly string[] {
  return [...tablesOf(columns)].map(
    ([table, names]) => `(SELECT ${[rowKey, ...names].join(', ')} FROM ${table})`,
  )
}

/**
 * The tables that contain these columns, with the columns read from each; a single table if it contains all.
 */
function tablesOf(columns: readonly CodedColumn[]): Map<string, string[]> {
  const tables = new Map<string, string[]>()
  const common = columns.length > 0 ? commonTable(columns) : undefined
  for (const column of new Set(columns)) {
    const { name } = common ?? [...column.tables][0] ?? { name: uncoded }
    tables.set(name, [...(tables.get(name) ?? []), column.name])
  }
  return tables
}

/** The WHERE clause of a statement, empty without conditions. */
export function conditions(where: readonly string[]): string {
  return where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`
}

/** The least and the greatest number of a variable, with the one that fills in missing ones. */
export function rangeOf({ columns }: Relation, { column, fill }: Variable): readonly [number, number] {
  const [min, max] = columns[column].range!
  return typeof fill === 'number' ? [Math.min(min, fill), Math.max(max, fill)] : [min, max]
}
