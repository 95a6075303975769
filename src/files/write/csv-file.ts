import { closeSync, openSync, writeSync } from 'node:fs'
import { CellWriter } from '../../kernel/cell-writer.ts'

/** The number of records written at once. */
const recordsPerWrite = 4096

/** Writes a CSV file in UTF-8. */
export class CsvFile {
  readonly #descriptor: number
  readonly #writer: CellWriter
  #records = 0

  constructor(path: string, separator: string) {
    this.#descriptor = openSync(path, 'w')
    this.#writer = new CellWriter(separator.charCodeAt(0), 1 << 16)
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
