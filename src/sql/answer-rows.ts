import { CribaError, limits } from '#core'
import type { RowsRequest } from '#core'
import type { SqlBatch } from './batch.ts'
import { fromRelation, numbersOf } from './from.ts'
import { rowKey, selectByKey, takeByKey } from './row-key.ts'
import { splitList } from './slices.ts'
import type { QueryTask, Statement } from './statement.ts'

/** The most columns per query: all columns at once take several times their size in memory. */
const columnsPerQuery = 50

/** Fetches the rows themselves, as numbers with NaN for missing values, and the weight of each row. */
export function rowsTask({ columns, view }: RowsRequest, batch: SqlBatch): QueryTask {
  const { relation } = batch
  const { rows, engine } = relation
  refuseManyRows(rows, columns.length)
  const filter = batch.filter(view)
  const levels = columns.map((variable) => (variable.coding ? batch.levels(variable, view) : null))
  batch.read([...levels.filter((column) => column !== null), ...(filter?.columns ?? [])])
  // Weights are fetched as one more column.
  const places = [...columns.keys(), ...(filter ? [columns.length] : [])]
  const values = places.map(() => new Float64Array(0))
  const statements = [...splitList(places, columnsPerQuery)].map((chunk): Statement => {
    const sql = () => {
      const coded = chunk.flatMap((place) =>
        place === columns.length ? filter!.columns : (levels[place] ?? []),
      )
      const numbers = chunk.filter((place) => place < columns.length && !levels[place])
      const expressions = numbers.map((place) => `${numbersOf(relation, columns[place])} AS x${place}`)
      const names = chunk.map((place) =>
        place === columns.length ? `(${filter!.sql})` : (levels[place]?.name ?? `x${place}`),
      )
      const { from } = fromRelation(relation, expressions, coded)
      const present = names.map(
        (name) => `coalesce(${engine.dialect.double(name)}, ${engine.dialect.number(NaN)})`,
      )
      return selectByKey({ from, key: rowKey }, present, engine.dialect)
    }
    return {
      sql,
      onOneThread: () => false,
      async run(running, text, worker) {
        for (const place of chunk) values[place] = new Float64Array(rows)
        const take = (column: number, place: number) => [column, values[place]] as const
        const columnsOfChunk = chunk.map((place, column) => take(column, place))
        await takeByKey(
          running,
          text,
          rows,
          (block) => {
            for (const [column, found] of columnsOfChunk) block.put(column, found)
          },
          worker,
        )
      },
    }
  })
  return {
    request: 'rows',
    sets: 1,
    statements,
    finish: () => ({
      columns: values.slice(0, columns.length),
      weights: filter ? values[columns.length] : new Float64Array(rows).fill(1),
    }),
  }
}

/** Refuses to fetch more values than fit into memory. */
function refuseManyRows(rows: number, columns: number): void {
  if (rows * columns <= limits.fetched) return
  throw new CribaError(
    'too-large',
    `too many rows: ${rows} rows × ${columns} columns are ${rows * columns} values (at most ${limits.fetched} are fetched; take fewer columns, or a sample)`,
  )
}
