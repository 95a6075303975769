import type { CellSink } from '../read/cell-sink.ts'
import type { CsvWriter } from './csv-writer.ts'

/** Takes the cells of a text and writes those of some columns, byte by byte as they stand. */
export class ChosenCells implements CellSink {
  readonly #writer: CsvWriter
  readonly #isChosen: readonly boolean[]
  #column = 0
  #bytes = Buffer.allocUnsafe(256)
  #length = 0

  constructor(writer: CsvWriter, isChosen: readonly boolean[]) {
    this.#writer = writer
    this.#isChosen = isChosen
  }

  startCell(): void {
    this.#length = 0
  }

  content(byte: number): void {
    if (!this.#isChosen[this.#column]) return
    if (this.#length === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * this.#length)
    this.#bytes[this.#length++] = byte
  }

  endCell(): void {
    if (this.#isChosen[this.#column++]) this.#writer.cell(this.#bytes.subarray(0, this.#length))
  }

  endRecord(): void {
    this.#writer.endRecord()
    this.#column = 0
  }

  emptyRecord(): void {
    this.startCell()
    this.endCell()
    this.endRecord()
  }
}
