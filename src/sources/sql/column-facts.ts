import type { Engine } from './engine.ts'
import type { RelationColumn } from './relation.ts'
import { splitList, columnsPerQuery } from './slices.ts'
import type { TypedColumn, TypedView } from './typed-view.ts'

/** A query that counts the levels of several columns holds about so many at most, because the engine keeps them all. */
const levelsPerQuery = 1 << 18

/** Counts what is missing in each column and the levels, and finds the columns in which every row may hold another value. */
export async function columnFacts(
  engine: Engine,
  { from, rows, columns }: TypedView,
): Promise<RelationColumn[]> {
  const facts: RelationColumn[] = []
  for (const batch of splitList(columns, columnsPerQuery(rows))) {
    const aggregates = batch.flatMap(({ type, sql }) =>
      type === 'numeric'
        ? [`count(*) - count(${sql})`, `max(${sql}) - min(${sql}) + 1`, `bool_and(${sql} = trunc(${sql}))`]
        : [`count(*) - count(${sql})`, `${engine.dialect.approximateDistinct(sql)}`, 'true'],
    )
    const [row] = await engine.rows(`SELECT ${aggregates.join(', ')} FROM ${from}`)
    const spans = batch.map((_, i) => Number(row[3 * i + 1]))
    const levels = await countLevels(engine, from, batch, spans)
    batch.forEach((column, i) => {
      const missing = Number(row[3 * i])
      const present = rows - missing
      const distinct = levels.get(column) ?? null
      const mayIdentify =
        distinct === null ? row[3 * i + 2] === true && spans[i] >= present : distinct === present
      facts.push({ ...column, missing, distinct, mayIdentify: present > 1 && mayIdentify })
    })
  }
  return facts
}

/** The levels of the categorical columns, counted exactly, in as few queries as memory allows. */
async function countLevels(
  engine: Engine,
  from: string,
  columns: readonly TypedColumn[],
  estimates: readonly number[],
): Promise<ReadonlyMap<TypedColumn, number>> {
  const groups: TypedColumn[][] = []
  let held = Infinity
  const byLevels = [...columns.entries()].sort(([a], [b]) => estimates[a] - estimates[b])
  for (const [i, column] of byLevels) {
    if (column.type === 'numeric') continue
    held += estimates[i]
    if (held > levelsPerQuery) {
      groups.push([])
      held = estimates[i]
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
  // Groups, unlike distinct values, are written to disk where there are more than fit into memory.
  return `SELECT count(*) FROM (SELECT ${columns[0].sql} AS v FROM ${from} GROUP BY v) WHERE v IS NOT NULL`
}
