import { CribaError } from '#core'
import type { Mend, Run } from '#core'
import type { ServedFile } from './serve-sessions.ts'

/** Reads a file in a worker, where no engine is. */
export async function openPageFile(
  file: Blob | null,
  name: string,
  mend: Mend,
  run: Run,
): Promise<ServedFile> {
  if (!file) throw new CribaError('missing', 'missing file: a worker was started without data')
  const { openBlob } = await import('#files/page')
  const { table, first, reduce } = await openBlob(file, name, mend, run)
  const { rows, columns, warnings } = table
  return {
    data: table,
    facts: {
      name,
      rows,
      columns: columns.map((column) => ({
        name: column.name,
        type: column.type,
        ...(column.type === 'numeric' && column.time && { time: column.time }),
      })),
      warnings,
      ...(first && { first }),
      reduces: reduce !== undefined,
    },
    mend,
    ...(reduce && { reduce }),
  }
}
