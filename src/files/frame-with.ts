import { remedy } from '#core'
import type { Remedy, TextOptions } from '#core'
import { fileBytes } from './read/bytes.ts'
import { findInput } from './read/input.ts'
import { ScratchFolder } from './read/scratch-folder.ts'
import { kindOf } from './text/first-cells.ts'
import { findFrame } from './text/frame-search.ts'
import { otherFrame } from './text/frame-warnings.ts'
import { openTextFile } from './text/text-file.ts'

/**
 * The options with which a text file has a column of a name: after other lines, with another separator, or with
 * its lines as columns. `null` if there are none, and for other data than a file of text.
 */
export async function frameWith(path: string, options: TextOptions, column: string): Promise<Remedy | null> {
  if (path === '-') return null
  const scratch = new ScratchFolder()
  try {
    const input = await findInput(path, scratch, () => Promise.reject(new Error('no pattern')))
    if (input.format !== 'text') return null
    const { skip: _, separator: __, ...others } = options
    const file = await openTextFile(fileBytes(input.files[0]), others)
    const line = file.records.find(({ cells }, i) => i > 0 && cells[0].trim() === column)
    if (line && isColumn(line.cells.slice(1)))
      return remedy({ transpose: true }, `a line begins with ${column}`, null)
    const { text, isWhole, comment } = file
    const found = findFrame({ text, isWhole, comment, skipEnd: options.skipEnd ?? 0, column })
    return found && Object.keys(found.set).length > 0 ? otherFrame(found) : null
  } catch {
    // The error about the column stands alone.
    return null
  } finally {
    scratch.close()
  }
}

/** Whether the cells of a line are rather those of a column than names: numbers, or some of them equal. */
function isColumn(cells: readonly string[]): boolean {
  const values = cells.filter((cell) => kindOf(cell) === 'value').length
  return cells.length > 1 && (values * 2 > cells.length || new Set(cells).size < cells.length)
}
