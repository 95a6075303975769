export { DuckSource } from './sources/duckdb/source.ts'
export { duckSourceOf } from './sources/duckdb/from-table.ts'
