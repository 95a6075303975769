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
    const { code } = cause as NodeJS.ErrnoException
    throw new CribaError(
      'unwritable',
      `unwritable temporary files: nothing can be made in ${folder} (${code}: let TMPDIR name another folder)`,
      { cause },
    )
  }
}
