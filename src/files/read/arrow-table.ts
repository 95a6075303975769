import { CribaError, tableFromArrow } from '#core'
import type { Table } from '#core'
import { keepFilter, resolveChoice } from '../options/column-choice.ts'
import type { ColumnChoice } from '../options/column-choice.ts'
import { checkArrow } from './check-arrow.ts'

/** The table in the bytes of an Arrow file or stream, without the dropped columns. */
export async function tableOfArrow(bytes: Uint8Array, label: string, choice: ColumnChoice): Promise<Table> {
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
  return tableFromArrow(table.selectAt(kept), chosen.types)
}
