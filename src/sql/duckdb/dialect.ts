import { codeByComparisons } from '../coded-column.ts'
import type { Dialect } from '../dialect.ts'

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
  double: (expression) => `(${expression})::DOUBLE`,
  whole: (expression, largest) => `(${expression})::${wholeType(largest)}`,
  codeOf: (expression, coding, options) => codeByComparisons(expression, coding, options, duckdb),
  dictionaries: {
    lookUp: (text, dictionary) => `enum_code(TRY_CAST(${text} AS ${quotedName(dictionary)}))`,
    make: (dictionary, table, level) => [
      // An interrupted batch may have left a dictionary without its column.
      `DROP TYPE IF EXISTS ${quotedName(dictionary)}`,
      `CREATE TYPE ${quotedName(dictionary)} AS ENUM (SELECT ${level} FROM ${quotedName(table)} ORDER BY place)`,
    ],
    // Adding 0 turns −0 into 0.
    textOf: (number) => `(${number} + 0)::VARCHAR`,
  },
  windows: { longType: 'HUGEINT' },
  orderKeys: null,
  preciseSum: (expression) => `fsum(${expression})`,
  wholeText: (number) => `(trunc(${number}))::HUGEINT::VARCHAR`,
  keyHash: (text) => `('0x' || substr(md5(${text}), 1, 8))::UBIGINT`,
  countIf: (condition) => `count(*) FILTER (WHERE ${condition})`,
  all: (condition) => `bool_and(${condition})::UTINYINT`,
  approximateDistinct: (expression) => `approx_count_distinct(${expression})`,
  pack: () => null,
}

function wholeType(largest: number): string {
  if (largest <= 0xff) return 'UTINYINT'
  if (largest <= 0xffff) return 'USMALLINT'
  return largest <= 0xffffffff ? 'UINTEGER' : 'BIGINT'
}
