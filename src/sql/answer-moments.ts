import { membersOf } from '#core'
import type { MomentsRequest } from '#core'
import type { SqlBatch } from './batch.ts'
import type { ResultRow } from './engine.ts'
import { conditions, numbersOf } from './from.ts'
import { groupedFrom, requireGrouping } from './grouped-rows.ts'
import type { GroupedRows } from './grouped-rows.ts'
import { MomentAccumulator } from './moment-accumulator.ts'
import type { ColumnMoments } from './moment-accumulator.ts'
import { momentChunksOf } from './moment-chunks.ts'
import type { ChunkPart, MomentChunk } from './moment-chunks.ts'
import { momentPasses } from './moment-passes.ts'
import { momentsQuery } from './moments.ts'
import { rowKey } from './row-key.ts'
import { query } from './statement.ts'
import type { QueryTask } from './statement.ts'

/**
 * Computes moments of values: many small sets per query, each summed on one thread or exactly, so that sums
 * are the same to the bit.
 */
export function momentsTask(request: MomentsRequest, batch: SqlBatch): QueryTask {
  const { family, by } = request
  const members = [...membersOf(family)]
  const rows = requireGrouping(request, batch)
  const moments = new MomentAccumulator(members.length, members[0]?.length ?? 0)
  const statements = momentChunksOf(members, batch.relation).flatMap((chunk) => {
    const take = (row: ResultRow) => chunk.parts.forEach((part) => takePart(part, chunk, row, moments))
    return batch.relation.engine.dialect.windows
      ? [
          query(
            () => chunkQuery(chunk, batch, rows),
            take,
            () => true,
          ),
        ]
      : momentPasses(chunk, rows, batch, take)
  })
  const finish = () => moments.finish(by ? batch.names(by).length : 1)
  return { request: 'moments', sets: members.length, statements, finish }
}

function chunkQuery(chunk: MomentChunk, batch: SqlBatch, grouped: GroupedRows): string {
  const expressions = chunk.variables.map((variable, i) => `${numbersOf(batch.relation, variable)} AS x${i}`)
  const { dialect } = batch.relation.engine
  const { from, isJoined, where, by, weight } = groupedFrom(grouped, expressions, batch)
  const columns = chunk.columns.map((column, i) => `${column} AS c${i}`)
  return momentsQuery(
    {
      rows: `SELECT ${[`${by} AS b`, `${dialect.double(weight ?? '1')} AS w`, ...columns, ...(isJoined ? [rowKey] : [])].join(', ')} FROM ${from}${conditions([...where, ...chunk.where])}`,
      orderBy: isJoined ? rowKey : undefined,
      columns: columns.length,
      products: chunk.products,
      sums: [],
      isWeighted: weight !== null,
      isGrouped: grouped.by !== null,
    },
    dialect,
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
