export { defineEngine, SqlSource } from '#sql'
export type {
  Dialect,
  Engine,
  EngineBlock,
  EngineValue,
  ResultRow,
  StoredColumn,
  Tables,
  TypedColumn,
  TypedView,
} from '#sql'
