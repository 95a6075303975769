import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Checkpoint } from '../src/select/selection/checkpoint.ts'
import { CribaError } from '../src/spec/error.ts'

/** Writes a file aside and renames it, so that nobody ever finds half of it. */
export async function writeWhole(path: string, text: string): Promise<void> {
  try {
    await writeFile(`${path}.part`, text)
    await rename(`${path}.part`, path)
  } catch (cause) {
    throw new CribaError('unwritable', `unwritable file: ${path} (${(cause as Error).message})`, { cause })
  }
}

/** A file that a search is written down in. */
export function checkpointFile(path: string): Checkpoint {
  return {
    read: async () => {
      try {
        return await readFile(path, 'utf8')
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw new CribaError('unreadable', `unreadable checkpoint: ${path} (${(cause as Error).message})`, {
          cause,
        })
      }
    },
    write: (text) => writeWhole(path, text),
  }
}
