import type { Mend } from '#core'
import { fileBytes } from './read/bytes.ts'
import { findInput } from './read/input.ts'
import { ScratchFolder } from './read/scratch-folder.ts'
import { firstRowsOf } from './text/first-rows.ts'
import type { FirstRows } from './text/first-rows.ts'
import { openText } from './text/read-text.ts'

/** The first rows of a text, cells as they stand in it; null for other data, and for input that can be read only once. */
export async function firstRows(
  path: string,
  { types: _, ...options }: Mend = {},
): Promise<FirstRows | null> {
  if (path === '-' || path.includes('://')) return null
  const scratch = new ScratchFolder()
  try {
    const { format, files, label } = await findInput(path, scratch, () =>
      Promise.reject(new Error('no pattern')),
    )
    return format === 'text' ? firstRowsOf(await openText([fileBytes(files[0])], label, options)) : null
  } catch {
    // Whatever is wrong is said where the data are opened.
    return null
  } finally {
    scratch.close()
  }
}
