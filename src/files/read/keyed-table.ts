import { quotedName, rowKey } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import { engineColumns } from './engine-columns.ts'
import type { KeyedRows } from './engine-columns.ts'

/** The engine's column for the position of a row in its table, unless a column of the data has this name. */
const rowId = 'rowid'

/** The rows of a table that was just filled; the key is the position of a row in it. */
export async function keyedTable(engine: DuckEngine, name: string): Promise<KeyedRows> {
  const table = quotedName(name)
  const [[rows]] = await engine.rows(`SELECT count(*) FROM ${table}`)
  const names = new Set((await engineColumns(engine, table)).map(({ name }) => name.toLowerCase()))
  if (!names.has(rowId)) return { from: table, key: rowId, rows: Number(rows) }
  let key = rowKey
  while (names.has(key)) key += '_'
  const keyed = quotedName(`${name} with key`)
  await engine.onOneThread(() =>
    engine.rows(`CREATE TABLE ${keyed} AS SELECT row_number() OVER () - 1 AS ${key}, * FROM ${table}`),
  )
  await engine.run(`DROP TABLE ${table}`)
  return { from: keyed, key, rows: Number(rows) }
}
