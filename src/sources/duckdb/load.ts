import type { DuckDBType, DuckDBValue } from '@duckdb/node-api'
import type { Level } from '../../statistics/variable.ts'
import { duckApi } from './api.ts'
import { duckdb } from './dialect.ts'
import { quotedName } from './engine.ts'
import type { Engine } from './engine.ts'

/** Rows of a block that is handed to the engine. */
const blockRows = 2048

/** A code that stands for none. */
export const noCode = 0xffffffff

/** Puts whole numbers into a new table, NULL for `noCode`. */
export async function loadCodes(
  engine: Engine,
  table: string,
  names: readonly string[],
  columns: readonly Uint32Array[],
): Promise<void> {
  // An interrupted batch may leave a table that it was still filling.
  await engine.run(`CREATE OR REPLACE TABLE ${table} (${names.map((name) => `${name} UINTEGER`).join(', ')})`)
  const { UINTEGER } = duckApi()
  const cells = columns.map((codes) => ({
    type: UINTEGER,
    at: (row: number) => (codes[row] === noCode ? null : codes[row]),
  }))
  await load(engine, table, columns[0].length, cells)
}

/** Holds levels in the engine, in their order, so that the place of a text can be looked up. */
export async function makeDictionary(engine: Engine, name: string, levels: readonly Level[]): Promise<void> {
  // An interrupted batch leaves a dictionary without its column.
  await engine.run(`DROP TYPE IF EXISTS ${quotedName(name)}`)
  const list = `${name}_list`
  await engine.run(
    `CREATE OR REPLACE TABLE ${quotedName(list)} (place INTEGER, level ${levels.some(isText) ? 'VARCHAR' : 'DOUBLE'})`,
  )
  const { DOUBLE, INTEGER, VARCHAR } = duckApi()
  await load(engine, list, levels.length, [
    { type: INTEGER, at: (row) => row },
    { type: levels.some(isText) ? VARCHAR : DOUBLE, at: (row) => levels[row] },
  ])
  const level = levels.some(isText) ? 'level' : duckdb.textOf('level')
  await engine.run(
    `CREATE TYPE ${quotedName(name)} AS ENUM (SELECT ${level} FROM ${quotedName(list)} ORDER BY place)`,
  )
  await engine.run(`DROP TABLE ${quotedName(list)}`)
}

interface Cells {
  readonly type: DuckDBType
  readonly at: (row: number) => DuckDBValue
}

async function load(engine: Engine, table: string, rows: number, columns: readonly Cells[]): Promise<void> {
  const { DuckDBDataChunk } = duckApi()
  const appender = await engine.appender(table)
  const types = columns.map(({ type }) => type)
  for (let start = 0; start < rows; start += blockRows) {
    const length = Math.min(blockRows, rows - start)
    const chunk = DuckDBDataChunk.create(types, length)
    columns.forEach(({ at }, index) => {
      chunk.setColumnValues(
        index,
        Array.from({ length }, (_, i) => at(start + i)),
      )
    })
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
}

function isText(level: Level): boolean {
  return typeof level === 'string'
}
