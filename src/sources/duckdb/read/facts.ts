import type { Engine } from '../engine.ts'
import type { RelationColumn } from '../relation.ts'
import { batches, columnsAQuery } from './typed-view.ts'
import type { TypedColumn, TypedView } from './typed-view.ts'

/** Counts what is missing in each column and finds the columns in which every row may hold another value. */
export async function columnFacts(
  engine: Engine,
  { from, rows, columns }: TypedView,
): Promise<RelationColumn[]> {
  const facts: RelationColumn[] = []
  for (const batch of batches(columns, columnsAQuery(rows))) {
    const aggregates = batch.flatMap(({ type, sql }) =>
      type === 'numeric'
        ? [`count(*) - count(${sql})`, `max(${sql}) - min(${sql}) + 1`, `bool_and(${sql} = trunc(${sql}))`]
        : [`count(*) - count(${sql})`, `approx_count_distinct(${sql})`, 'true'],
    )
    const [row] = await engine.rows(`SELECT ${aggregates.join(', ')} FROM ${from}`)
    for (const [i, column] of batch.entries()) {
      const [missing, span, isWhole] = row.slice(3 * i, 3 * i + 3)
      const present = rows - Number(missing)
      const mayIdentify =
        column.type === 'numeric'
          ? isWhole === true && Number(span) >= present
          : Number(span) * 2 > present && (await countLevels(engine, from, column)) === present
      facts.push({ ...column, missing: Number(missing), mayIdentify: present > 1 && mayIdentify })
    }
  }
  return facts
}

/** Exact, hence asked only of columns whose estimate comes near the number of rows, one at a time. */
async function countLevels(engine: Engine, from: string, { sql }: TypedColumn): Promise<number> {
  const [[levels]] = await engine.rows(
    `SELECT count(*) FROM (SELECT ${sql} AS v FROM ${from} GROUP BY v) WHERE v IS NOT NULL`,
  )
  return Number(levels)
}
