import { typeOf } from '../columns/from-columns.ts'
import type { Table } from '../columns/table.ts'
import type { DuckEngine } from '../sources/duckdb/engine.ts'
import type { OpenOptions } from './open-options.ts'
import { readArff } from './read/arff.ts'
import { readArrow } from './read/arrow.ts'
import type { DataFile } from './read/bytes.ts'
import { columnsOfRows, typedColumns } from './read/engine-columns.ts'
import type { KeyedRows } from './read/engine-columns.ts'
import { columnFacts } from '../sources/sql/column-facts.ts'
import { fileSource } from './read/file-source.ts'
import { findInput } from './read/input.ts'
import type { Input } from './read/input.ts'
import { loadTable } from '../sources/sql/load-table.ts'
import { queryTable } from './read/query.ts'
import type { QueriedData } from './read/query.ts'
import type { Scratch } from './read/scratch.ts'
import { storeTable } from '../sources/duckdb/store-table.ts'
import { textColumns } from './read/text-columns.ts'
import type { FoundColumn } from './read/text-columns.ts'
import { readText } from './read/text.ts'
import type { Text } from './read/text.ts'
import { textTable } from './read/text-table.ts'
import { checkChoice, keptBy } from './read/column-choice.ts'
import type { ColumnChoice } from './read/column-choice.ts'
import type { TypedView } from '../sources/sql/typed-view.ts'
import { isWideText, readWideText } from './read/wide-text.ts'
import type { Relation } from '../sources/sql/relation.ts'
import { outputFor } from './write/output.ts'
import type { Output } from './write/output.ts'
import { engineReducer, tableReducer, tableToParquet, textReducer, viewToParquet } from './write/reducers.ts'
import type { Reducer } from './write/reducers.ts'

/** A file whose columns are known and typed; its cells may still lie in the file. */
export interface Opened {
  readonly size: { readonly rows: number; readonly columns: number }
  table(): Promise<Table>
  relation(): Promise<Relation>
  readonly reducer: Reducer
  /** Where columns are to be written, if anywhere. */
  readonly output: Output | undefined
}

/** How a file is opened whose columns may be written again. */
export interface DataOptions extends OpenOptions {
  readonly output?: string
}

type Start = () => Promise<DuckEngine>

/** What an opening leads to, whatever the file. */
type Contents = Omit<Opened, 'output'>

/** Opens a file, or makes a query over it; what it takes is in the folder and in the engine handed over. */
export async function openData(
  path: string,
  options: DataOptions,
  scratch: Scratch,
  engine: Start,
): Promise<Opened> {
  const input = await findInput(path, scratch, engine, options.signal)
  const files = pathsOf(input.files)
  const output =
    options.output === undefined ? undefined : outputFor(options.output, path === '-' ? ['-'] : files)
  const contents = await contentsOf(input, options, scratch, engine, (used) => [
    ...used,
    ...scratch.files(),
    ...(output ? [output.aside] : []),
  ])
  return { ...contents, output }
}

/** `allowed`: what a query may touch besides the files it reads. */
async function contentsOf(
  input: Input,
  options: OpenOptions,
  scratch: Scratch,
  engine: Start,
  allowed: (files: readonly string[]) => readonly string[],
): Promise<Contents> {
  const files = pathsOf(input.files)
  if (input.format === 'arrow' || input.format === 'arff') {
    const read = (choice: ColumnChoice) =>
      input.format === 'arrow' ? readArrow(input.files[0], choice) : readArff(input.files[0], choice, scratch)
    if (options.sql !== undefined) {
      const stored = await storeTable(await engine(), await read({}))
      return ofQuery(await engine(), stored, options, allowed([]))
    }
    const table = await read(options)
    return ofTable(
      table,
      engine,
      tableReducer(engine, table, (isChosen) => read(asTexts(table, isChosen))),
    )
  }
  if (input.format === 'text') {
    return openText(await readText(input, scratch), options, scratch, engine, () => allowed(files))
  }
  const running = await engine()
  const keyed = await fileSource(running, input)
  if (options.sql !== undefined) {
    return ofQuery(running, { ...keyed, warnings: [] }, options, allowed(files))
  }
  return ofView(await selected(running, keyed, input.label, options), running, engineReducer(running, keyed))
}

