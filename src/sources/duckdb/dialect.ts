import type { Dialect } from '../sql/dialect.ts'
import { quotedName } from './engine.ts'

/** DuckDB's way of writing. A dictionary is an ENUM type. */
export const duckdb: Dialect = {
  number: (value) => `'${value}'::DOUBLE`,
  lookUp: (text, dictionary) => `enum_code(TRY_CAST(${text} AS ${quotedName(dictionary)}))`,
  // Adding zero turns −0 into 0.
  textOf: (number) => `(${number} + 0)::VARCHAR`,
  preciseSum: (expression) => `fsum(${expression})`,
  sideBySide: (tables) => tables.join(' POSITIONAL JOIN '),
}
