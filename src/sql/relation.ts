import type { ColumnFacts, ColumnType, TimeKind, Warning } from '#core'
import { oneRow } from './engine.ts'
import type { Engine } from './engine.ts'
import { columnsPerQuery, splitList } from './slices.ts'

/** A file, a query or a table of an engine, from which typed columns are selected with the row key. */
export interface Relation extends TypedView {
  readonly engine: Engine
  readonly columns: readonly RelationColumn[]
}

export interface RelationColumn extends TypedColumn {
  readonly missing: number
  /** The number of levels, if categorical. */
  readonly distinct: number | null
  readonly mayIdentify: boolean
  /** The columns whose levels it combines. */
  readonly of?: readonly string[]
  /** The least and the greatest value of a numeric column, if they are known. */
  readonly range?: readonly [number, number]
  /** The bytes that are read for it, if they are known. */
  readonly bytes?: number
}

/** The facts of the columns that a source shows. */
export function factsOf({ columns }: Relation): readonly ColumnFacts[] {
  return columns.map(({ name, type, time, unit, missing, distinct, mayIdentify, of }) => ({
    name,
    type,
    missing,
    distinct,
    mayIdentify,
    ...(time && { time }),
    ...(unit !== undefined && { unit }),
    ...(of && { of }),
  }))
}

/**
 * A view or table of an engine whose columns have criba's types; with facts about its columns it becomes a
 * relation.
 */
export interface TypedView {
  /** The FROM clause: a quoted name, or a function that reads files. */
  readonly from: string
  /**
   * The expression for the row key: 0 to one below the number of rows, in the order of the data; `null`
   * without an order.
   */
  readonly key: string | null
  readonly rows: number
  readonly columns: readonly TypedColumn[]
  readonly warnings: readonly Warning[]
}

/** A view whose rows have a key. */
export interface KeyedView extends TypedView {
  readonly key: string
}

/** A column of a view, by the expression that reads it. */
export interface TypedColumn {
  readonly name: string
  readonly type: ColumnType
  /** The kind of time, if the numbers are dates or times. */
  readonly time?: TimeKind
  /** The unit without which its numbers were read. */
  readonly unit?: string
  /** A finite DOUBLE or NULL if numeric, a VARCHAR or NULL if categorical. */
  readonly sql: string
  /** The value as a whole number of the engine, if it stores these. */
  readonly whole?: string
  /** A quicker expression than `sql` for where no value is missing. */
  readonly present?: string
}

/**
 * The approximate number of levels that one query counts at most, because the engine keeps all of them in
 * memory.
 */
const levelsPerQuery = 1 << 18

/**
 * Counts the missing values and the levels of each column, and finds the columns whose values may all differ.
 */
export async function columnFacts(
  engine: Engine,
  { from, rows, columns }: TypedView,
): Promise<RelationColumn[]> {
  const { dialect } = engine
  const facts: RelationColumn[] = []
  for (const batch of splitList(columns, columnsPerQuery(rows))) {
    const aggregates = batch.flatMap(({ type, sql }) => [
      `count(*) - count(${sql})`,
      ...(type === 'numeric'
        ? [`min(${sql})`, `max(${sql})`, dialect.all(`${sql} = trunc(${sql})`)]
        : [dialect.approximateDistinct(sql), 'NULL', 'NULL']),
    ])
    const row = await oneRow(engine, `SELECT ${aggregates.join(', ')} FROM ${from}`, aggregates.length)
    const found = batch.map((_, i) => row.slice(4 * i, 4 * i + 4).map(Number))
    const levels = await countLevels(
      engine,
      from,
      batch,
      found.map(([, estimate]) => estimate),
    )
    batch.forEach((column, i) => {
      const [missing, min, max, isWhole] = found[i]
      const present = rows - missing
      const distinct = levels.get(column) ?? null
      const mayIdentify = distinct === null ? isWhole === 1 && max - min + 1 >= present : distinct === present
      const { sql, present: sqlOfPresent = sql, ...rest } = column
      facts.push({
        ...rest,
        sql: missing > 0 ? sql : sqlOfPresent,
        missing,
        distinct,
        mayIdentify: present > 1 && mayIdentify,
        ...(distinct === null && { range: [min, max] as const }),
      })
    })
  }
  return facts
}

/** Counts the levels of the categorical columns exactly, in as few queries as memory allows. */
async function countLevels(
  engine: Engine,
  from: string,
  columns: readonly TypedColumn[],
  estimates: readonly number[],
): Promise<ReadonlyMap<TypedColumn, number>> {
  const groups: TypedColumn[][] = []
  let total = Infinity
  const byLevels = [...columns.entries()].sort(([a], [b]) => estimates[a] - estimates[b])
  for (const [i, column] of byLevels) {
    if (column.type === 'numeric') continue
    total += estimates[i]
    if (total > levelsPerQuery) {
      groups.push([])
      total = estimates[i]
    }
    groups[groups.length - 1].push(column)
  }
  const counted = new Map<TypedColumn, number>()
  for (const group of groups) {
    const row = await oneRow(engine, levelsOf(group, from), group.length)
    group.forEach((column, i) => counted.set(column, Number(row[i])))
  }
  return counted
}

function levelsOf(columns: readonly TypedColumn[], from: string): string {
  if (columns.length > 1) {
    const counts = columns.map(({ sql }) => `count(DISTINCT ${sql})`)
    return `SELECT ${counts.join(', ')} FROM ${from}`
  }
  // The engine spills GROUP BY to disk, but not count(DISTINCT …).
  return `SELECT count(*) FROM (SELECT ${columns[0].sql} AS v FROM ${from} GROUP BY v) WHERE v IS NOT NULL`
}
