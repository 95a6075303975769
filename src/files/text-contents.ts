import { unitOfFormat } from './cells/cell-format.ts'
import type { ColumnTypes } from './cells/column-types.ts'
import { readAs } from '#memory'
import { columnFacts, quotedName, rowKey, storedView } from '#sql'
import type { KeyedView, StoredRows, StoredValues } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import { queryContents } from './engine-contents.ts'
import type { FileContents, StartEngine } from './file-contents.ts'
import type { ColumnChoice } from './options/column-choice.ts'
import type { OpenOptions } from './options/open-options.ts'
import type { ColumnReader } from './text/column-reader.ts'
import type { ReadCells, ReadRows } from './text/file-rows.ts'
import { emptyRowsWarning } from './text/frame-warnings.ts'
import type { TextRun } from './text/read-rows.ts'
import { checkOfRoom, refuseTexts, TooLargeForMemory } from './text-room.ts'
import { readTextTable } from './text/read-text-table.ts'
import { readText } from './text/read-text.ts'
import type { DelimitedText, RowStore } from './text/read-text.ts'
import { textReducer, typedOfTable, typedOfView } from './write/reducers.ts'
import type { Reducer } from './write/reducers.ts'

/** The contents of delimited text. */
export async function textContents(
  given: DelimitedText,
  options: OpenOptions,
  engine: StartEngine,
  allowed: () => readonly string[],
): Promise<FileContents> {
  const { sql, signal } = options
  if (sql !== undefined) {
    const running = await engine()
    const types = typesOfFile(given, options)
    const { view } = await readTextIntoEngine(given, { types }, options, running)
    return queryContents(running, { ...view, typed: new Set(Object.keys(types)) }, options, allowed())
  }
  let text = given
  let typed: Reducer['typed'] | undefined
  const table = async (check: (rows: ReadRows) => void) => {
    const read = await readTextTable(given, options, options, check)
    text = read.text
    typed = typedOfTable(engine, read.table)
    return read.table
  }
  const relation = async () => {
    const running = await engine()
    const read = await readTextIntoEngine(given, options, options, running)
    text = read.text
    typed = typedOfView(running, read.view)
    return relationOf(running, read.view)
  }
  return {
    table: () => table(refuseTexts),
    relation,
    tableOrRelation: async () => {
      try {
        return await table(checkOfRoom(options.memory))
      } catch (error) {
        if (!(error instanceof TooLargeForMemory)) throw error
        return relation()
      }
    },
    reducer: () =>
      textReducer(
        () => text,
        signal,
        (isChosen) => typed!(isChosen),
      ),
  }
}

const table = 'criba text'

/** Reads the chosen columns of a text into a table of the engine, each row with its key, chunk by chunk. */
async function readTextIntoEngine(
  text: DelimitedText,
  choice: ColumnChoice,
  run: TextRun,
  engine: DuckEngine,
): Promise<{ readonly view: KeyedView; readonly text: DelimitedText }> {
  let store: EngineStore | null = null
  const read = await readText(text, choice, run, async () => {
    await store?.finish()
    return (store = new EngineStore(engine, run.signal))
  })
  await store!.finish()
  const { rows, readers, warnings } = read
  // Columns of dates or ranges that have no value were read as texts.
  for (const [i, { isEmpty, isNumeric, mode }] of readers.entries())
    if (isEmpty && isNumeric && mode === readAs.texts)
      await engine.run(`ALTER TABLE ${quotedName(table)} ALTER c${i} TYPE DOUBLE`)
  const columns = readers.map(({ name, isNumeric, time, format }) => {
    if (!isNumeric) return { name, type: 'categorical' as const }
    const unit = unitOfFormat(format)
    return { name, type: 'numeric' as const, ...(time && { time }), ...(unit !== undefined && { unit }) }
  })
  const isAll = columns.length === read.text.names.length
  const empty = isAll ? await emptyRows(engine, columns.length) : 0
  const all = [...warnings, ...emptyRowsWarning(empty, warnings)]
  return { view: storedView(table, { rows, columns, warnings: all }), text: read.text }
}

/** How many rows of the stored text have no value in any column. */
async function emptyRows(engine: DuckEngine, columns: number): Promise<number> {
  const none = Array.from({ length: columns }, (_, i) => `c${i} IS NULL`)
  const [[count]] = await engine.rows(`SELECT count(*) FROM ${quotedName(table)} WHERE ${none.join(' AND ')}`)
  return Number(count)
}

/** Appends rows to a table of the engine; the first rows determine the types of its columns. */
class EngineStore implements RowStore {
  readonly rereadsAll = true
  readonly keepsTexts = false
  readonly #engine: DuckEngine
  readonly #signal: AbortSignal | undefined
  #rows: StoredRows | null = null
  #areNumbers: readonly boolean[] = []
  /** Columns that changed from numbers to texts. */
  readonly #changed = new Set<ColumnReader>()

  constructor(engine: DuckEngine, signal: AbortSignal | undefined) {
    this.#engine = engine
    this.#signal = signal
  }

  async take({ first, count, columns }: ReadRows): Promise<void> {
    this.#rows ??= await this.#begin(columns)
    columns.forEach((cells, i) => {
      if ('values' in cells !== this.#areNumbers[i]) this.#changed.add(cells.reader)
    })
    // The table will be made again; the remaining rows are only checked for other columns that change.
    if (this.#changed.size > 0) return
    await this.#rows.append(count, [(row) => first + row, ...columns.map(valuesOf)], this.#signal)
  }

  needsReread(reader: ColumnReader): boolean {
    return this.#changed.has(reader) || !reader.isClear || reader.isUnparsed
  }

  async finish(): Promise<void> {
    await this.#rows?.finish()
  }

  async #begin(columns: readonly ReadCells[]): Promise<StoredRows> {
    this.#areNumbers = columns.map((cells) => 'values' in cells)
    return this.#engine.storeRows(table, [
      { name: rowKey, kind: 'whole' },
      ...this.#areNumbers.map((isNumber, i) => ({
        name: `c${i}`,
        kind: isNumber ? ('number' as const) : ('text' as const),
      })),
    ])
  }
}

function valuesOf(cells: ReadCells): StoredValues {
  return 'values' in cells ? cells.values : cells
}

async function relationOf(engine: Awaited<ReturnType<StartEngine>>, view: KeyedView) {
  return { engine, ...view, columns: await columnFacts(engine, view) }
}

/** The chosen types of the file's columns; the other types are for columns that the query makes. */
function typesOfFile({ names }: DelimitedText, { choose, ...given }: OpenOptions): ColumnTypes {
  const { types = {} } = choose ? choose(names, false) : given
  const own = Object.entries(types).filter(([name]) => names.includes(name))
  return Object.fromEntries(own)
}
