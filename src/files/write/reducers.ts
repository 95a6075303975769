import { closeSync, openSync, writeSync } from 'node:fs'
import { levelAt } from '#core'
import type { Table, Warning } from '#core'
import { CellWriter } from '#memory'
import { quotedName, quotedText, storeTable } from '#sql'
import type { KeyedView } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import type { MergedSpellings } from '../cells/fold-levels.ts'
import { columnsOfRows, plainText } from '../read/engine-columns.ts'
import type { KeyedRows } from '../read/engine-columns.ts'
import { writeCells } from '../text/raw-cells.ts'
import type { CsvStyle } from '../text/raw-cells.ts'
import type { DelimitedText } from '../text/read-text.ts'
import { storedColumns } from './stored-times.ts'

/** Writes some columns of the data: all rows, in the order of the data. */
export interface Reducer {
  /** The separator of the data, if they are delimited text. */
  readonly separator?: string
  csv(isChosen: (name: string) => boolean, path: string, style: CsvStyle): Promise<void>
  /** The columns with their types, as a query of the engine. */
  typed(isChosen: (name: string) => boolean): Promise<TypedRows>
}

/** Rows of the engine in the order of the data. */
export interface TypedRows {
  readonly engine: DuckEngine
  readonly select: string
  /** Which columns are not written with their types. */
  readonly warnings: readonly Warning[]
}

/**
 * Writes columns of a text: to CSV with the cells as they are in the file, to Parquet and Arrow with numbers, dates
 * and times where criba read these.
 */
export function textReducer(
  text: () => DelimitedText,
  signal: AbortSignal | undefined,
  typed: Reducer['typed'],
): Reducer {
  return {
    separator: text().files[0].separator,
    typed,
    csv: async (isChosen, path, style) => {
      const chosen = [...text().names.keys()].filter((index) => isChosen(text().names[index]))
      const names = chosen.map((index) => text().names[index])
      await withCsv(path, style, names, (csv) =>
        writeCells(text(), chosen, style, { signal }, (records) => csv.records(records)),
      )
    },
  }
}

/** Columns with criba's types. */
export function typedOfView(engine: DuckEngine, view: KeyedView): Reducer['typed'] {
  const { from, key, columns } = view
  return async (isChosen) => {
    const chosen = columns.filter(({ name }) => isChosen(name))
    const { list, warnings } = await storedColumns(engine, { ...view, columns: chosen })
    return { engine, select: `SELECT ${list.join(', ')} FROM ${from} ORDER BY ${key}`, warnings }
  }
}

/** A text of the engine with its spelling merged. */
export function mergedText(text: string, spellings: ReadonlyMap<string, string>): string {
  const cases = [...spellings].map(([from, to]) => `WHEN ${quotedText(from)} THEN ${quotedText(to)}`)
  return `CASE ${text} ${cases.join(' ')} ELSE ${text} END`
}

/** Writes columns of the engine, with its types where the format has types. */
export function engineReducer(
  engine: DuckEngine,
  { from, key }: KeyedRows,
  merged: MergedSpellings = new Map(),
): Reducer {
  const valueOf = (name: string) => {
    const spellings = merged.get(name)
    return spellings ? mergedText(quotedName(name), spellings) : quotedName(name)
  }
  const chosenOf = async (isChosen: (name: string) => boolean) =>
    (await columnsOfRows(engine, { from, key })).filter(({ name }) => isChosen(name))
  return {
    csv: async (isChosen, path, style) => {
      const chosen = await chosenOf(isChosen)
      const names = chosen.map(({ name }) => name)
      const cells = chosen.map(({ name, engineType }) => plainText(valueOf(name), engineType))
      await withCsv(path, style, names, async (csv) => {
        const sorted = `SELECT ${cells.join(', ')} FROM ${from} ORDER BY ${key}`
        for await (const block of engine.blocks(sorted)) {
          for (let row = 0; row < block.rows; row++)
            csv.record(names.map((_, index) => (block.value(index, row) as string | null) ?? ''))
        }
      })
    },
    typed: async (isChosen) => {
      const names = (await chosenOf(isChosen)).map(({ name }) => `${valueOf(name)} AS ${quotedName(name)}`)
      return { engine, select: `SELECT ${names.join(', ')} FROM ${from} ORDER BY ${key}`, warnings: [] }
    },
  }
}

/** Writes columns of a table in memory; `texts` reads the file again with all cells as text. */
export function tableReducer(
  engine: () => Promise<DuckEngine>,
  table: Table,
  texts: (isChosen: (name: string) => boolean) => Promise<Table>,
): Reducer {
  return {
    csv: async (isChosen, path, style) => {
      const { rows, columns } = await texts(isChosen)
      const names = columns.map(({ name }) => name)
      await withCsv(path, style, names, (csv) => {
        for (let row = 0; row < rows; row++)
          csv.record(columns.map((column) => (column.type === 'numeric' ? '' : levelAt(column, row))))
      })
    },
    typed: typedOfTable(engine, table),
  }
}

/** Columns of a table in memory, as numbers, dates, times and text. */
export function typedOfTable(engine: () => Promise<DuckEngine>, table: Table): Reducer['typed'] {
  return async (isChosen) => {
    const running = await engine()
    const columns = table.columns.filter(({ name }) => isChosen(name))
    const view = await storeTable(running, { ...table, columns }, 'criba reduced')
    return typedOfView(running, view)(() => true)
  }
}

/** The number of records written at once. */
const recordsPerWrite = 4096

/** Writes a CSV file in UTF-8. */
class CsvFile {
  readonly #descriptor: number
  readonly #writer: CellWriter
  #records = 0

  constructor(path: string, { separator, isSafe }: CsvStyle) {
    this.#descriptor = openSync(path, 'w')
    this.#writer = new CellWriter(separator.charCodeAt(0), 1 << 16, isSafe)
  }

  record(cells: Iterable<string>): void {
    for (const cell of cells) this.#writer.text(cell)
    this.#writer.endRecord()
    if (++this.#records % recordsPerWrite === 0) this.#flush()
  }

  /** Writes whole records that are already CSV. */
  records(bytes: Uint8Array): void {
    this.#flush()
    this.#write(bytes)
  }

  close(): void {
    try {
      this.#flush()
    } finally {
      closeSync(this.#descriptor)
    }
  }

  #flush(): void {
    this.#write(this.#writer.finish())
  }

  #write(bytes: Uint8Array): void {
    // A write may be partial.
    for (let from = 0; from < bytes.length;)
      from += writeSync(this.#descriptor, bytes, from, bytes.length - from)
  }
}

/** Writes the rows of a query as Parquet, with the engine's types. */
export async function writeParquet({ engine, select }: TypedRows, path: string): Promise<void> {
  await engine.rows(`COPY (${select}) TO ${quotedText(path)} (FORMAT parquet, USE_TMP_FILE false)`)
}

async function withCsv(
  path: string,
  style: CsvStyle,
  names: readonly string[],
  write: (csv: CsvFile) => Promise<void> | void,
): Promise<void> {
  const csv = new CsvFile(path, style)
  try {
    csv.record(names)
    await write(csv)
  } finally {
    csv.close()
  }
}
