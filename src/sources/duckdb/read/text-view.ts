import { CribaError } from '../../../spec/error.ts'
import { checkNames } from '../../../columns/table.ts'
import { quotedName, quotedText } from '../engine.ts'
import type { Engine } from '../engine.ts'
import type { DataFile } from './bytes.ts'
import { CellWriter } from './cell-writer.ts'
import { findDialect } from './dialect.ts'
import type { Dialect } from './dialect.ts'
import { inUtf8 } from './encoding.ts'
import type { Input } from './input.ts'
import { scanRecords } from './records.ts'
import type { Records } from './records.ts'
import type { Scratch } from './scratch.ts'

/** Delimited files in the engine: cells as text, in columns `c0`, `c1`, … so that no name can disturb a statement. */
export interface TextView {
  readonly from: string
  readonly rows: number
  readonly names: readonly string[]
  /** Whether cells may hold decimal commas: some separator is not a comma. */
  readonly decimalCommas: boolean
  /** Where a row stands, for messages. */
  place(row: number): string
}

/** Beyond so many columns the text is read once into a table, because each later query would read it all again. */
const widestView = 50

/** Makes delimited files readable for the engine, without its own guesses at how they are written. */
export async function textView(engine: Engine, { label, files }: Input, scratch: Scratch): Promise<TextView> {
  const parts: Part[] = []
  for (const file of files) {
    const part = await readPart(file, scratch)
    checkSameNames(part, parts[0] ?? part)
    parts.push(part)
  }
  const rows = parts.reduce((sum, part) => sum + part.records.rows, 0)
  if (rows === 0) throw new CribaError('missing', `missing rows: ${label} has a header and nothing else`)
  const { names } = parts[0].dialect
  const view = quotedName('criba text')
  const kind = names.length > widestView ? 'TABLE' : 'VIEW'
  await engine.rows(`CREATE ${kind} ${view} AS ${parts.map(({ select }) => select).join(' UNION ALL ')}`)
  const isLineARow = parts.length === 1 && parts[0].records.isLineARow
  return {
    from: view,
    rows,
    names,
    decimalCommas: parts.some(({ dialect }) => dialect.separator !== ','),
    place: (row) => `row ${row + 1} of ${label}${isLineARow ? ` (line ${row + 2})` : ''}`,
  }
}

interface Part {
  readonly file: DataFile
  readonly dialect: Dialect
  readonly records: Records
  readonly select: string
}

async function readPart(given: DataFile, scratch: Scratch): Promise<Part> {
  const file = await inUtf8(given, scratch)
  const dialect = await findDialect(file)
  checkHeader(dialect.names, file.label)
  const records = await scanRecords(file, dialect)
  if (records.isPlain) return { file, dialect, records, select: selectFrom(file, dialect, records, true) }
  const path = scratch.file()
  const writer = new CellWriter(path)
  try {
    await scanRecords(file, dialect, writer)
  } finally {
    writer.close()
  }
  const copy = { path, label: file.label, isGzip: false }
  const written = { separator: ',', quote: '"', names: dialect.names }
  // Quotes and commas lengthen a record: at worst each byte becomes a quoted quote.
  const longer = { ...records, longest: records.longest * 4 }
  return { file, dialect, records, select: selectFrom(copy, written, longer, false) }
}

function selectFrom(
  file: DataFile,
  { separator, quote, names }: Dialect,
  records: Records,
  header: boolean,
): string {
  const columns = names.map((_, index) => `'c${index}': 'VARCHAR'`)
  const options = [
    // A name with a wildcard in it is a name all the same.
    quotedText(file.path.replace(/[*?[]/g, '[$&]')),
    'auto_detect = false',
    'hive_partitioning = false',
    `header = ${header}`,
    `delim = ${quotedText(separator)}`,
    `quote = ${quotedText(quote)}`,
    `escape = ${quotedText(quote)}`,
    `compression = '${file.isGzip ? 'gzip' : 'none'}'`,
    // Threads that start inside a quoted cell may take it for the end of one.
    `parallel = ${!records.hasQuotedBreak}`,
    `max_line_size = ${Math.max(2 << 20, records.longest + 1024)}`,
    `columns = {${columns.join(', ')}}`,
  ]
  return `SELECT * FROM read_csv(${options.join(', ')})`
}

function checkHeader(names: readonly string[], label: string): void {
  try {
    checkNames(names)
  } catch (error) {
    if (!(error instanceof CribaError)) throw error
    throw new CribaError(error.code, `${label}: ${error.message}`)
  }
}

function checkSameNames({ file, dialect }: Part, first: Part): void {
  const given = dialect.names
  const wanted = first.dialect.names
  const differs = Math.max(given.length, wanted.length)
  for (let i = 0; i < differs; i++) {
    if (given[i] === wanted[i]) continue
    const found = `column ${i + 1} is ${given[i] ?? 'absent'}, in ${first.file.label} it is ${wanted[i] ?? 'absent'}`
    throw new CribaError(
      'invalid',
      `invalid columns of ${file.label}: ${found} (needs the same columns in every file)`,
    )
  }
}
