import { rowKey, storedView } from '#sql'
import type { KeyedView, StoredRows, StoredValues } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import type { ColumnChoice } from '../options/column-choice.ts'
import type { ColumnReader } from '../text/column-reader.ts'
import type { ReadCells, ReadRows } from '../text/file-rows.ts'
import type { TextRun } from '../text/read-rows.ts'
import { readText } from '../text/read-text.ts'
import type { DelimitedText, RowStore } from '../text/read-text.ts'

const table = 'criba text'

/** Reads the chosen columns of a text into a table of the engine, each row with its key, chunk by chunk. */
export async function readTextIntoEngine(
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
  const columns = readers.map(({ name, isNumeric, time }) =>
    isNumeric
      ? { name, type: 'numeric' as const, ...(time && { time }) }
      : { name, type: 'categorical' as const },
  )
  return { view: storedView(table, { rows, columns, warnings }), text: read.text }
}

/** Appends rows to a table of the engine; the first rows determine the types of its columns. */
class EngineStore implements RowStore {
  readonly rereadsAll = true
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
  return 'values' in cells ? cells.values : (row) => cells.texts[cells.codes[row]]
}
