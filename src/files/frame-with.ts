import { remedy } from '#core'
import type { Mend, Remedy, TextOptions } from '#core'
import type { TextEncodingName } from '#memory'
import { fileBytes } from './read/bytes.ts'
import type { DataFile } from './read/bytes.ts'
import { findInput } from './read/input.ts'
import { ScratchFolder } from './read/scratch-folder.ts'
import { kindOf } from './text/first-cells.ts'
import { findFrame } from './text/frame-search.ts'
import { otherFrame } from './text/frame-warnings.ts'
import { tableBelow } from './text/table-below.ts'
import type { TextBytes } from './text/text-bytes.ts'
import { openTextFile } from './text/text-file.ts'
import type { TextFile } from './text/text-file.ts'
import { decoded, linesBefore } from './text/text-head.ts'

/** The options with which a text has a column, and why. */
interface FoundColumn {
  readonly set: Mend
  readonly why: string
  readonly loses?: boolean
}

/** So many sheets of a workbook are searched. */
const mostSheets = 20

/**
 * The options with which a text file or a workbook has a column of a name: after other lines, with another
 * separator, with its lines as columns, in another sheet. `null` if there are none, and for other data. Input
 * that can be read only once is searched only if `copies` holds it.
 */
export async function frameWith(
  path: string,
  options: TextOptions,
  column: string,
  copies?: ScratchFolder,
): Promise<Remedy | null> {
  if (path === '-' && !copies) return null
  const scratch = copies ?? new ScratchFolder()
  try {
    const input = await findInput(path, scratch, () => Promise.reject(new Error('no pattern')))
    const [file] = input.files
    if (input.format === 'workbook') return await sheetWith(file, options, column, scratch)
    if (input.format !== 'text') return null
    const { separator: _, ...others } = options
    const found = await columnIn(fileBytes(file), others, column)
    return found && Object.keys(found.set).length > 0 ? remedy(found.set, found.why, null, found.loses) : null
  } catch {
    // The error about the column stands alone.
    return null
  } finally {
    if (!copies) scratch.close()
  }
}

/** The options with which a text has a column: none if it has it as it is; `null` if there are none. */
async function columnIn(bytes: TextBytes, options: TextOptions, column: string): Promise<FoundColumn | null> {
  const found = await columnAs('utf-8', bytes, options, column)
  return found ?? (/[^\0-\x7f]/.test(column) ? columnAs('windows-1252', bytes, options, column) : null)
}

async function columnAs(
  encoding: TextEncodingName,
  bytes: TextBytes,
  options: TextOptions,
  column: string,
): Promise<FoundColumn | null> {
  const { skip: _, headerRows: __, ...others } = options
  const file = await openTextFile(bytes, others, encoding)
  if (file.names.includes(column)) return { set: usual(options), why: '' }
  const sideways = hasColumnLine(file, column)
    ? { set: { transpose: true }, why: `a line begins with ${column}` }
    : null
  if (sideways && isRegular(file)) return sideways
  const { text, isWhole, comment } = file
  const search = { text, isWhole, comment, encoding: file.encoding, skipEnd: options.skipEnd ?? 0 }
  const found = findFrame({ ...search, column }) ?? findFrame({ ...search, column, mayBeRagged: true })
  if (found)
    return { set: { ...usual(options), ...found.set }, why: otherFrame(found).why, loses: found.loses }
  const below = isWhole ? tableBelow(text, file, column) : null
  if (below) {
    const skip = linesBefore(text, below.header)
    const why = `after ${skip} lines another table begins`
    return { set: { ...usual(options), skip }, why }
  }
  const other = findFrame(search)
  if (!other || !hasColumnLine(await openTextFile(bytes, { ...others, ...other.set }, encoding), column))
    return sideways
  const set = { ...usual(options), ...other.set, transpose: true }
  return { set, why: `${otherFrame(other).why}, and a line begins with ${column}` }
}

/** Whether the first rows are as wide as the header. */
function isRegular({ records, names }: TextFile): boolean {
  return records.slice(1).every(({ cells }) => cells.length === names.length)
}

/** Whether a line is a column of a name. */
function hasColumnLine({ records, encoding }: TextFile, column: string): boolean {
  const line = records.find(({ cells }, i) => i > 0 && decoded(cells[0], encoding).trim() === column)
  return line !== undefined && isColumn(line.cells.slice(1))
}

/** The usual values of options that a frame does not need, where others are given. */
function usual({ skip, headerRows }: TextOptions): Mend {
  return { ...(skip !== undefined && { skip: 0 }), ...(headerRows !== undefined && { headerRows: 1 }) }
}

/** The sheet of a workbook that has a column, and how it stands there. */
async function sheetWith(
  file: DataFile,
  options: TextOptions,
  column: string,
  scratch: ScratchFolder,
): Promise<Remedy | null> {
  const { openSheet, sheetNames, sheetSeparator } = await import('./sheets/open-sheets.ts')
  const names = await sheetNames(file, scratch)
  for (const sheet of names.slice(0, mostSheets)) {
    const { bytes } = await openSheet(file, { ...options, sheet }, scratch)
    const found = await columnIn(bytes, { ...options, separator: sheetSeparator }, column).catch(() => null)
    if (!found) continue
    const { set, why } = found
    if (Object.keys(set).length === 0 && sheet === (options.sheet ?? names[0])) return null
    return remedy({ sheet, ...set }, [`sheet ${sheet} has ${column}`, why].filter(Boolean).join(': '), null)
  }
  return null
}

/** Whether the cells of a line are rather those of a column than names: numbers, or some of them equal. */
function isColumn(cells: readonly string[]): boolean {
  const values = cells.filter((cell) => kindOf(cell) === 'value').length
  return cells.length > 1 && (values * 2 > cells.length || new Set(cells).size < cells.length)
}
