import { quotedName, rowKey } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import { columnsOfRows, engineColumns } from './engine-columns.ts'
import type { KeyedRows } from './engine-columns.ts'
import { leavesOf } from './engine-types.ts'
import type { Leaf } from './engine-types.ts'

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

/** Rows whose structs are columns of their own. */
export interface FlatRows extends KeyedRows {
  readonly leaves: readonly Leaf[]
  /** The names of structs, each with the columns of its values. */
  readonly structs: ReadonlyMap<string, readonly string[]>
}

/** Puts the fields of structs in the place of the structs; other rows stay as they are. */
export async function flatRows(engine: DuckEngine, rows: KeyedRows): Promise<FlatRows> {
  const leaves = leavesOf(await columnsOfRows(engine, rows))
  const structs = new Map<string, string[]>()
  for (const { name, path } of leaves) {
    if (path.length === 1) continue
    structs.set(path[0], [...(structs.get(path[0]) ?? []), name])
  }
  if (structs.size === 0) return { ...rows, leaves, structs }
  const taken = new Set(leaves.map(({ name }) => name.toLowerCase()))
  let key = rowKey
  while (taken.has(key)) key += '_'
  const list = [`${rows.key} AS ${key}`, ...leaves.map(({ name, sql }) => `${sql} AS ${quotedName(name)}`)]
  return { rows: rows.rows, key, from: `(SELECT ${list.join(', ')} FROM ${rows.from})`, leaves, structs }
}
