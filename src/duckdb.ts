export { SqlSource as DuckSource } from './sources/sql/source.ts'
export { duckSourceOf } from './sources/duckdb/from-table.ts'
