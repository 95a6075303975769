export { openSource } from './sources/duckdb/open.ts'
export { readTable } from './sources/duckdb/open.ts'
