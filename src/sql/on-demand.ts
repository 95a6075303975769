// What loads the engine itself.
export { DuckEngine } from './duckdb/engine.ts'
export { duckSourceOf } from './duckdb/from-table.ts'
