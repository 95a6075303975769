import type { Engine } from './engine.ts'
import type { RelationColumn } from './relation.ts'
import { columnsPerQuery, splitList } from './slices.ts'
import type { TypedColumn, TypedView } from './typed-view.ts'

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
    const [row] = await engine.rows(`SELECT ${aggregates.join(', ')} FROM ${from}`)
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
    const [row] = await engine.rows(levelsOf(group, from))
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
