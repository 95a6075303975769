import type { Dialect } from '../sql/dialect.ts'

/** A name as SQL writes it; column names reach a statement no other way. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text as SQL writes it. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** DuckDB's way of writing. A dictionary is an ENUM type. */
export const duckdb: Dialect = {
  number: (value) => `'${value}'::DOUBLE`,
  text: quotedText,
  name: quotedName,
  lookUp: (text, dictionary) => `enum_code(TRY_CAST(${text} AS ${quotedName(dictionary)}))`,
  makeDictionary: (dictionary, table, level) => [
    // An interrupted batch leaves a dictionary without its column.
    `DROP TYPE IF EXISTS ${quotedName(dictionary)}`,
    `CREATE TYPE ${quotedName(dictionary)} AS ENUM (SELECT ${level} FROM ${quotedName(table)} ORDER BY place)`,
  ],
  // Adding zero turns −0 into 0.
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
