export { openReducible, openSource, readTable } from './sources/duckdb/open.ts'
export type { Closable, OpenOptions, ReadOptions, Reducible } from './sources/duckdb/open.ts'
