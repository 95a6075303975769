import { membersOf } from '../../statistics/family.ts'
import type { MomentsRequest } from '../../statistics/request.ts'
import { momentsQuery } from '../sql/moments.ts'
import { conditions } from '../sql/ranks.ts'
import type { Batch } from './batch.ts'
import type { CodedColumn } from './coded-column.ts'
import type { Play } from './coded-columns.ts'
import { duckdb } from './dialect.ts'
import { fromRelation, numbersOf } from './from.ts'
import { GatheredMoments } from './gathered.ts'
import type { ColumnMoments } from './gathered.ts'
import { sheetsOf } from './sheets.ts'
import type { Part, Sheet } from './sheets.ts'
import { query } from './statement.ts'
import type { ResultRow, Task } from './statement.ts'

/** Moments of values: small sets many to a query, each query on one thread, so that sums have the same bits. */
export function momentsTask(request: MomentsRequest, batch: Batch): Task {
  const { family, by, view } = request
  const members = [...membersOf(family)]
  const rows = { play: batch.play(view), by: by ? batch.levels(by, view) : null }
  const gathered = new GatheredMoments(members.length, members[0]?.length ?? 0)
  const statements = sheetsOf(members, batch.relation).map((sheet) =>
    query(
      () => sheetQuery(sheet, batch, rows),
      (row) => sheet.parts.forEach((part) => takePart(part, sheet, row, gathered)),
      () => true,
    ),
  )
  const finish = () => gathered.finish(by ? batch.names(by).length : 1)
  return { request: 'moments', sets: members.length, statements, finish }
}

/** Through which rows, and apart for which levels, moments are taken. */
export interface GroupedRows {
  readonly play: Play | null
  readonly by: CodedColumn | null
}

/** The FROM, the conditions, the class and the weight of a query over numbers and codes of the same rows. */
export function groupedRows({ play, by }: GroupedRows, expressions: readonly string[], batch: Batch) {
  return {
    from: fromRelation(
      batch.relation,
      expressions,
      [by, play].filter((column) => column !== null),
    ),
    where: [...(by ? [`${by.name} IS NOT NULL`] : []), ...(play ? [`${play.name} > 0`] : [])],
    by: by?.name ?? '0',
    weight: play?.weights === undefined ? null : play.name,
  }
}

function sheetQuery(sheet: Sheet, batch: Batch, grouped: GroupedRows): string {
  const expressions = sheet.variables.map((variable, i) => `${numbersOf(batch.relation, variable)} AS x${i}`)
  const { from, where, by, weight } = groupedRows(grouped, expressions, batch)
  const columns = sheet.columns.map((column, i) => `${column} AS c${i}`)
  return momentsQuery(
    {
      rows: `SELECT ${by} AS b, ${weight ?? 1}::DOUBLE AS w, ${columns.join(', ')} FROM ${from}${conditions([...where, ...sheet.where])}`,
      columns: columns.length,
      products: sheet.products,
      sums: [],
      isWeighted: weight !== null,
      isGrouped: grouped.by !== null,
    },
    duckdb,
  )
}

/** Takes the moments of one member from a result row of `momentsQuery`. */
export function takePart(
  { member, columns, products }: Part,
  sheet: { columns: ArrayLike<unknown> },
  row: ResultRow,
  gathered: GatheredMoments,
): void {
  const level = row[0] as number
  const found = columns.map(([place, column]) => [place, row.slice(1 + 5 * column, 6 + 5 * column)] as const)
  if (found[0][1][0] === 0) return
  for (const [place, values] of found) gathered.put(member, level, place, values as unknown as ColumnMoments)
  const first = 1 + 5 * sheet.columns.length
  for (const [a, b, product] of products)
    gathered.putProduct(member, level, a, b, row[first + product] as number)
}
