import { limits } from '#core'
import { columnFacts, loadTable } from '#sql'
import type { KeyedView } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import type { FileContents } from './file-contents.ts'
import { keepFilter, resolveChoice } from './options/column-choice.ts'
import type { ColumnChoice } from './options/column-choice.ts'
import { columnsOfRows, typedColumns } from './read/engine-columns.ts'
import type { KeyedRows } from './read/engine-columns.ts'
import type { Input } from './read/input.ts'
import type { OpenOptions } from './read/open-options.ts'
import { rowsOfFiles } from './read/parquet-json.ts'
import { queryTable } from './read/query.ts'
import type { QueriedData } from './read/query.ts'
import { engineReducer } from './write/reducers.ts'

/** The contents of Parquet or JSON files, which the engine reads. */
export async function engineContents(
  engine: DuckEngine,
  input: Input,
  options: OpenOptions,
  allowed: readonly string[],
): Promise<FileContents> {
  const keyed = await rowsOfFiles(engine, input)
  if (options.sql !== undefined) return queryContents(engine, { ...keyed, warnings: [] }, options, allowed)
  return viewContents(engine, keyed, await typedView(engine, keyed, input.label, options))
}

/** The contents of a query over data; the query may read only the `allowed` files. */
export async function queryContents(
  engine: DuckEngine,
  data: QueriedData,
  options: OpenOptions,
  allowed: readonly string[],
): Promise<FileContents> {
  const keyed = await queryTable(engine, options.sql!, data, allowed)
  const view = await typedView(engine, keyed, 'the query', options)
  const names = new Set(view.columns.map(({ name }) => name))
  const kept = data.warnings.filter(({ column }) => column === undefined || names.has(column))
  return viewContents(engine, keyed, { ...view, warnings: [...kept, ...view.warnings] })
}

async function typedView(
  engine: DuckEngine,
  keyed: KeyedRows,
  label: string,
  choice: ColumnChoice,
): Promise<KeyedView> {
  const columns = await columnsOfRows(engine, keyed)
  const chosen = resolveChoice(
    choice,
    columns.map(({ name }) => name),
  )
  const isKept = keepFilter(chosen)
  const kept = columns.filter(({ name }) => isKept(name))
  const found = await typedColumns(engine, { ...keyed, label }, kept, chosen)
  return {
    ...keyed,
    columns: found.map(({ column }) => column),
    warnings: found.flatMap(({ warnings }) => warnings),
  }
}

function viewContents(engine: DuckEngine, keyed: KeyedRows, view: KeyedView): FileContents {
  const table = () => loadTable(engine, view)
  const relation = async () => ({ engine, ...view, columns: await columnFacts(engine, view) })
  const isSmall = view.rows * view.columns.length <= limits.fetched
  return {
    table,
    relation,
    tableOrRelation: isSmall ? table : relation,
    reducer: () => engineReducer(engine, keyed),
  }
}
