// An engine of one's own that only reads: it makes no tables and dictionaries, as a database without rights to write.
import { DuckDBInstance } from '@duckdb/node-api'
import { engineContract } from 'criba/contract'
import { defineEngine } from 'criba/sql'
import type { Engine, EngineValue, ResultRow } from 'criba/sql'
import { describe, it } from 'vitest'
import type { Table } from '../../src/core/index.ts'
import { duckdb } from '../../src/sql/duckdb/dialect.ts'
import { isLong } from '../properties/runs.ts'

/** A database of one table `t`: its columns, and `id`, the place of the row. */
async function databaseOf({ columns, rows }: Table): Promise<Engine> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  const cells = columns.map((column) =>
    Array.from({ length: rows }, (_, row) => {
      if (column.missing?.[row]) return 'NULL'
      return column.type === 'numeric'
        ? duckdb.number(column.values[row])
        : duckdb.text(column.levels[column.codes[row]])
    }),
  )
  const kinds = columns.map(({ name, type }) => `"${name}" ${type === 'numeric' ? 'DOUBLE' : 'VARCHAR'}`)
  await connection.run(`CREATE TABLE t (id INTEGER, ${kinds.join(', ')})`)
  const values = Array.from(
    { length: rows },
    (_, row) => `(${[row, ...cells.map((one) => one[row])].join(', ')})`,
  )
  await connection.run(`INSERT INTO t VALUES ${values.join(', ')}`)

  const work = { queries: 0, rows: 0, kernels: {} }
  async function rowsOf(sql: string): Promise<readonly ResultRow[]> {
    work.queries++
    const found = (await (await connection.run(sql)).getRows()) as readonly ResultRow[]
    work.rows += found.length
    return found
  }
  return {
    name: 'ours',
    dialect: { ...duckdb, dictionaries: null },
    tables: null,
    work,
    workers: 1,
    rows: rowsOf,
    async *blocks(sql) {
      const found = await rowsOf(sql)
      yield {
        rows: found.length,
        numbers: (column) => Float64Array.from(found, (row) => Number(row[column])),
        value: (column, row): EngineValue => found[row][column],
      }
    },
    onOneThread: (given) => given(),
    interrupt: () => connection.interrupt(),
    close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

describe('an engine of one’s own', () => {
  const laws = engineContract(async (table) => {
    const columns = table.columns.map(({ name, type }) => ({ name, type, sql: `"${name}"` }))
    const view = { from: 't', key: 'id', rows: table.rows, columns, warnings: [] }
    return defineEngine(await databaseOf(table), view)
  })
  // With gaps, and in the long tests without them too.
  for (const { name, check } of laws.filter(
    ({ name }) => isLong || (name.includes('missing values') && !name.includes('columns, numbers')),
  ))
    it(name, check)
})
