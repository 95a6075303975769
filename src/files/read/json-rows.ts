import { CribaError } from '#core'
import { nodeThreads, startInNode } from '#memory'
import { fileBytes } from './bytes.ts'
import type { DataFile } from './bytes.ts'
import { checkSignal } from './interruption.ts'
import { writeRows } from './json-tables.ts'
import type { RowsWritten } from './json-tables.ts'
import type { FromJsonThread, ToJsonThread } from './json-thread.ts'

/** Files of so many bytes are rewritten in less time than an interruption may take. */
const briefBytes = 1 << 21

/**
 * Writes the rows of a JSON file that is no list of rows, as `writeRows` does. A long file is rewritten on a
 * thread of its own, which an interruption ends wherever it is.
 */
export async function rowsWritten(file: DataFile, path: string): Promise<RowsWritten | null> {
  if (fileBytes(file).size <= briefBytes) return writeRows(file, path)
  const { signal, watched, ...sent } = file
  checkSignal(signal)
  let end = () => {}
  try {
    const rows = await new Promise<RowsWritten | null>((resolve, reject) => {
      const receive = (message: FromJsonThread) => {
        if (message.kind === 'written') resolve(message.rows)
        else reject(message.code ? new CribaError(message.code, message.message) : new Error(message.message))
      }
      const url = new URL('./json-thread.js', import.meta.url)
      const thread = startInNode(nodeThreads!, url, (message) => receive(message as FromJsonThread), reject)
      const abort = () => reject(new CribaError('interrupted', 'interrupted'))
      signal?.addEventListener('abort', abort)
      end = () => {
        signal?.removeEventListener('abort', abort)
        thread.end()
      }
      const job: ToJsonThread = { file: sent, path }
      thread.post(job)
    })
    watched?.check(file.path)
    return rows
  } finally {
    end()
  }
}
