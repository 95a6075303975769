import { readFile } from 'node:fs/promises'
import { tableFromArrow } from '../../columns/from-arrow.ts'
import type { Table } from '../../columns/table.ts'
import { CribaError } from '../../spec/error.ts'
import { firstLine } from '../../sources/sql/first-line.ts'
import type { DataFile } from './bytes.ts'
import { choiceAmong, keptBy } from '../column-choice.ts'
import type { ColumnChoice } from '../column-choice.ts'

/** Reads an Arrow file or stream, the dropped columns left out. */
export async function readArrow({ path, label, signal }: DataFile, choice: ColumnChoice): Promise<Table> {
  // A fifth of a second that only Arrow files should cost.
  const { tableFromIPC } = await import('apache-arrow')
  const table = await readFile(path, { signal })
    .then((bytes) => tableFromIPC(bytes))
    .catch((cause: unknown) => {
      const mend = 'write it as Parquet, or as Arrow without compression'
      throw new CribaError('unreadable', `unreadable file: ${label}: ${firstLine(cause)} (${mend})`, {
        cause,
      })
    })
  const names = table.schema.fields.map(({ name }) => name)
  const chosen = choiceAmong(choice, names)
  if (table.numRows === 0) throw new CribaError('missing', `missing rows: ${label} has none`)
  const isKept = keptBy(chosen)
  const kept = [...names.keys()].filter((index) => isKept(names[index]))
  return tableFromArrow(table.selectAt(kept), chosen.types)
}
