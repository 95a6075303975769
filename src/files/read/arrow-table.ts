import { checkNames, CribaError } from '#core'
import { tableFromArrow } from '../cells/from-arrow.ts'
import type { Column, Table, Warning } from '#core'
import type { ArrowTable } from '../cells/from-arrow.ts'
import { keepFilter, resolveChoice } from '../options/column-choice.ts'
import type { ColumnChoice } from '../options/column-choice.ts'
import { checkArrow } from './arrow-bytes.ts'
import { hearSignal } from './interruption.ts'

/** The table in the bytes of an Arrow file or stream, without the dropped columns. */
export async function tableOfArrow(
  bytes: Uint8Array,
  label: string,
  choice: ColumnChoice,
  signal?: AbortSignal,
): Promise<Table> {
  // Importing takes 0.2 seconds, which only Arrow files should cost.
  const { tableFromIPC } = await import('apache-arrow')
  checkArrow(bytes, label)
  let table
  try {
    table = tableFromIPC(bytes)
  } catch (cause) {
    const why = 'it is damaged, or compressed, or of types that are not read'
    const remedy = 'write it as Parquet, or as Arrow without compression'
    throw new CribaError('unreadable', `unreadable file: ${label}: ${why} (${remedy})`, { cause })
  }
  const names = table.schema.fields.map(({ name }) => name)
  const chosen = resolveChoice(choice, names)
  if (table.numRows === 0) throw new CribaError('missing', `missing rows: ${label} has none`)
  const isKept = keepFilter(chosen)
  const kept = [...names.keys()].filter((index) => isKept(names[index]))
  checkNames(
    kept.map((index) => names[index]),
    label,
  )
  const columns: Column[] = []
  const warnings: Warning[] = []
  for (const index of kept) {
    const name = names[index]
    checkLevels(table.getChildAt(index), name, label)
    try {
      const column = await withValues(table.selectAt([index]), signal)
      const read = tableFromArrow(column, chosen.types)
      columns.push(...read.columns)
      warnings.push(...read.warnings)
    } catch (cause) {
      if (cause instanceof CribaError) throw cause
      const why = `column ${name} has a value that no number holds, such as a time`
      const remedy = 'drop the column, or correct the value'
      throw new CribaError('unreadable', `unreadable file: ${label}: ${why} (${remedy})`, { cause })
    }
  }
  return { rows: table.numRows, columns, warnings }
}

/** So many values are decoded before a signal is heard. */
const rowsOfBlock = 1 << 16

/** A table of one column, its values decoded: most of the time of reading is taken here. */
async function withValues(table: ArrowTable, signal: AbortSignal | undefined): Promise<ArrowTable> {
  const { numRows, schema } = table
  const vector = table.getChildAt(0)!
  await hearSignal(signal)
  // These are taken as they are.
  if (String(schema.fields[0].type) === 'Float64' && vector.nullCount === 0) return table
  const values: unknown[] = []
  while (values.length < numRows) {
    await hearSignal(signal)
    const end = Math.min(numRows, values.length + rowsOfBlock)
    for (let row = values.length; row < end; row++) values.push(vector.get(row))
  }
  const decoded = {
    nullCount: vector.nullCount,
    get: (row: number) => values[row],
    toArray: () => vector.toArray(),
  }
  return { numRows, schema, getChildAt: () => decoded }
}

/** A column of Arrow in its parts, each with the numbers of its levels if it has a dictionary. */
interface ArrowColumn {
  readonly data: readonly {
    readonly length: number
    readonly values: unknown
    readonly dictionary?: { readonly length: number } | undefined
    getValid(row: number): boolean
  }[]
}

/**
 * Refuses a column that refers to levels which its dictionary does not have: its parser would read missing
 * values.
 */
function checkLevels(column: ArrowColumn | null, name: string, label: string): void {
  for (const part of column?.data ?? []) {
    if (!part.dictionary) continue
    const levels = part.dictionary.length
    const numbers = part.values as ArrayLike<number | bigint>
    for (let row = 0; row < part.length; row++) {
      const number = Number(numbers[row])
      if ((number >= 0 && number < levels) || !part.getValid(row)) continue
      const why = `column ${name} refers to level ${number} of ${levels}`
      throw new CribaError('unreadable', `unreadable file: ${label}: ${why} (it is damaged)`)
    }
  }
}
