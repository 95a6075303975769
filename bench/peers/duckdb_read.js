import { DuckDBInstance } from '@duckdb/node-api'

// Reads one file into a DuckDB table with DuckDB's reader; prints rows, columns, and the sum of the means of
// numeric columns.
const file = process.argv[2].replaceAll("'", "''")
const connection = await (await DuckDBInstance.create(':memory:')).connect()
await connection.run(`CREATE TABLE t AS SELECT * FROM read_csv('${file}')`)
const types = (await connection.runAndReadAll('DESCRIBE t')).getRows()
const numbers = types.filter(([, type]) => type !== 'VARCHAR').map(([name]) => `avg("${String(name)}")`)
const [[rows, ...means]] = (
  await connection.runAndReadAll(`SELECT count(*), ${numbers.join(', ')} FROM t`)
).getRows()
const sum = means.map(Number).reduce((sum, mean) => sum + mean, 0)
console.log(JSON.stringify({ rows: Number(rows), columns: types.length, means: sum }))
process.exit(0)
