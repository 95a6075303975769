import { existsSync, realpathSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { CribaError } from '#core'
import type { SelectResult } from '#core'
import type { Checkpoint } from '#analyses'

/** Writes a temporary file and renames it, so that no reader ever finds half a file. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  try {
    await writeFile(`${path}.part`, text)
    await rename(`${path}.part`, path)
  } catch (cause) {
    throw new CribaError('unwritable', `unwritable file: ${path} (${(cause as Error).message})`, { cause })
  }
}

/**
 * Refuses to replace an existing file without `--force`, before any work is done. `-o` replaces no file at
 * all, because its output looks like any table; `--save` may replace a result that it recognises as its own.
 */
export async function refuseReplacing(
  data: string,
  { output, save, force }: { readonly output?: string; readonly save?: string; readonly force?: boolean },
): Promise<void> {
  if (force) return
  // Opening the data refuses an output that is the input itself.
  if (output !== undefined && existsSync(output) && !isSame(output, data))
    throw existingFile('output', output)
  if (save !== undefined && existsSync(save) && !(await isResult(save))) throw existingFile('save', save)
}

/** The error of an interrupted command, which names the files that are not written. */
export function interrupted(files: readonly string[]): CribaError {
  const isOne = files.length === 1
  const missing = files.length > 0 ? `: ${files.join(' and ')} ${isOne ? 'is' : 'are'} not written` : ''
  return new CribaError('interrupted', `interrupted${missing}`)
}

function isSame(output: string, data: string): boolean {
  return existsSync(data) && realpathSync(output) === realpathSync(data)
}

function existingFile(flag: string, path: string): CribaError {
  return new CribaError('invalid', `invalid ${flag}: ${path} exists already (--force replaces it)`)
}

async function isResult(path: string): Promise<boolean> {
  try {
    const result = JSON.parse(await readFile(path, 'utf8')) as Partial<SelectResult> | null
    return result?.command === 'select' && result.criba !== undefined
  } catch {
    return false
  }
}

/** A file for the state of a search. */
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
    write: (text) => writeAtomically(path, text),
  }
}
