import { readFile } from 'node:fs/promises'
import { CribaError } from '#core'
import type { Table } from '#core'
import { startThreads } from '#memory'
import { firstLine, storeTable } from '#sql'
import { engineContents, queryContents } from './engine-contents.ts'
import { tableContents } from './file-contents.ts'
import type { FileContents, StartEngine } from './file-contents.ts'
import { withLevels } from './level-contents.ts'
import type { ColumnChoice } from './options/column-choice.ts'
import type { OpenOptions } from './options/open-options.ts'
import { readArff } from './read/arff.ts'
import { tableOfArrow } from './read/arrow-table.ts'
import { fileBytes } from './read/bytes.ts'
import type { DataFile } from './read/bytes.ts'
import { findInput } from './read/input.ts'
import type { Input } from './read/input.ts'
import type { ScratchFolder } from './read/scratch-folder.ts'
import { readSvmlight } from './read/svmlight.ts'
import type { WatchedFiles } from './read/watched-files.ts'
import { textContents } from './text-contents.ts'
import { leastBytesForThreads } from './text/read-rows.ts'
import { openText } from './text/read-text.ts'
import { outputFor } from './write/output.ts'
import type { Output } from './write/output.ts'

/** An opened file. */
export interface OpenedFile extends FileContents {
  /** The file to which columns are written, if any. */
  readonly output: Output | undefined
}

/** How a file is opened, and the path to which columns of it are written, if any. */
export interface DataOptions extends OpenOptions {
  readonly output?: string
  /**
   * Where input is copied that can be read only once, if it will be read again; else it goes to `scratch`.
   */
  readonly copies?: ScratchFolder
  /** The files that must not change while they are read, where these were opened before. */
  readonly watched?: WatchedFiles
}

/** Opens a file, or runs a query over it; temporary files go to `scratch`. */
export async function openData(
  path: string,
  options: DataOptions,
  scratch: ScratchFolder,
  engine: StartEngine,
): Promise<OpenedFile> {
  const input = await findInput(path, options.copies ?? scratch, engine, options)
  const files = input.files.map((file) => file.path)
  const output =
    options.output === undefined
      ? undefined
      : outputFor(options.output, path === '-' ? ['-'] : files, options.replace ?? true, () => scratch.file())
  // The files that a query may read or write.
  const allowed = () => [...files, ...scratch.files(), ...(output ? [output.temporaryPath] : [])]
  const contents = await withLevels(options, (asked) => contentsOf(input, asked, scratch, engine, allowed))
  return { ...contents, output }
}

async function contentsOf(
  input: Input,
  options: OpenOptions,
  scratch: ScratchFolder,
  engine: StartEngine,
  allowed: () => readonly string[],
): Promise<FileContents> {
  const { format, files, label } = input
  if (format === 'workbook') return sheetContents(input, options, scratch, engine, allowed)
  if (options.sheet !== undefined)
    throw new CribaError('invalid', `invalid sheet: ${options.sheet} (${label} is no workbook: leave it out)`)
  if (format === 'text') {
    const bytes = files.map(fileBytes)
    if (bytes.some(({ size }) => size >= leastBytesForThreads)) startThreads(options.threads)
    const text = await openText(bytes, label, options)
    return textContents(text, options, engine, allowed)
  }
  if (format === 'arrow' || format === 'arff' || format === 'svmlight') {
    const reader = { arrow: readArrow, arff: readArff, svmlight: readSvmlight }[format]
    const read = (choice: ColumnChoice) => reader(files[0], choice)
    if (options.sql === undefined) return tableContents(await read(options), engine, read)
    const running = await engine()
    return queryContents(running, await storeTable(running, await read({})), options, allowed())
  }
  return engineContents(await engine(), input, options, scratch, allowed())
}

/** The contents of a sheet of each workbook, read as text; what opens workbooks is loaded for them only. */
async function sheetContents(
  { files, label }: Input,
  options: OpenOptions,
  scratch: ScratchFolder,
  engine: StartEngine,
  allowed: () => readonly string[],
): Promise<FileContents> {
  const { openSheet, sheetSeparator } = await import('./sheets/open-sheets.ts')
  const sheets: Awaited<ReturnType<typeof openSheet>>[] = []
  for (const file of files) sheets.push(await openSheet(file, options, scratch))
  const bytes = sheets.map(({ bytes }) => bytes)
  if (bytes.some(({ size }) => size >= leastBytesForThreads)) startThreads(options.threads)
  const { encoding: _, ...others } = options
  const text = await openText(bytes, label, { ...others, separator: sheetSeparator })
  const warnings = sheets.flatMap((sheet) => sheet.warnings(text.names))
  return textContents({ ...text, warnings, isOfSheet: true }, options, engine, allowed)
}

/** Reads an Arrow file or stream, without the dropped columns. */
async function readArrow({ path, label, signal, watched }: DataFile, choice: ColumnChoice): Promise<Table> {
  const bytes = await readFile(path, { signal }).catch((cause: unknown) => {
    throw new CribaError('unreadable', `unreadable file: ${label}: ${firstLine(cause)}`, { cause })
  })
  watched?.check(path)
  return tableOfArrow(bytes, label, choice, signal)
}
