import { checkNames } from '../../columns/table.ts'
import { CribaError } from '../../spec/error.ts'
import type { DataFile } from './bytes.ts'
import { findDialect } from './dialect.ts'
import type { Dialect } from '../../columns/dialect.ts'
import { inUtf8 } from './encoding.ts'
import type { Input } from './input.ts'
import { scanRecords } from './records.ts'
import type { Records } from './records.ts'
import type { Scratch } from './scratch.ts'

/** Delimited files with the same columns: how each is written, and that every row is whole. */
export interface Text {
  readonly label: string
  readonly parts: readonly TextPart[]
  readonly rows: number
  readonly names: readonly string[]
  /** Whether cells may hold decimal commas: some separator is not a comma. */
  readonly decimalCommas: boolean
  /** Where a row stands, for messages. */
  readonly place: (row: number) => string
}

export interface TextPart {
  /** In UTF-8. */
  readonly file: DataFile
  readonly dialect: Dialect
  readonly records: Records
}

/** Finds how delimited files are written and walks them once; what is wrong with a row is an error here. */
export async function readText({ label, files }: Input, scratch: Scratch): Promise<Text> {
  const parts: TextPart[] = []
  for (const given of files) {
    const file = await inUtf8(given, scratch)
    const dialect = await findDialect(file)
    checkNames(dialect.names, file.label)
    const part = { file, dialect, records: await scanRecords(file, dialect) }
    checkSameNames(part, parts[0] ?? part)
    parts.push(part)
  }
  const rows = parts.reduce((sum, part) => sum + part.records.rows, 0)
  if (rows === 0) throw new CribaError('missing', `missing rows: ${label} has a header and nothing else`)
  const isLineARow = parts.length === 1 && parts[0].records.isLineARow
  return {
    label,
    parts,
    rows,
    names: parts[0].dialect.names,
    decimalCommas: parts.some(({ dialect }) => dialect.separator !== ','),
    place: (row) => `row ${row + 1} of ${label}${isLineARow ? ` (line ${row + 2})` : ''}`,
  }
}

function checkSameNames({ file, dialect }: TextPart, first: TextPart): void {
  const given = dialect.names
  const wanted = first.dialect.names
  for (let i = 0; i < Math.max(given.length, wanted.length); i++) {
    if (given[i] === wanted[i]) continue
    const found = `column ${i + 1} is ${given[i] ?? 'absent'}, in ${first.file.label} it is ${wanted[i] ?? 'absent'}`
    const needed = 'needs the same columns in every file'
    throw new CribaError('invalid', `invalid columns of ${file.label}: ${found} (${needed})`)
  }
}
