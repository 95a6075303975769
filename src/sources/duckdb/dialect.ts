import type { Dialect } from '../sql/dialect.ts'

/** A quoted name in SQL; column names enter statements only through this function. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text literal in SQL. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** The dialect of DuckDB. A dictionary is an ENUM type. */
export const duckdb: Dialect = {
  number: (value) => `'${value}'::DOUBLE`,
  text: quotedText,
  name: quotedName,
  lookUp: (text, dictionary) => `enum_code(TRY_CAST(${text} AS ${quotedName(dictionary)}))`,
  makeDictionary: (dictionary, table, level) => [
    // An interrupted batch may have left a dictionary without its column.
    `DROP TYPE IF EXISTS ${quotedName(dictionary)}`,
    `CREATE TYPE ${quotedName(dictionary)} AS ENUM (SELECT ${level} FROM ${quotedName(table)} ORDER BY place)`,
  ],
  // Adding 0 turns −0 into 0.
  textOf: (number) => `(${number} + 0)::VARCHAR`,
  preciseSum: (expression) => `fsum(${expression})`,
  wholeType: (largest) =>
    largest <= 0xff
      ? 'UTINYINT'
      : largest <= 0xffff
        ? 'USMALLINT'
        : largest <= 0xffffffff
          ? 'UINTEGER'
          : 'BIGINT',
  longType: 'HUGEINT',
  approximateDistinct: (expression) => `approx_count_distinct(${expression})`,
}
