import { limits } from '#core'
import type { Table } from '#core'
import { columnFacts, storeTable } from '#sql'
import type { FileContents, StartEngine } from './file-contents.ts'
import type { ColumnChoice } from './options/column-choice.ts'
import { tableReducer } from './write/reducers.ts'

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
    tableOrRelation: () =>
      table.rows * table.columns.length <= limits.fetched ? Promise.resolve(table) : relation(),
    reducer: () => tableReducer(engine, table, (isChosen) => read(asTexts(table, isChosen))),
  }
}

/** The choice that reads some columns, every value as text. */
function asTexts({ columns }: Table, isChosen: (name: string) => boolean): ColumnChoice {
  const names = columns.map(({ name }) => name)
  return { types: { '*': 'categorical' }, drop: names.filter((name) => !isChosen(name)) }
}
