import { existsSync, realpathSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Checkpoint } from '../src/analyses/selection/checkpoint.ts'
import { CribaError } from '../src/spec/error.ts'
import type { SelectResult } from '../src/trace/selection.ts'

/** Writes a file aside and renames it, so that nobody ever finds half of it. */
export async function writeWhole(path: string, text: string): Promise<void> {
  try {
    await writeFile(`${path}.part`, text)
    await rename(`${path}.part`, path)
  } catch (cause) {
    throw new CribaError('unwritable', `unwritable file: ${path} (${(cause as Error).message})`, { cause })
  }
}

/**
 * Refuses to replace a file without `--force`, before any work is done. What `-o` writes looks like anyone's table, so any
 * file is kept; what `--save` wrote is known by what it holds, and may be written again.
 */
export async function refuseReplacing(
  data: string,
  { output, save, force }: { readonly output?: string; readonly save?: string; readonly force?: boolean },
): Promise<void> {
  if (force) return
  // That the data would be written over is told by whoever opens them.
  if (output !== undefined && existsSync(output) && !isSame(output, data)) throw existing('output', output)
  if (save !== undefined && existsSync(save) && !(await isResult(save))) throw existing('save', save)
}

function isSame(output: string, data: string): boolean {
  return existsSync(data) && realpathSync(output) === realpathSync(data)
}

function existing(flag: string, path: string): CribaError {
  return new CribaError('invalid', `invalid ${flag}: ${path} is there already (--force replaces it)`)
}

async function isResult(path: string): Promise<boolean> {
  try {
    const result = JSON.parse(await readFile(path, 'utf8')) as Partial<SelectResult> | null
    return result?.command === 'select' && result.criba !== undefined
  } catch {
    return false
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
