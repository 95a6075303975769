import type { Table } from '../../columns/table.ts'
import { quotedName, quotedText } from '../../sources/duckdb/dialect.ts'
import type { DuckEngine } from '../../sources/duckdb/engine.ts'
import { columnsOfRows, plainText } from '../read/engine-columns.ts'
import type { KeyedRows } from '../read/engine-columns.ts'
import { scanRecords } from '../read/records.ts'
import { storeTable } from '../../sources/duckdb/store-table.ts'
import type { Text } from '../read/text.ts'
import type { TypedView } from '../../sources/sql/typed-view.ts'
import { ChosenCells } from './chosen-cells.ts'
import { CsvWriter } from './csv-writer.ts'

/** Writes some columns of the data, all rows of them, in the order of the data. */
export interface Reducer {
  /** The separator of the data, where they have one. */
  readonly separator?: string
  csv(isChosen: (name: string) => boolean, path: string, separator: string): Promise<void>
  parquet(isChosen: (name: string) => boolean, path: string): Promise<void>
}

/** Cells of a text go as they stand into a text; Parquet gets numbers where criba read numbers. */
export function textReducer({ parts, names }: Text, parquet: Reducer['parquet']): Reducer {
  return {
    separator: parts[0].dialect.separator,
    parquet,
    csv: async (isChosen, path, separator) =>
      withWriter(path, separator, names.filter(isChosen), async (writer) => {
        const sink = new ChosenCells(writer, names.map(isChosen))
        for (const { file, dialect } of parts) await scanRecords(file, dialect, sink)
      }),
  }
}

/** Parquet of columns as criba reads them. */
export function viewToParquet(engine: DuckEngine, { from, key, columns }: TypedView): Reducer['parquet'] {
  return async (isChosen, path) => {
    const chosen = columns.filter(({ name }) => isChosen(name))
    const list = chosen.map(({ name, sql }) => `${sql} AS ${quotedName(name)}`)
    await writeParquet(engine, `SELECT ${list.join(', ')} FROM ${from} ORDER BY ${key}`, path)
  }
}

/** What the engine holds keeps its types in Parquet. */
export function engineReducer(engine: DuckEngine, { from, key }: KeyedRows): Reducer {
  const chosenOf = async (isChosen: (name: string) => boolean) =>
    (await columnsOfRows(engine, { from, key })).filter(({ name }) => isChosen(name))
  return {
    csv: async (isChosen, path, separator) => {
      const chosen = await chosenOf(isChosen)
      const names = chosen.map(({ name }) => name)
      const cells = chosen.map(({ name, engineType }) => plainText(quotedName(name), engineType))
      await withWriter(path, separator, names, async (writer) => {
        const sorted = `SELECT ${cells.join(', ')} FROM ${from} ORDER BY ${key}`
        for await (const block of engine.blocks(sorted)) {
          for (let row = 0; row < block.rows; row++) {
            for (const index of names.keys()) writer.text((block.value(index, row) as string | null) ?? '')
            writer.endRecord()
          }
        }
      })
    },
    parquet: async (isChosen, path) => {
      const names = (await chosenOf(isChosen)).map(({ name }) => quotedName(name))
      await writeParquet(engine, `SELECT ${names.join(', ')} FROM ${from} ORDER BY ${key}`, path)
    },
  }
}

/** What was read into memory; `texts` reads it once more, its cells as texts. */
export function tableReducer(
  engine: () => Promise<DuckEngine>,
  table: Table,
  texts: (isChosen: (name: string) => boolean) => Promise<Table>,
): Reducer {
  return {
    csv: async (isChosen, path, separator) => {
      const { rows, columns } = await texts(isChosen)
      const names = columns.map(({ name }) => name)
      await withWriter(path, separator, names, (writer) => {
        for (let row = 0; row < rows; row++) {
          for (const column of columns) {
            const isMissing = column.type === 'numeric' || column.missing?.[row]
            writer.text(isMissing ? '' : column.levels[column.codes[row]])
          }
          writer.endRecord()
        }
      })
    },
    parquet: tableToParquet(engine, table),
  }
}

/** Parquet of a table of memory: numbers and texts. */
export function tableToParquet(engine: () => Promise<DuckEngine>, table: Table): Reducer['parquet'] {
  return async (isChosen, path) => {
    const running = await engine()
    const columns = table.columns.filter(({ name }) => isChosen(name))
    await viewToParquet(running, await storeTable(running, { ...table, columns }, 'criba reduced'))(
      () => true,
      path,
    )
  }
}

async function writeParquet(engine: DuckEngine, select: string, path: string): Promise<void> {
  await engine.rows(`COPY (${select}) TO ${quotedText(path)} (FORMAT parquet, USE_TMP_FILE false)`)
}

async function withWriter(
  path: string,
  separator: string,
  names: readonly string[],
  write: (writer: CsvWriter) => Promise<void> | void,
): Promise<void> {
  const writer = new CsvWriter(path, separator)
  try {
    for (const name of names) writer.text(name)
    writer.endRecord()
    await write(writer)
  } finally {
    writer.close()
  }
}
