import { emptyCounts, refuseLargeTable } from '../../statistics/counts.ts'
import type { Counts } from '../../statistics/counts.ts'
import { membersOf } from '../../statistics/family.ts'
import type { CountsRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import { cellsOf, setsAStatement } from '../sql/cells.ts'
import { rowsInPlay } from './batch.ts'
import type { Batch } from './batch.ts'
import { query } from './statement.ts'
import type { Task } from './statement.ts'

/** Contingency tables from the cells that occur. */
export function countsTask({ family, view }: CountsRequest, batch: Batch): Task {
  const play = batch.play(view)
  const sets = [...membersOf(family)].map((member) => ({
    member,
    columns: member.map((variable) => batch.levels(variable, view)),
  }))
  const tables: Counts[] = []
  const statements = chunksOf(sets, setsAStatement).map((chunk, number) => {
    const first = number * setsAStatement
    const sql = () =>
      cellsOf(
        chunk.map(({ columns }, i) => {
          const { from, where, weight } = rowsInPlay(columns, play)
          return { place: first + i, from, where, weight, columns: columns.map(({ name }) => name) }
        }),
      )
    const statement = query(sql, takeCell(tables), () => batch.isFractional(view))
    return {
      ...statement,
      run: (...how: Parameters<typeof statement.run>) => {
        for (const { member } of chunk) tables.push(roomFor(member, batch))
        return statement.run(...how)
      },
    }
  })
  return { request: 'counts', sets: sets.length, statements, finish: () => tables }
}

function roomFor(member: readonly Variable[], batch: Batch): Counts {
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

/** A list in pieces of one size. */
export function chunksOf<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))
}
