import { BIGINT, BOOLEAN, DOUBLE, DuckDBDataChunk, DuckDBInstance, INTEGER, VARCHAR } from '@duckdb/node-api'
import type { DuckDBConnection, DuckDBType } from '@duckdb/node-api'
import { Bool, Float64, Int32, Int64, Table, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow'
import { writeFileSync } from 'node:fs'
import type { Cell, Kind, TrueColumn, TrueTable } from './data.ts'

const chunkRows = 2048

/** Writes Parquet with row groups of `groupRows` rows. */
export async function writeParquet(path: string, truth: TrueTable, groupRows: number): Promise<string> {
  await withEngine(async (connection) => {
    const columns = truth.columns.map(({ name, kind }) => `"${name}" ${engineType(kind).toString()}`)
    await connection.run(`CREATE TABLE t (${columns.join(', ')})`)
    const appender = await connection.createAppender('t')
    const types = truth.columns.map(({ kind }) => engineType(kind))
    for (let from = 0; from < truth.rows; from += chunkRows) {
      const to = Math.min(truth.rows, from + chunkRows)
      const chunk = DuckDBDataChunk.create(types, to - from)
      chunk.setColumns(truth.columns.map(({ kind, cells }) => cells.slice(from, to).map(valueFor(kind))))
      appender.appendDataChunk(chunk)
    }
    appender.closeSync()
    await connection.run(`COPY t TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE ${groupRows})`)
  })
  return path
}

/** The columns of a Parquet file by name, read by DuckDB on one thread. */
export async function readParquet(path: string): Promise<Map<string, unknown[]>> {
  const columns = new Map<string, unknown[]>()
  await withEngine(async (connection) => {
    await connection.run('SET threads = 1')
    const result = await connection.stream(`SELECT * FROM read_parquet('${path}')`)
    const names = result.columnNames()
    for (const name of names) columns.set(name, [])
    for (;;) {
      const chunk = await result.fetchChunk()
      if (!chunk || chunk.rowCount === 0) return
      chunk.getColumns().forEach((values, i) => {
        const column = columns.get(names[i])!
        for (const value of values) column.push(value)
      })
    }
  })
  return columns
}

/** Writes Arrow in record batches of `batchRows` rows. */
export function writeArrow(
  path: string,
  truth: TrueTable,
  batchRows: number,
  form: 'file' | 'stream',
): string {
  const batches: Table[] = []
  for (let from = 0; from < truth.rows; from += batchRows) {
    const vectors = truth.columns.map(({ name, kind, cells }) => {
      const values = cells.slice(from, from + batchRows).map(valueFor(kind))
      return [name, vectorFromArray(values, arrowType(kind))] as const
    })
    batches.push(new Table(Object.fromEntries(vectors)))
  }
  writeFileSync(path, tableToIPC(batches[0].concat(...batches.slice(1)), form))
  return path
}

function valueFor(kind: Kind): (cell: Cell) => number | string | bigint | boolean | null {
  if (kind === 'flag') return (cell) => (cell === null ? null : cell === 'true')
  if (kind === 'big' || kind === 'large') return (cell) => (cell === null ? null : BigInt(cell))
  return (cell) => cell
}

function isInteger(kind: Kind): boolean {
  return kind === 'row' || kind === 'weight' || kind === 'integer' || kind === 'digit'
}

function isNumber(kind: TrueColumn['kind']): boolean {
  return kind === 'double' || kind === 'exponent' || kind === 'price'
}

function engineType(kind: Kind): DuckDBType {
  if (kind === 'flag') return BOOLEAN
  if (kind === 'big' || kind === 'large') return BIGINT
  return isInteger(kind) ? INTEGER : isNumber(kind) ? DOUBLE : VARCHAR
}

function arrowType(kind: Kind) {
  if (kind === 'flag') return new Bool()
  if (kind === 'big' || kind === 'large') return new Int64()
  return isInteger(kind) ? new Int32() : isNumber(kind) ? new Float64() : new Utf8()
}

async function withEngine(work: (connection: DuckDBConnection) => Promise<void>): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await work(connection)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
