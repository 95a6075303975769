import type { ColumnTypes } from '../../columns/from-columns.ts'
import { typeOf } from '../../columns/from-columns.ts'
import type { Table } from '../../columns/table.ts'
import { CribaError } from '../../spec/error.ts'
import { limits } from '../../statistics/request.ts'
import { MemorySource } from '../memory/source.ts'
import type { Source } from '../source.ts'
import { Engine } from './engine.ts'
import { firstLine } from './first-line.ts'
import { readArff } from './read/arff.ts'
import { readArrow } from './read/arrow.ts'
import type { DataFile } from './read/bytes.ts'
import { engineColumns, typedColumns } from './read/engine-columns.ts'
import { columnFacts } from './read/facts.ts'
import { fileSource } from './read/file-source.ts'
import { findInput } from './read/input.ts'
import { loadTable } from './read/load.ts'
import { interruptible } from './read/interruption.ts'
import { queryView } from './read/query.ts'
import type { QueriedData } from './read/query.ts'
import { Scratch } from './read/scratch.ts'
import { storeTable } from './read/store.ts'
import { textColumns } from './read/text-columns.ts'
import type { FoundColumn } from './read/text-columns.ts'
import { readText } from './read/text.ts'
import type { Text } from './read/text.ts'
import { textView } from './read/text-view.ts'
import { checkChoice, keptBy } from './read/typed-view.ts'
import type { ColumnChoice, TypedView } from './read/typed-view.ts'
import { isWideText, readWideText } from './read/wide-text.ts'
import type { Relation } from './relation.ts'
import { DuckSource } from './source.ts'

/** How a file is read. */
export interface ReadOptions {
  /** A query over the file, which it calls `data`; its rows are read in place of the file's. */
  readonly sql?: string
  /** Types by column name, `'*'` for every column not named. */
  readonly types?: ColumnTypes
  /** Stops the reading; what is open then is closed. */
  readonly signal?: AbortSignal
}

/** How a file is opened as a source. */
export interface OpenOptions extends ReadOptions {
  /** Where the statistics are made; without it in memory up to 2^26 cells, beyond in the engine. */
  readonly source?: 'memory' | 'duckdb'
  /** Columns that are not read. */
  readonly drop?: readonly string[]
}

/** Something that holds an engine or files until it is closed. */
export interface Closable {
  close(): void
}

/**
 * Reads a data file into memory: delimited text, Parquet, JSON, Arrow or ARFF, a pattern of several files, or `-` for
 * standard input.
 *
 * @example const wine = await readTable('wine.csv', { types: { region: 'categorical' } })
 */
export async function readTable(path: string, options: ReadOptions = {}): Promise<Table> {
  return withOpened(path, options, async (opened) => {
    const table = await opened.table()
    opened.close()
    return table
  })
}

/** Opens a data file as a source of statistics; `close` gives back what it holds. */
export async function openSource(path: string, options: OpenOptions = {}): Promise<Source & Closable> {
  return withOpened(path, options, async (opened) => {
    const { rows, columns } = opened.size
    const isSmall = rows * columns <= limits.fetched
    if (options.source === 'memory' || (options.source !== 'duckdb' && isSmall)) {
      const source = new MemorySource(await opened.table())
      opened.close()
      return Object.assign(source, { close: () => {} })
    }
    return Object.assign(new DuckSource(await opened.relation()), { close: () => opened.close() })
  })
}

/** A file whose columns are known and typed; its cells may still lie in the file. */
interface Opened extends Closable {
  readonly size: { readonly rows: number; readonly columns: number }
  table(): Promise<Table>
  relation(): Promise<Relation>
}

async function withOpened<T>(
  path: string,
  options: OpenOptions,
  use: (opened: Opened) => Promise<T>,
): Promise<T> {
  const scratch = new Scratch()
  let started: Promise<Engine> | undefined
  let running: Engine | undefined
  const engine = () => (started ??= Engine.start().then((begun) => (running = begun)))
  const close = () => {
    running?.close()
    running = undefined
    scratch.close()
  }
  const work = async () => use({ ...(await open(path, options, scratch, engine)), close })
  try {
    return await interruptible(options.signal, () => running, work)
  } catch (cause) {
    close()
    if (cause instanceof CribaError) throw cause
    throw new CribaError('unreadable', `unreadable file: ${path}: ${firstLine(cause)}`, { cause })
  }
}

type Start = () => Promise<Engine>

