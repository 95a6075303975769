import { typeOf } from '../../columns/from-columns.ts'
import { makeTable } from '../../columns/table.ts'
import type { Table } from '../../columns/table.ts'
import { TextColumn } from '../../columns/text-column.ts'
import { CribaError } from '../../spec/error.ts'
import { limits } from '../../statistics/request.ts'
import type { CellSink } from './cell-sink.ts'
import { scanRecords } from './records.ts'
import type { Text, TextPart } from './text.ts'
import { checkChoice, keptBy } from '../column-choice.ts'
import type { ColumnChoice } from '../column-choice.ts'

/** Beyond so many columns the engine, which holds blocks of every column, takes more memory and more time than this. */
const wide = 200
/** Beyond so many it has not the memory at all. */
const tooWide = 1000

/** Whether a text is read here and not by the engine: it is wide and fits into memory, or too wide for the engine. */
export function isWideText({ names, rows }: Text, choice: ColumnChoice): boolean {
  const width = names.filter(keptBy(choice)).length
  return names.length > tooWide || (names.length > wide && rows * width <= limits.fetched)
}

/** Reads delimited files of very many columns into memory: once as numbers, and once more where some columns hold texts. */
export async function readWideText(text: Text, choice: ColumnChoice): Promise<Table> {
  const { label, parts, rows, names, decimalCommas, place } = text
  checkChoice(choice, names)
  const isKept = keptBy(choice)
  const width = names.filter(isKept).length
  if (rows * width > limits.fetched) {
    const mend = `at most ${limits.fetched} are read from a text of more than ${tooWide} columns; drop columns, or save it as Parquet`
    const size = `${rows} rows × ${width} columns are ${rows * width} values`
    throw new CribaError('too-large', `too many values: in ${label} ${size} (${mend})`)
  }
  const columns = names.map((name) =>
    isKept(name)
      ? new TextColumn(name, rows, { type: typeOf(choice.types, name), decimalCommas, place })
      : null,
  )
  await readCells(parts, columns)
  const again = columns.map((column) => (column?.needsAgain() ? column : null))
  if (again.some((column) => column !== null)) await readCells(parts, again)
  const built = columns.flatMap((column) => (column ? [column.finish()] : []))
  return makeTable(rows, built)
}

async function readCells(parts: readonly TextPart[], columns: readonly (TextColumn | null)[]): Promise<void> {
  for (const { file, dialect } of parts) await scanRecords(file, dialect, new CellReader(columns))
}

/** Hands cells to their columns; `null` is a column nobody asks for. */
class CellReader implements CellSink {
  readonly #columns: readonly (TextColumn | null)[]
  #column = 0
  #bytes = Buffer.allocUnsafe(256)
  #length = 0

  constructor(columns: readonly (TextColumn | null)[]) {
    this.#columns = columns
  }

  startCell(): void {
    this.#length = 0
  }

  content(byte: number): void {
    if (this.#length === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * this.#length)
    this.#bytes[this.#length++] = byte
  }

  endCell(): void {
    // A row too long is refused at its end.
    this.#columns[this.#column++]?.take(this.#bytes.toString('utf8', 0, this.#length))
  }

  endRecord(): void {
    this.#column = 0
  }

  emptyRecord(): void {
    this.startCell()
    this.endCell()
    this.endRecord()
  }
}
