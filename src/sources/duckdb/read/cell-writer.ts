import { closeSync, openSync, writeSync } from 'node:fs'
import type { CellSink } from './cell-sink.ts'

const quote = 0x22
const comma = 0x2c
const lineFeed = 0x0a

/** Writes cells to a file, every one quoted, in the one form that each reader of CSV understands alike. */
export class CellWriter implements CellSink {
  readonly #descriptor: number
  readonly #buffer = Buffer.allocUnsafe(1 << 20)
  #length = 0
  #isFirst = true

  constructor(path: string) {
    this.#descriptor = openSync(path, 'w')
  }

  startCell(): void {
    if (!this.#isFirst) this.#put(comma)
    this.#isFirst = false
    this.#put(quote)
  }

  content(byte: number): void {
    if (byte === quote) this.#put(quote)
    this.#put(byte)
  }

  endCell(): void {
    this.#put(quote)
  }

  endRecord(): void {
    this.#put(lineFeed)
    this.#isFirst = true
  }

  emptyRecord(): void {
    this.startCell()
    this.endCell()
    this.endRecord()
  }

  close(): void {
    this.#flush()
    closeSync(this.#descriptor)
  }

  #put(byte: number): void {
    if (this.#length === this.#buffer.length) this.#flush()
    this.#buffer[this.#length++] = byte
  }

  #flush(): void {
    // A write may take less than it is given.
    for (let from = 0; from < this.#length;)
      from += writeSync(this.#descriptor, this.#buffer, from, this.#length - from)
    this.#length = 0
  }
}
