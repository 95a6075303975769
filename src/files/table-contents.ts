import type { Table } from '../columns/table.ts'
import { limits } from '../statistics/request.ts'
import { storeTable } from '../sources/duckdb/store-table.ts'
import { columnFacts } from '../sources/sql/column-facts.ts'
import type { ColumnChoice } from './column-choice.ts'
import type { Contents, Start } from './contents.ts'
import { tableReducer } from './write/reducers.ts'

/** What leads on from a file that was read into memory; `read` reads some columns of it once more. */
export function tableContents(
  table: Table,
  engine: Start,
  read: (choice: ColumnChoice) => Promise<Table>,
): Contents {
  const relation = async () => {
    const running = await engine()
    const view = await storeTable(running, table)
    return { engine: running, ...view, columns: await columnFacts(running, view) }
  }
  return {
    table: async () => table,
    relation,
    either: () => (table.rows * table.columns.length <= limits.fetched ? Promise.resolve(table) : relation()),
    reducer: () => tableReducer(engine, table, (isChosen) => read(asTexts(table, isChosen))),
  }
}

/** Some columns of a file, every value of them as a text. */
function asTexts({ columns }: Table, isChosen: (name: string) => boolean): ColumnChoice {
  const names = columns.map(({ name }) => name)
  return { types: { '*': 'categorical' }, drop: names.filter((name) => !isChosen(name)) }
}
