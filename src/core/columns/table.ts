import type { Warning } from '../results/warning.ts'
import { CribaError } from '../spec/error.ts'
import type { Column } from './column.ts'

/** Named columns of equal length, in order, and the warnings from reading them. */
export interface Table {
  readonly rows: number
  readonly columns: readonly Column[]
  readonly warnings: readonly Warning[]
}

/** A column, and the warnings from building it. */
export interface BuiltColumn<C extends Column = Column> {
  readonly column: C
  readonly warnings: readonly Warning[]
}

/** Makes a table of columns; refuses empty and duplicate names, and columns of unequal length. */
export function makeTable(rows: number, built: readonly BuiltColumn[]): Table {
  checkNames(built.map(({ column }) => column.name))
  for (const { column } of built) {
    const length = column.type === 'numeric' ? column.values.length : column.codes.length
    if (length !== rows) {
      throw new CribaError(
        'invalid',
        `invalid column ${column.name}: ${length} values (needs ${rows}, as the first)`,
      )
    }
  }
  return {
    rows,
    columns: built.map(({ column }) => column),
    warnings: built.flatMap(({ warnings }) => warnings),
  }
}

/**
 * Refuses empty and duplicate column names, and a table without columns; `label` names the file in messages.
 */
export function checkNames(names: readonly string[], label?: string): void {
  const where = label === undefined ? '' : ` in ${label}`
  if (names.length === 0) throw new CribaError('missing', `missing columns: ${label ?? 'the table'} has none`)
  const seen = new Map<string, number>()
  names.forEach((name, index) => {
    if (name.trim() === '') {
      throw new CribaError(
        'invalid',
        `invalid name of column ${index + 1}${where}: it is empty (give the column a name)`,
      )
    }
    const first = seen.get(name)
    if (first !== undefined) {
      throw new CribaError(
        'invalid',
        `invalid column name${where}: ${name} names columns ${first + 1} and ${index + 1} (rename one)`,
      )
    }
    seen.set(name, index)
  })
}
