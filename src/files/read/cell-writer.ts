import { BufferedFile } from '../buffered-file.ts'
import type { CellSink } from './cell-sink.ts'

const quote = 0x22
const comma = 0x2c
const lineFeed = 0x0a

/** Writes cells to a file, every one quoted, in the one form that each reader of CSV understands alike. */
export class CellWriter implements CellSink {
  readonly #file: BufferedFile
  #isFirst = true

  constructor(path: string) {
    this.#file = new BufferedFile(path)
  }

  startCell(): void {
    if (!this.#isFirst) this.#file.put(comma)
    this.#isFirst = false
    this.#file.put(quote)
  }

  content(byte: number): void {
    if (byte === quote) this.#file.put(quote)
    this.#file.put(byte)
  }

  endCell(): void {
    this.#file.put(quote)
  }

  endRecord(): void {
    this.#file.put(lineFeed)
    this.#isFirst = true
  }

  emptyRecord(): void {
    this.startCell()
    this.endCell()
    this.endRecord()
  }

  close(): void {
    this.#file.close()
  }
}
