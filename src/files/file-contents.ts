import type { Table } from '#core'
import { columnFacts, storeTable } from '#sql'
import type { Relation } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import type { ColumnChoice } from './options/column-choice.ts'
import type { MergedSpellings } from './cells/fold-levels.ts'
import { tableReducer } from './write/reducers.ts'
import type { Reducer } from './write/reducers.ts'

/** The contents of an opened file, read on request. */
export interface FileContents {
  table(): Promise<Table>
  relation(): Promise<Relation>
  /** A table if the values fit into memory, else a relation of the engine. */
  tableOrRelation(): Promise<Table | Relation>
  /** Makes the writer for columns of the file, after one of the above was called. */
  readonly reducer: (merged?: MergedSpellings) => Reducer
  /** The columns of the file that hold some columns of the table, if these are not the same. */
  readonly columnsOfFile?: (columns: readonly string[]) => readonly string[]
}

/** Starts the engine, once. */
export type StartEngine = () => Promise<DuckEngine>

/** The contents of a file that was read into memory; `read` reads some of its columns again. */
export function tableContents(
  table: Table,
  engine: StartEngine,
  read: (choice: ColumnChoice) => Promise<Table>,
): FileContents {
  const relation = async () => {
    const running = await engine()
    const view = await storeTable(running, table)
    return { engine: running, ...view, columns: await columnFacts(running, view) }
  }
  return {
    table: async () => table,
    relation,
    tableOrRelation: async () => table,
    reducer: () => tableReducer(engine, table, (isChosen) => read(asTexts(table, isChosen))),
  }
}

/** The choice that reads some columns, every value as text. */
function asTexts({ columns }: Table, isChosen: (name: string) => boolean): ColumnChoice {
  const names = columns.map(({ name }) => name)
  return { types: { '*': 'categorical' }, drop: names.filter((name) => !isChosen(name)) }
}
