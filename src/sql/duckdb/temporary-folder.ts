import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CribaError } from '#core'

/** Makes a folder for temporary files, which begins with a name. */
export function temporaryFolder(name: string): string {
  const folder = tmpdir()
  try {
    return mkdtempSync(join(folder, `${name}-`))
  } catch (cause) {
    throw unwritable(`nothing can be made in ${folder}`, cause as NodeJS.ErrnoException)
  }
}

/** The error of a disk that is full while temporary files are written; null if the cause is another one. */
export function fullOfTemporaryFiles(cause: unknown): CribaError | null {
  const error = Object(cause) as NodeJS.ErrnoException
  const isFull = error.code === 'ENOSPC' || error.code === 'EDQUOT'
  return isFull ? unwritable(`no space is left in ${tmpdir()}`, error) : null
}

function unwritable(why: string, cause: NodeJS.ErrnoException): CribaError {
  return new CribaError(
    'unwritable',
    `unwritable temporary files: ${why} (${cause.code}: let TMPDIR name another folder)`,
    { cause },
  )
}
