import { CribaError, invalidPart, oneLine } from '#core'
import type { Mend, Source, Table, Warning } from '#core'
import { MemorySource } from '#memory'
import {
  checkHeap,
  firstLine,
  fullOfTemporaryFiles,
  heapBytes,
  isAddress,
  memoryBytes,
  sourceOver,
} from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import { openData } from './contents.ts'
import type { DataOptions, OpenedFile } from './contents.ts'
import { openMended } from './mended.ts'
import type { OpenOptions, ReadOptions } from './options/open-options.ts'
import { fileBytes } from './read/bytes.ts'
import { findInput } from './read/input.ts'
import { interruptible } from './read/interruption.ts'
import { ScratchFolder } from './read/scratch-folder.ts'
import { WatchedFiles } from './read/watched-files.ts'
import { firstRowsOf } from './text/raw-cells.ts'
import type { FirstRows } from './text/raw-cells.ts'
import { openText } from './text/read-text.ts'
import { writeArrow } from './write/arrow-file.ts'
import { writeParquet } from './write/reducers.ts'

export type { OpenOptions, ReadOptions } from './options/open-options.ts'

/** Something that keeps an engine or files open until it is closed. */
export interface Closable {
  close(): void
}

/** Data of which some columns can be written to a file, until it is closed. */
export interface Reducible {
  /** Writes all rows of some columns, in the order of the data; an existing file is replaced. */
  reduce(columns: readonly string[]): Promise<Reduced>
}

/** What was written to a file. */
export interface Reduced {
  /** The columns; of lists that are split the column of the file. */
  readonly columns: readonly string[]
  /** What should be known of the columns in the file, such as times that its format does not have. */
  readonly warnings: readonly Warning[]
}

/**
 * Reads a data file into memory: delimited text, a sheet of a workbook, Parquet, JSON, Arrow, ARFF or
 * SVMlight, a pattern of several files, or `-` for standard input.
 *
 * @example const wine = await readTable('wine.csv', { types: { region: 'categorical' } })
 */
export async function readTable(path: string, options: ReadOptions = {}): Promise<Table> {
  const given = await givenTo(path, options)
  return withOpened(path, given, async (opened) => {
    const table = await opened.table()
    opened.close()
    const warnings = table.warnings.map((warning) => ({ ...warning, message: oneLine(warning.message) }))
    return { ...table, warnings }
  })
}

/**
 * Opens a data file, or a table on a ClickHouse server by its address, as a source of statistics; `close`
 * releases its resources.
 *
 * @example const source = await openSource('clickhouse://reader@localhost/default.flights')
 */
export async function openSource(
  path: string,
  options: OpenOptions = {},
): Promise<Source & Closable & { readonly mended?: Mend }> {
  const given = await givenTo(path, options)
  return given.mends === 'apply'
    ? openMended(path, given, (mended) => sourceAt(path, mended))
    : sourceAt(path, given)
}

/** The options, once they and the path have been checked; a page checks those of texts with the same code. */
async function givenTo<Options extends ReadOptions>(path: string, options: Options): Promise<Options> {
  checkPath('path', path)
  return (await import('./options/given-options.ts')).givenOpenOptions(options)
}

function checkPath(name: string, path: unknown): void {
  if (typeof path !== 'string') throw invalidPart(name, path, 'the path of a file, as a text')
}

async function sourceAt(path: string, options: DataOptions): Promise<Source & Closable> {
  if (isAddress(path)) return (await import('./clickhouse/open-address.ts')).openAddress(path, options)
  refuseSample(options)
  return withOpened(path, options, async (opened) => {
    const source = await sourceFrom(opened, options)
    if (source.name === 'duckdb') return Object.assign(source, { close: () => opened.close() })
    opened.close()
    return Object.assign(source, { close: () => {} })
  })
}

/**
 * Opens a data file as a source of statistics from which columns can be written to `output`, a path that ends
 * in .csv, .tsv, .parquet or .arrow, or `-` for standard output (CSV; `-.parquet` and `-.arrow` in these formats).
 * Throws immediately if that path cannot be written.
 *
 * @example await (await openReducible('wine.csv', 'small.csv')).reduce(['alcohol', 'quality'])
 */
export async function openReducible(
  path: string,
  output: string,
  options: OpenOptions = {},
): Promise<Source & Closable & Reducible & { readonly mended?: Mend }> {
  const given = await givenTo(path, options)
  checkPath('output', output)
  return given.mends === 'apply'
    ? openMended(path, given, (mended) => reducibleAt(path, output, mended))
    : reducibleAt(path, output, given)
}

