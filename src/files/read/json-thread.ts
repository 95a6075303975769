import { CribaError } from '#core'
import type { ErrorCode } from '#core'
import { listen } from '#memory'
import type { DataFile } from './bytes.ts'
import { writeRows } from './json-tables.ts'
import type { RowsWritten } from './json-tables.ts'

/* A thread that writes the rows of one JSON file. */

/** The file to read, and where its rows are written. */
export interface ToJsonThread {
  readonly file: Omit<DataFile, 'signal' | 'watched'>
  readonly path: string
}

export type FromJsonThread =
  | { readonly kind: 'written'; readonly rows: RowsWritten | null }
  /** `code`: `null` for an error that criba did not raise on purpose. */
  | { readonly kind: 'error'; readonly code: ErrorCode | null; readonly message: string }

listen((received, reply) => {
  const { file, path } = received as ToJsonThread
  const answer = (message: FromJsonThread) => reply(message, [])
  writeRows(file, path).then(
    (rows) => answer({ kind: 'written', rows }),
    (error: Error) => {
      const code = error instanceof CribaError ? error.code : null
      answer({ kind: 'error', code, message: error.message })
    },
  )
})
