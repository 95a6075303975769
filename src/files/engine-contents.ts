import { checkNames, CribaError, limits } from '#core'
import type { Warning } from '#core'
import { bytesOfLevel, checkHeap, columnFacts, firstLine, heapBytes, loadTable, quotedName } from '#sql'
import type { KeyedView, TypedColumn } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import type { FileContents } from './file-contents.ts'
import { keepFilter, resolveChoice } from './options/column-choice.ts'
import type { ColumnChoice } from './options/column-choice.ts'
import type { OpenOptions } from './options/open-options.ts'
import { columnsOfRows, typedColumns } from './read/engine-columns.ts'
import type { KeyedRows } from './read/engine-columns.ts'
import type { Input } from './read/input.ts'
import { flatRows, keyedTable } from './read/keyed-rows.ts'
import type { FlatRows } from './read/keyed-rows.ts'
import { rowsOfFiles } from './read/parquet-json.ts'
import type { ScratchFolder } from './read/scratch-folder.ts'
import { roomOfTexts } from './text-room.ts'
import { engineReducer } from './write/reducers.ts'
import { storedColumns } from './write/stored-times.ts'

/** The contents of Parquet or JSON files, which the engine reads. */
export async function engineContents(
  engine: DuckEngine,
  input: Input,
  options: OpenOptions,
  scratch: ScratchFolder,
  allowed: readonly string[],
): Promise<FileContents> {
  const isQueried = options.sql !== undefined
  const { warnings, inside, ...keyed } = await rowsOfFiles(engine, input, { isQueried, scratch })
  if (isQueried) return queryContents(engine, { ...keyed, warnings, isOfTypes: true }, options, allowed)
  const flat = await flatRows(engine, keyed)
  const view = await typedView(engine, flat, input.label, options, {
    words: options.missingWords,
    inside,
  })
  return viewContents(engine, flat, { ...view, warnings: [...warnings, ...view.warnings] }, options)
}

/** The contents of a query over data; the query may read only the `allowed` files. */
export async function queryContents(
  engine: DuckEngine,
  data: QueriedData,
  options: OpenOptions,
  allowed: readonly string[],
): Promise<FileContents> {
  const { untyped, ...queried } = await queryTable(engine, options.sql!, data, allowed)
  const keyed = await flatRows(engine, queried)
  const { typed, isOfTypes = false } = data
  const view = await typedView(engine, keyed, 'the query', options, { isOfQuery: true, isOfTypes, typed })
  const kept = data.warnings.filter(
    (warning) =>
      isAboutResult(warning, data.columns ?? [], view.columns) && !isMendedBy(options.sql!, warning),
  )
  return viewContents(engine, keyed, { ...view, warnings: [...kept, ...untyped, ...view.warnings] }, options)
}

/** Whether a query is, or has, the one that a warning names. */
function isMendedBy(sql: string, { query }: Warning): boolean {
  if (query === undefined) return false
  const replaced = /^SELECT \* REPLACE \((.*)\) FROM data$/s.exec(query)?.[1]
  return sql.includes(replaced ?? query)
}

/** Whether a warning is about no column, or about one that the query left as it was. */
function isAboutResult(
  { column, columns = column === undefined ? [] : [column] }: Warning,
  before: readonly TypedColumn[],
  after: readonly TypedColumn[],
): boolean {
  const typeIn = (all: readonly TypedColumn[], name: string) => {
    const found = all.find((one) => one.name === name)
    return found && [found.type, found.time].join()
  }
  return (
    columns.length === 0 ||
    columns.some((name) => typeIn(after, name) !== undefined && typeIn(after, name) === typeIn(before, name))
  )
}

async function typedView(
  engine: DuckEngine,
  { leaves, structs, ...keyed }: FlatRows,
  label: string,
  choice: ColumnChoice,
  {
    isOfQuery = false,
    isOfTypes = true,
    words,
    inside,
    typed,
  }: {
    readonly isOfQuery?: boolean
    readonly isOfTypes?: boolean
    readonly words?: readonly string[] | undefined
    readonly inside?: string | undefined
    readonly typed?: ReadonlySet<string> | undefined
  } = {},
): Promise<KeyedView> {
  const names = leaves.map(({ name }) => name)
  // Names that the engine tells apart may be the same once they are read: a byte order mark in front is lost.
  if (new Set(names).size < names.length) checkNames(names, label)
  const chosen = resolveChoice(choice, names, structs, typed)
  const isKept = keepFilter(chosen)
  const kept = leaves.filter(({ name }) => isKept(name))
  const found = await typedColumns(
    engine,
    { ...keyed, label, isOfQuery, isOfTypes, words, inside },
    kept,
    chosen,
  )
  return {
    ...keyed,
    columns: found.map(({ column }) => column),
    warnings: found.flatMap(({ warnings }) => warnings),
  }
}

