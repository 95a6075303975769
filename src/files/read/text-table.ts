import { quotedName, quotedText } from '../../sources/duckdb/dialect.ts'
import type { DuckEngine } from '../../sources/duckdb/engine.ts'
import type { DataFile } from './bytes.ts'
import { CellWriter } from './cell-writer.ts'
import type { KeyedRows } from './engine-columns.ts'
import type { Dialect } from '../../columns/dialect.ts'
import { scanRecords } from './records.ts'
import type { Records } from './records.ts'
import type { Scratch } from './scratch.ts'
import type { Text, TextPart } from './text.ts'

/**
 * Reads delimited files into a table, without the engine's own guesses at how they are written: every cell a text, in
 * columns `c0`, `c1`, … so that no name can disturb a statement. Where a row stands in the table is its key.
 */
export async function textTable(
  engine: DuckEngine,
  { parts, rows }: Text,
  scratch: Scratch,
): Promise<KeyedRows> {
  const table = quotedName('criba text')
  const selects: string[] = []
  for (const part of parts) selects.push(await selectPart(part, scratch))
  await engine.rows(`CREATE TABLE ${table} AS ${selects.join(' UNION ALL ')}`)
  return { from: table, key: 'rowid', rows }
}

async function selectPart({ file, dialect, records }: TextPart, scratch: Scratch): Promise<string> {
  if (records.isPlain) return selectFrom(file, dialect, records, true)
  const path = scratch.file()
  const writer = new CellWriter(path)
  try {
    await scanRecords(file, dialect, writer)
  } finally {
    writer.close()
  }
  const copy = { ...file, path, isGzip: false }
  const written = { separator: ',', quote: '"', names: dialect.names }
  // Quotes and commas lengthen a record: at worst each byte becomes a quoted quote.
  return selectFrom(copy, written, { ...records, longest: records.longest * 4 }, false)
}

function selectFrom(
  file: DataFile,
  { separator, quote, names }: Dialect,
  { hasQuotedBreak, longest }: Records,
  hasHeader: boolean,
): string {
  const columns = names.map((_, index) => `'c${index}': 'VARCHAR'`)
  const options = [
    // A name with a wildcard in it is a name all the same.
    quotedText(file.path.replace(/[*?[]/g, '[$&]')),
    'auto_detect = false',
    'hive_partitioning = false',
    `header = ${hasHeader}`,
    `delim = ${quotedText(separator)}`,
    `quote = ${quotedText(quote)}`,
    `escape = ${quotedText(quote)}`,
    `compression = '${file.isGzip ? 'gzip' : 'none'}'`,
    // Threads that start inside a quoted cell may take it for the end of one.
    `parallel = ${!hasQuotedBreak}`,
    `max_line_size = ${Math.max(2 << 20, longest + 1024)}`,
    `columns = {${columns.join(', ')}}`,
  ]
  return `SELECT * FROM read_csv(${options.join(', ')})`
}
