import { membersOf } from '../../statistics/family.ts'
import type { MomentsRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import { momentsQuery } from './moments.ts'
import { conditions } from './ranks.ts'
import type { SqlBatch } from './batch.ts'
import type { CodedColumn } from './coded-column.ts'
import type { ResultRow } from './engine.ts'
import { fromRelation, numbersOf } from './from.ts'
import { MomentAccumulator } from './moment-accumulator.ts'
import type { ColumnMoments } from './moment-accumulator.ts'
import { momentChunksOf } from './moment-chunks.ts'
import type { ChunkPart, MomentChunk } from './moment-chunks.ts'
import { conditionAndWeight } from './row-filter.ts'
import type { RowFilter } from './row-filter.ts'
import { rowKey } from './row-key.ts'
import { query } from './statement.ts'
import type { QueryTask } from './statement.ts'

/** Computes moments of values: many small sets per query, each query on one thread, so that sums are the same to the bit. */
export function momentsTask(request: MomentsRequest, batch: SqlBatch): QueryTask {
  const { family, by } = request
  const members = [...membersOf(family)]
  const rows = requireGrouping(request, batch)
  const moments = new MomentAccumulator(members.length, members[0]?.length ?? 0)
  const statements = momentChunksOf(members, batch.relation).map((chunk) =>
    query(
      () => chunkQuery(chunk, batch, rows),
      (row) => chunk.parts.forEach((part) => takePart(part, chunk, row, moments)),
      () => true,
    ),
  )
  const finish = () => moments.finish(by ? batch.names(by).length : 1)
  return { request: 'moments', sets: members.length, statements, finish }
}

/** The rows over which, and the levels by which, moments are computed. */
export interface GroupedRows {
  readonly filter: RowFilter | null
  readonly by: CodedColumn | null
}

/** Registers with the batch the columns that a request needs besides its numbers. */
export function requireGrouping(
  { by, view }: { readonly by?: Variable; readonly view: View },
  batch: SqlBatch,
): GroupedRows {
  const rows = { filter: batch.filter(view), by: by ? batch.levels(by, view) : null }
  batch.read([...(rows.by ? [rows.by] : []), ...(rows.filter?.columns ?? [])])
  return rows
}

/** The FROM, the conditions, the class and the weight of a query over numbers and codes of the same rows. */
export function groupedFrom({ filter, by }: GroupedRows, expressions: readonly string[], batch: SqlBatch) {
  const { where, weight } = conditionAndWeight(filter)
  return {
    ...fromRelation(batch.relation, expressions, [...(by ? [by] : []), ...(filter?.columns ?? [])]),
    where: [...(by ? [`${by.name} IS NOT NULL`] : []), ...where],
    by: by?.name ?? '0',
    weight,
  }
}

function chunkQuery(chunk: MomentChunk, batch: SqlBatch, grouped: GroupedRows): string {
  const expressions = chunk.variables.map((variable, i) => `${numbersOf(batch.relation, variable)} AS x${i}`)
  const { from, isJoined, where, by, weight } = groupedFrom(grouped, expressions, batch)
  const columns = chunk.columns.map((column, i) => `${column} AS c${i}`)
  return momentsQuery(
    {
      rows: `SELECT ${[`${by} AS b`, `(${weight ?? 1})::DOUBLE AS w`, ...columns, ...(isJoined ? [rowKey] : [])].join(', ')} FROM ${from}${conditions([...where, ...chunk.where])}`,
      orderBy: isJoined ? rowKey : undefined,
      columns: columns.length,
      products: chunk.products,
      sums: [],
      isWeighted: weight !== null,
      isGrouped: grouped.by !== null,
    },
    batch.relation.engine.dialect,
  )
}

/** Adds the moments of one member from a result row of `momentsQuery`. */
export function takePart(
  { member, columns, products }: ChunkPart,
  chunk: { columns: ArrayLike<unknown> },
  row: ResultRow,
  moments: MomentAccumulator,
): void {
  const level = row[0] as number
  const found = columns.map(([place, column]) => [place, row.slice(1 + 5 * column, 6 + 5 * column)] as const)
  if (found[0][1][0] === 0) return
  for (const [place, values] of found) moments.set(member, level, place, values as unknown as ColumnMoments)
  const first = 1 + 5 * chunk.columns.length
  for (const [a, b, product] of products)
    moments.setProduct(member, level, a, b, row[first + product] as number)
}