function viewContents(
  engine: DuckEngine,
  keyed: KeyedRows,
  view: KeyedView,
  { memory }: OpenOptions,
): FileContents {
  const relation = async () => ({ engine, ...view, columns: await columnFacts(engine, view) })
  const { rows, columns } = view
  const ofLevels = columns.filter(({ type }) => type === 'categorical')
  /** What columns of levels take at most is known at once, and what they take once these are counted. */
  const mayBeTexts = ofLevels.length * rows * bytesOfLevel > roomOfTexts(memory)
  const counted = async () => {
    const found = await relation()
    const levels = found.columns.reduce((sum, { distinct }) => sum + (distinct ?? 0), 0)
    return { found, bytes: bytesOfLevel * levels }
  }
  const table = async () => {
    if (mayBeTexts)
      checkHeap(`the levels of ${ofLevels.length} columns`, (await counted()).bytes, heapBytes())
    return loadTable(engine, view)
  }
  return {
    table,
    relation,
    tableOrRelation: async () => {
      if (rows * columns.length > limits.fetched) return relation()
      if (!mayBeTexts) return loadTable(engine, view)
      const { found, bytes } = await counted()
      return bytes > roomOfTexts(memory) ? found : loadTable(engine, view)
    },
    reducer: (merged) => engineReducer(engine, keyed, merged),
  }
}

/** The data of a query: with columns typed by criba, or else by the engine. */
interface QueriedData {
  readonly from: string
  readonly key: string
  readonly rows: number
  readonly columns?: readonly TypedColumn[]
  /** The columns whose type the user gave, and which were read by it. */
  readonly typed?: ReadonlySet<string>
  readonly warnings: readonly Warning[]
  /** Whether they are a typed file, of whose texts nothing is said yet. */
  readonly isOfTypes?: boolean
}

/**
 * Runs the user's query over a view called `data` and stores its rows in a table, so that anything the query
 * leaves undefined (the order of groups) is fixed once. The query runs on one thread, so that this is the
 * same in every run, and may read only the view: it is checked before anything of it is bound, and the engine
 * opens no other files than those that the data come from.
 */
async function queryTable(
  engine: DuckEngine,
  sql: string,
  { from, key, rows, columns }: QueriedData,
  files: readonly string[],
): Promise<KeyedRows & { readonly untyped: readonly Warning[] }> {
  const table = 'criba query'
  checkCase(columns ?? [])
  const { list, warnings: untyped } = columns
    ? await storedColumns(engine, { from, key, rows, columns })
    : { list: (await columnsOfRows(engine, { from, key })).map(({ name }) => quotedName(name)), warnings: [] }
  await engine.rows(`CREATE VIEW data AS SELECT ${list.join(', ')} FROM ${from}`)
  try {
    await engine.checkUserQuery(sql)
    await engine.confine(files)
    await engine.onOneThread(() => engine.rows(`CREATE TABLE ${quotedName(table)} AS\n${sql}`))
  } catch (cause) {
    if (cause instanceof CribaError) throw cause
    throw new CribaError('invalid', `invalid query: ${firstLine(cause)}`, { cause })
  }
  const keyed = await keyedTable(engine, table)
  if (keyed.rows === 0) throw new CribaError('missing', 'missing rows: the query returns no rows')
  return { ...keyed, untyped }
}

/** Refuses names that differ only in case, which SQL cannot distinguish. */
function checkCase(columns: readonly TypedColumn[]): void {
  const seen = new Map<string, string>()
  for (const { name } of columns) {
    const other = seen.get(name.toLowerCase())
    if (other !== undefined) {
      throw new CribaError(
        'invalid',
        `invalid columns for a query: ${other} and ${name} differ only in case (rename one)`,
      )
    }
    seen.set(name.toLowerCase(), name)
  }
}
