import { emptyCounts, membersOf, refuseLargeTable } from '#core'
import type { Counts, CountsRequest, Variable } from '#core'
import type { SqlBatch } from './batch.ts'
import { cellsOf, setsPerStatement } from './cells.ts'
import { countedColumn } from './coded-column.ts'
import { fromCodes } from './from.ts'
import { countedRows } from './row-filter.ts'
import { splitList } from './slices.ts'
import { query } from './statement.ts'
import type { QueryTask } from './statement.ts'

/** Builds contingency tables from the cells that occur. */
export function countsTask({ family, view }: CountsRequest, batch: SqlBatch): QueryTask {
  const filter = batch.filter(view)
  const sets = [...membersOf(family)].map((member) => {
    const columns = member.map((variable) => batch.levels(variable, view))
    return { member, columns, read: batch.count(columns, filter) }
  })
  const tables: Counts[] = []
  const statements = [...splitList(sets, setsPerStatement)].map((chunk, number) => {
    const first = number * setsPerStatement
    const sql = () =>
      cellsOf(
        chunk.map(({ columns, read }, i) => ({
          place: first + i,
          from: fromCodes(batch.relation, read),
          columns: columns.map(countedColumn),
          ...countedRows(filter, batch.fractions(view)),
        })),
        batch.relation.engine.dialect,
      )
    const statement = query(sql, takeCell(tables), () => batch.isFractional(view))
    return {
      ...statement,
      run: (...how: Parameters<typeof statement.run>) => {
        for (const { member } of chunk) tables.push(emptyTableFor(member, batch))
        return statement.run(...how)
      },
    }
  })
  return { request: 'counts', sets: sets.length, statements, finish: () => tables }
}

function emptyTableFor(member: readonly Variable[], batch: SqlBatch): Counts {
  const levels = member.map((variable) => batch.names(variable))
  const cells = levels.reduce((product, axis) => product * axis.length, 1)
  refuseLargeTable(
    cells,
    member.map(({ column }) => batch.relation.columns[column].name),
  )
  return emptyCounts(levels)
}

function takeCell(tables: readonly Counts[]) {
  return (row: readonly unknown[]) => {
    const { levels, cells } = tables[row[0] as number]
    const cell = levels.reduce((place, axis, i) => place * axis.length + (row[i + 1] as number), 0)
    cells[cell] = row[row.length - 1] as number
  }
}
