import { storedView } from '../../sources/duckdb/store-table.ts'
import type { DuckEngine, StoredRows, StoredValues } from '../../sources/duckdb/engine.ts'
import { rowKey } from '../../sources/sql/row-key.ts'
import type { TypedView } from '../../sources/sql/typed-view.ts'
import type { ColumnChoice } from '../column-choice.ts'
import type { ColumnReading } from '../text/column-reading.ts'
import { readText } from '../text/read-text.ts'
import type { RowStore, Text } from '../text/read-text.ts'
import type { ReadCells, ReadRows } from '../text/file-rows.ts'
import type { TextRun } from '../text/read-rows.ts'

const table = 'criba text'

/** Reads the columns of a text that a choice keeps into a table of the engine, each row with its key, chunk by chunk. */
export async function readTextIntoEngine(
  text: Text,
  choice: ColumnChoice,
  run: TextRun,
  engine: DuckEngine,
): Promise<{ readonly view: TypedView; readonly text: Text }> {
  let store: EngineStore | null = null
  const read = await readText(text, choice, run, async () => {
    await store?.finish()
    return (store = new EngineStore(engine, run.signal))
  })
  await store!.finish()
  const { rows, readings, warnings } = read
  const columns = readings.map(({ name, isNumeric, time }) =>
    isNumeric
      ? { name, type: 'numeric' as const, ...(time && { time }) }
      : { name, type: 'categorical' as const },
  )
  return { view: storedView(table, { rows, columns, warnings }), text: read.text }
}

/** Appends rows to a table of the engine; its columns have the types of the first rows. */
class EngineStore implements RowStore {
  readonly rereadsAll = true
  readonly #engine: DuckEngine
  readonly #signal: AbortSignal | undefined
  #rows: StoredRows | null = null
  #areNumbers: readonly boolean[] = []
  /** Columns that changed from numbers to texts. */
  readonly #changed = new Set<ColumnReading>()

  constructor(engine: DuckEngine, signal: AbortSignal | undefined) {
    this.#engine = engine
    this.#signal = signal
  }

  async take({ first, count, columns }: ReadRows): Promise<void> {
    this.#rows ??= await this.#begin(columns)
    columns.forEach((cells, i) => {
      if ('values' in cells !== this.#areNumbers[i]) this.#changed.add(cells.reading)
    })
    // The table is made again, but the other columns are still checked.
    if (this.#changed.size > 0) return
    await this.#rows.append(count, [(row) => first + row, ...columns.map(valuesOf)], this.#signal)
  }

  lacks(reading: ColumnReading): boolean {
    return this.#changed.has(reading) || !reading.isClear || reading.isUnread
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
  return 'values' in cells ? cells.values : (row) => cells.texts[cells.codes[row]]
}