/** Some columns of a file, every value of them as a text. */
function asTexts({ columns }: Table, isChosen: (name: string) => boolean): ColumnChoice {
  const names = columns.map(({ name }) => name)
  return { types: { '*': 'categorical' }, drop: names.filter((name) => !isChosen(name)) }
}

function pathsOf(files: readonly DataFile[]): readonly string[] {
  return files.map(({ path }) => path)
}

async function openText(
  text: Text,
  options: OpenOptions,
  scratch: Scratch,
  engine: Start,
  allowed: () => readonly string[],
): Promise<Contents> {
  const { sql } = options
  const isWide = isWideText(text, sql === undefined ? options : {})
  if (sql === undefined && isWide) {
    const table = await readWideText(text, options)
    return ofTable(table, engine, textReducer(text, tableToParquet(engine, table)))
  }
  const running = await engine()
  // A type that names a column of the file holds for the file; the others are for what the query makes.
  const types = Object.entries(options.types ?? {}).filter(([name]) => text.names.includes(name))
  const choice = sql === undefined ? options : { types: Object.fromEntries(types) }
  const view = isWide
    ? await storeTable(running, await readWideText(text, choice))
    : await textTypes(running, text, await textTable(running, text, scratch), choice)
  if (sql !== undefined) return ofQuery(running, view, options, allowed())
  return ofView(view, running, textReducer(text, viewToParquet(running, view)))
}

async function textTypes(
  engine: DuckEngine,
  text: Text,
  keyed: KeyedRows,
  choice: ColumnChoice,
): Promise<TypedView> {
  checkChoice(choice, text.names)
  const isKept = keptBy(choice)
  const columns = text.names
    .map((name, index) => ({ name, cell: `c${index}`, type: typeOf(choice.types, name) }))
    .filter(({ name }) => isKept(name))
  return viewOf(keyed, await textColumns(engine, { ...text, ...keyed }, columns))
}

async function ofQuery(
  engine: DuckEngine,
  data: QueriedData,
  options: OpenOptions,
  files: readonly string[],
): Promise<Contents> {
  const table = await queryTable(engine, options.sql!, data, files)
  const result = await selected(engine, table, 'the query', options)
  const names = new Set(result.columns.map(({ name }) => name))
  const kept = data.warnings.filter(({ column }) => column === undefined || names.has(column))
  const view = { ...result, warnings: [...kept, ...result.warnings] }
  return ofView(view, engine, engineReducer(engine, table))
}

async function selected(
  engine: DuckEngine,
  keyed: KeyedRows,
  label: string,
  choice: ColumnChoice,
): Promise<TypedView> {
  const columns = await columnsOfRows(engine, keyed)
  checkChoice(
    choice,
    columns.map(({ name }) => name),
  )
  const isKept = keptBy(choice)
  const kept = columns.filter(({ name }) => isKept(name))
  return viewOf(keyed, await typedColumns(engine, { ...keyed, label }, kept, choice))
}

function viewOf(keyed: KeyedRows, found: readonly FoundColumn[]): TypedView {
  return {
    ...keyed,
    columns: found.map(({ column }) => column),
    warnings: found.flatMap(({ warnings }) => warnings),
  }
}

function ofView(view: TypedView, engine: DuckEngine, reducer: Reducer): Contents {
  return {
    size: { rows: view.rows, columns: view.columns.length },
    table: () => loadTable(engine, view),
    relation: async () => ({ engine, ...view, columns: await columnFacts(engine, view) }),
    reducer,
  }
}

function ofTable(table: Table, engine: Start, reducer: Reducer): Contents {
  const relation = async () => {
    const view = await storeTable(await engine(), table)
    return { engine: await engine(), ...view, columns: await columnFacts(await engine(), view) }
  }
  const size = { rows: table.rows, columns: table.columns.length }
  return { size, table: async () => table, relation, reducer }
}