async function reducibleAt(
  path: string,
  output: string,
  options: DataOptions,
): Promise<Source & Closable & Reducible> {
  if (isAddress(path)) {
    const remedy = 'write the names of the columns with --save, and copy them there with INSERT INTO … SELECT'
    throw new CribaError(
      'unsuitable',
      `unsuitable output: ${output} (the rows of a server stay there; ${remedy})`,
    )
  }
  refuseSample(options)
  return withOpened(path, { ...options, output }, async (opened) => {
    const source = await sourceFrom(opened, options)
    const reduce = (columns: readonly string[]) =>
      interruptible(options.signal, opened.running, () =>
        writeColumns(opened, columns, options.safeCsv ?? false),
      )
    return Object.assign(source, { close: () => opened.close(), reduce })
  })
}

/** A file is read once and as a whole: a sample of it would save little. */
function refuseSample({ sample }: OpenOptions): void {
  if (!sample) return
  const remedy = 'it is of the rows of a server; choose rows of a file with --sql'
  throw new CribaError('unsuitable', `unsuitable sample: ${sample.rows} rows (${remedy})`)
}

/** About the bytes that an analysis keeps for a column, beside its values. */
const bytesOfColumn = 5000

async function sourceFrom(opened: OpenedWithEngine, options: OpenOptions): Promise<Source> {
  const source = await uncheckedSource(opened, options)
  const { length } = source.columns
  checkHeap(`analyses of ${length} columns`, bytesOfColumn * length, heapBytes())
  return source
}

async function uncheckedSource(opened: OpenedWithEngine, { source }: OpenOptions): Promise<Source> {
  if (source === 'memory') return new MemorySource(await opened.table())
  const data = source === 'duckdb' ? await opened.relation() : await opened.tableOrRelation()
  if (!('engine' in data)) return new MemorySource(data)
  await opened.running()?.fitThreads(data.rows)
  return sourceOver(data)
}

async function writeColumns(
  { output, ...opened }: OpenedFile,
  columns: readonly string[],
  isSafe: boolean,
): Promise<Reduced> {
  const reducer = opened.reducer()
  const written = opened.columnsOfFile?.(columns) ?? columns
  const chosen = new Set(written)
  const isChosen = (name: string) => chosen.has(name)
  const { format, isPrinted, write } = output!
  // A text keeps its separator, but a .csv file is never separated by tabs or spaces.
  const { separator: own = ',' } = reducer
  const separator = format === 'tsv' ? '\t' : own.trim() === '' ? ',' : own
  let warnings: readonly Warning[] = []
  await write(async (path) => {
    if (format === 'csv' || format === 'tsv') await reducer.csv(isChosen, path, { separator, isSafe })
    else {
      const rows = await reducer.typed(isChosen)
      warnings = rows.warnings
      if (format === 'parquet') await writeParquet(rows, path)
      else await writeArrow(rows, path, isPrinted)
    }
  })
  return { columns: written, warnings }
}

interface OpenedWithEngine extends OpenedFile, Closable {
  /** The engine, if it was started. */
  readonly running: () => DuckEngine | undefined
}

/** Loads DuckDB and starts it; no other module imports the engine. */
async function startEngine(memory: string | undefined): Promise<DuckEngine> {
  const { DuckEngine } = await import('#sql/on-demand')
  return DuckEngine.start({ memory })
}

async function withOpened<T>(
  path: string,
  options: DataOptions,
  use: (opened: OpenedWithEngine) => Promise<T>,
): Promise<T> {
  const { memory } = options
  // Refuse an invalid amount even if no engine is started.
  if (memory !== undefined) memoryBytes(memory)
  const scratch = new ScratchFolder()
  const watched = options.watched ?? new WatchedFiles()
  let started: Promise<DuckEngine> | undefined
  let running: DuckEngine | undefined
  const engine = () => (started ??= startEngine(memory).then((engine) => (running = engine)))
  const close = () => {
    running?.close()
    running = undefined
    scratch.close()
  }
  const work = async () => {
    try {
      const opened = await openData(path, { ...options, watched }, scratch, engine)
      return await use({ ...opened, running: () => running, close })
    } finally {
      // Whatever else is wrong may come of the change.
      watched.check()
    }
  }
  try {
    return await interruptible(options.signal, () => running, work)
  } catch (cause) {
    close()
    if (cause instanceof CribaError) throw cause
    // What a damaged file leads to inside the engine is no error of the engine to its user.
    const why = firstLine(cause).replace(/^INTERNAL Error: /, 'it is damaged: ')
    throw (
      fullOfTemporaryFiles(cause) ??
      new CribaError('unreadable', `unreadable file: ${path}: ${why}`, { cause })
    )
  }
}

/**
 * The first rows of a text, cells as they stand in it; null for other data, and for input that can be read
 * only once.
 */
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
