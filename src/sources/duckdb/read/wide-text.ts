import { typeOf } from '../../../columns/from-columns.ts'
import { makeTable } from '../../../columns/table.ts'
import type { BuiltColumn, Table } from '../../../columns/table.ts'
import { columnFromText } from '../../../columns/text-cells.ts'
import type { CellSink } from './cell-sink.ts'
import { scanRecords } from './records.ts'
import type { Text } from './text.ts'
import { checkChoice } from './typed-view.ts'
import type { ColumnChoice } from './typed-view.ts'

/** From so many columns on the engine, which holds 2,048 rows of every column, takes far more memory than the data. */
export const wideText = 1000

/** Cells held as texts at one time. */
const cellsAPass = 1 << 22

/** Reads delimited files of very many columns into memory, some columns a pass. */
export async function readWideText(text: Text, choice: ColumnChoice): Promise<Table> {
  const { parts, rows, names, decimalCommas, place } = text
  checkChoice(choice, names)
  const dropped = new Set(choice.drop)
  const width = Math.max(1, Math.floor(cellsAPass / rows))
  const built: BuiltColumn[] = []
  for (let first = 0; first < names.length; first += width) {
    const some = names.slice(first, first + width)
    const columns: string[][] = some.map(() => [])
    for (const { file, dialect } of parts) await scanRecords(file, dialect, new CellCollector(columns, first))
    some.forEach((name, index) => {
      if (dropped.has(name)) return
      built.push(
        columnFromText(name, columns[index], { type: typeOf(choice.types, name), decimalCommas, place }),
      )
    })
  }
  return makeTable(rows, built)
}

/** Puts the cells of some columns into arrays. */
class CellCollector implements CellSink {
  readonly #columns: readonly string[][]
  readonly #first: number
  #column = 0
  #bytes = Buffer.allocUnsafe(256)
  #length = 0

  constructor(columns: readonly string[][], first: number) {
    this.#columns = columns
    this.#first = first
  }

  startCell(): void {
    this.#length = 0
  }

  content(byte: number): void {
    if (this.#length === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * this.#length)
    this.#bytes[this.#length++] = byte
  }

  endCell(): void {
    const index = this.#column++ - this.#first
    if (index >= 0 && index < this.#columns.length) {
      this.#columns[index].push(this.#bytes.toString('utf8', 0, this.#length))
    }
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
