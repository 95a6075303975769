import { CribaError } from '../../spec/error.ts'
import { limits } from '../../statistics/request.ts'
import type { RowsRequest } from '../../statistics/request.ts'
import { chunksOf } from './answer-counts.ts'
import type { Batch } from './batch.ts'
import { fromCodes, fromRelation, numbersOf } from './from.ts'
import type { Statement, Task } from './statement.ts'

/** So many columns at most in one query: all at once take several times their size. */
const columnsAQuery = 50

/** The rows themselves, as numbers with NaN where a value is missing, and the weight of each. */
export function rowsTask({ columns, view }: RowsRequest, batch: Batch): Task {
  const { relation } = batch
  refuseManyRows(relation.rows, columns.length)
  const play = batch.play(view)
  const values = columns.map(() => new Float64Array(0))
  const weights = { values: new Float64Array(0) }
  const places = [...columns.keys()]
  const levels = columns.map((variable) => (variable.coding ? batch.levels(variable, view) : null))
  const statements = chunksOf(places, columnsAQuery).map((chunk) => {
    const coded = chunk.flatMap((place) => levels[place] ?? [])
    const numbers = chunk.flatMap((place, i) =>
      levels[place] ? [] : [`${numbersOf(relation, columns[place])} AS x${i}`],
    )
    const names = chunk.map((place, i) => (levels[place] ? `${levels[place].name}::DOUBLE` : `x${i}`))
    const sql = () => {
      const from = numbers.length > 0 ? fromRelation(relation, numbers, coded) : fromCodes(coded)
      return `SELECT ${names.join(', ')} FROM ${from}`
    }
    return fetching(
      sql,
      relation.rows,
      (blocks) => chunk.forEach((place, i) => (values[place] = blocks[i])),
      chunk.length,
    )
  })
  const weighing = play
    ? [
        fetching(
          () => `SELECT ${play.name}::DOUBLE FROM ${fromCodes([play])}`,
          relation.rows,
          ([block]) => (weights.values = block),
          1,
        ),
      ]
    : []
  return {
    request: 'rows',
    sets: 1,
    statements: [...statements, ...weighing],
    finish: () => ({
      columns: values,
      weights: play ? weights.values : new Float64Array(relation.rows).fill(1),
    }),
  }
}

/** Refuses to fetch more values than fit into memory well, naming their number. */
function refuseManyRows(rows: number, columns: number): void {
  if (rows * columns <= limits.fetched) return
  throw new CribaError(
    'too-large',
    `too many rows: ${rows} rows × ${columns} columns are ${rows * columns} values (at most ${limits.fetched} are fetched; take fewer columns, or a sample)`,
  )
}

function fetching(
  sql: () => string,
  rows: number,
  done: (columns: Float64Array<ArrayBuffer>[]) => void,
  width: number,
): Statement {
  return {
    sql,
    onOneThread: () => false,
    async run(engine, text, connection) {
      const blocks = Array.from({ length: width }, () => new Float64Array(rows))
      let row = 0
      for await (const chunk of engine.chunks(text, connection)) {
        blocks.forEach((block, i) => {
          const values = chunk.getColumnValues(i) as (number | null)[]
          values.forEach((value, at) => (block[row + at] = value ?? NaN))
        })
        row += chunk.rowCount
      }
      done(blocks)
    },
  }
}
