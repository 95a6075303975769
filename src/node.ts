export { openSource, readTable } from './sources/duckdb/open.ts'
export type { Closable, OpenOptions, ReadOptions } from './sources/duckdb/open.ts'