async function open(
  path: string,
  options: OpenOptions,
  scratch: Scratch,
  engine: Start,
): Promise<Omit<Opened, 'close'>> {
  const input = await findInput(path, scratch, engine, options.signal)
  if (input.format === 'arrow' || input.format === 'arff') {
    const read = (choice: ColumnChoice) =>
      input.format === 'arrow' ? readArrow(input.files[0], choice) : readArff(input.files[0], choice, scratch)
    if (options.sql === undefined) return ofTable(await read(options), engine)
    const stored = await storeTable(await engine(), await read({}))
    return ofView(await queried(await engine(), stored, options.sql, options, []), engine)
  }
  if (input.format === 'text') {
    return openText(await readText(input, scratch), options, scratch, engine, pathsOf(input.files))
  }
  const running = await engine()
  const from = await fileSource(running, input)
  if (options.sql === undefined) return ofView(await selected(running, from, input.label, options), engine)
  return ofView(
    await queried(running, { from, warnings: [] }, options.sql, options, pathsOf(input.files)),
    engine,
  )
}

function pathsOf(files: readonly DataFile[]): readonly string[] {
  return files.map(({ path }) => path)
}

async function openText(
  text: Text,
  options: OpenOptions,
  scratch: Scratch,
  engine: Start,
  files: readonly string[],
): Promise<Omit<Opened, 'close'>> {
  const { sql } = options
  const isWide = isWideText(text, sql === undefined ? options : {})
  if (sql === undefined && isWide) return ofTable(await readWideText(text, options), engine)
  const running = await engine()
  // A type that names a column of the file holds for the file; the others are for what the query makes.
  const types = Object.entries(options.types ?? {}).filter(([name]) => text.names.includes(name))
  const choice = sql === undefined ? options : { types: Object.fromEntries(types) }
  const view = isWide
    ? await storeTable(running, await readWideText(text, choice))
    : await textTypes(running, text, await textView(running, text, scratch), choice)
  if (sql === undefined) return ofView(view, engine)
  return ofView(await queried(running, view, sql, options, [...files, ...scratch.files()]), engine)
}

async function textTypes(engine: Engine, text: Text, from: string, choice: ColumnChoice): Promise<TypedView> {
  checkChoice(choice, text.names)
  const isKept = keptBy(choice)
  const columns = text.names
    .map((name, index) => ({ name, cell: `c${index}`, type: typeOf(choice.types, name) }))
    .filter(({ name }) => isKept(name))
  const { rows, decimalCommas, place } = text
  return viewOf(from, rows, await textColumns(engine, { from, decimalCommas, place }, columns))
}

async function queried(
  engine: Engine,
  data: QueriedData,
  sql: string,
  choice: ColumnChoice,
  files: readonly string[],
): Promise<TypedView> {
  const result = await selected(engine, await queryView(engine, sql, data, files), 'the query', choice)
  const names = new Set(result.columns.map(({ name }) => name))
  const kept = data.warnings.filter(({ column }) => column === undefined || names.has(column))
  return { ...result, warnings: [...kept, ...result.warnings] }
}

async function selected(
  engine: Engine,
  from: string,
  label: string,
  choice: ColumnChoice,
): Promise<TypedView> {
  const columns = await engineColumns(engine, from)
  checkChoice(
    choice,
    columns.map(({ name }) => name),
  )
  const isKept = keptBy(choice)
  const kept = columns.filter(({ name }) => isKept(name))
  const [[rows]] = await engine.rows(`SELECT count(*) FROM ${from}`)
  const source = { from, rows: Number(rows), label }
  return viewOf(from, source.rows, await typedColumns(engine, source, kept, choice))
}

function viewOf(from: string, rows: number, found: readonly FoundColumn[]): TypedView {
  return {
    from,
    rows,
    columns: found.map(({ column }) => column),
    warnings: found.flatMap(({ warnings }) => warnings),
  }
}

function ofView(view: TypedView, engine: Start): Omit<Opened, 'close'> {
  return {
    size: { rows: view.rows, columns: view.columns.length },
    table: async () => loadTable(await engine(), view),
    relation: async () => ({
      engine: await engine(),
      ...view,
      columns: await columnFacts(await engine(), view),
    }),
  }
}

function ofTable(table: Table, engine: Start): Omit<Opened, 'close'> {
  const relation = async () => {
    const view = await storeTable(await engine(), table)
    return { engine: await engine(), ...view, columns: await columnFacts(await engine(), view) }
  }
  return { size: { rows: table.rows, columns: table.columns.length }, table: async () => table, relation }
}
