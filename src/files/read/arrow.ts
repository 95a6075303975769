import { readFile } from 'node:fs/promises'
import { CribaError } from '#core'
import type { Table } from '#core'
import { firstLine } from '#sql'
import type { ColumnChoice } from '../options/column-choice.ts'
import { tableOfArrow } from './arrow-table.ts'
import type { DataFile } from './bytes.ts'

/** Reads an Arrow file or stream, without the dropped columns. */
export async function readArrow({ path, label, signal }: DataFile, choice: ColumnChoice): Promise<Table> {
  const bytes = await readFile(path, { signal }).catch((cause: unknown) => {
    throw new CribaError('unreadable', `unreadable file: ${label}: ${firstLine(cause)}`, { cause })
  })
  return tableOfArrow(bytes, label, choice)
}
