import { allocateNumbers, CribaError, limits, makeTable, membersOf, numberColumn } from '#core'
import type { MomentsOfFamily, MomentsRequest, Variable } from '#core'
import { MemorySource } from '#memory'
import type { SqlBatch } from './batch.ts'
import { completeIn, conditions, numbersOf } from './from.ts'
import { groupedFrom, requireGrouping } from './grouped-rows.ts'
import type { GroupedRows } from './grouped-rows.ts'
import { query } from './statement.ts'
import type { QueryTask } from './statement.ts'

/**
 * Computes moments of mid-ranks for engines without window functions: a query per set counts the rows of each
 * combination of values, and memory ranks these with the counts as weights, which gives the same to the bit.
 * Refuses too many combinations.
 */
export function countedRanksTask(request: MomentsRequest, batch: SqlBatch): QueryTask {
  const { family, by } = request
  const members = [...membersOf(family)]
  const rows = requireGrouping(request, batch)
  const found: MomentsOfFamily[] = []
  const statements = members.map((member) => {
    const cells: number[][] = []
    const statement = query(
      () => cellsQuery(member, rows, batch),
      (row) => void cells.push(row.map(Number)),
    )
    return {
      ...statement,
      run: async (...how: Parameters<typeof statement.run>) => {
        await statement.run(...how)
        refuseManyCells(cells.length, member, batch)
        const classes = by ? batch.names(by).length : 1
        // Sums in memory follow the order of the rows.
        cells.sort(byEach)
        found.push(await momentsOfCells(cells, member.length, classes))
      },
    }
  })
  return { request: 'moments', sets: members.length, statements, finish: () => joined(found) }
}

/** Compares lists of numbers by the first in which they differ. */
function byEach(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((value, i) => value !== b[i])
  return place < 0 ? 0 : a[place] - b[place]
}

/** SQL for the combinations of values: class, values and total weight. */
function cellsQuery(member: readonly Variable[], grouped: GroupedRows, batch: SqlBatch): string {
  const { relation } = batch
  const { dialect } = relation.engine
  const expressions = member.map((variable, i) => `${numbersOf(relation, variable)} AS x${i}`)
  const { from, where, by, weight } = groupedFrom(grouped, expressions, batch)
  const fractions = batch.fractions(grouped.view)
  const sum = fractions ? dialect.preciseSum('w', fractions) : 'sum(w)'
  const total = dialect.double(weight === null ? 'count(*)' : sum)
  const values = member.map((_, i) => `x${i}`)
  const keys = ['b', ...values].join(', ')
  const rows = `SELECT ${[`${by} AS b`, `${weight ?? '1'} AS w`, ...values].join(', ')} FROM ${from}${conditions([...where, ...completeIn(member, relation)])}`
  return `SELECT ${keys}, ${total} FROM (${rows}) GROUP BY ${keys} LIMIT ${limits.cells + 1}`
}

function refuseManyCells(cells: number, member: readonly Variable[], { relation }: SqlBatch): void {
  if (cells <= limits.cells) return
  const names = member.map(({ column }) => relation.columns[column].name).join(', ')
  throw new CribaError(
    'too-large',
    `too many values to rank: more than ${limits.cells} combinations of ${names} (rank a sample: --sample 100000 --key <column>)`,
  )
}

async function momentsOfCells(
  cells: readonly (readonly number[])[],
  width: number,
  classes: number,
): Promise<MomentsOfFamily> {
  const built = (place: number) => {
    const values = allocateNumbers(cells.length)
    cells.forEach((cell, i) => (values[i] = cell[place]))
    return { column: numberColumn(`c${place}`, values), warnings: [] }
  }
  const places = Array.from({ length: width }, (_, i) => i + 1)
  const table = makeTable(cells.length, [...places, 0, width + 1].map(built))
  const variables = places.map((_, i): Variable => ({ column: i, coding: null }))
  const levels = Array.from({ length: classes }, (_, level) => level)
  const by: Variable = { column: width, coding: { kind: 'levels', levels } }
  const [moments] = await new MemorySource(table).answer([
    { kind: 'moments', family: { list: [variables] }, by, of: 'ranks', view: { weights: width + 1 } },
  ])
  return moments
}

/** The moments of several families of one set each as those of one family. */
function joined(families: readonly MomentsOfFamily[]): MomentsOfFamily {
  const [{ classes, width }] = families
  const all = (of: (family: MomentsOfFamily) => Float64Array) =>
    Float64Array.from(families.flatMap((family) => [...of(family)]))
  return {
    members: families.length,
    classes,
    width,
    n: all(({ n }) => n),
    mean: all(({ mean }) => mean),
    meanLow: all(({ meanLow }) => meanLow),
    min: all(({ min }) => min),
    max: all(({ max }) => max),
    comoment: all(({ comoment }) => comoment),
    ties: all(({ ties }) => ties),
  }
}
