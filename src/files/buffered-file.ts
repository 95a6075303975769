import { closeSync, openSync, writeSync } from 'node:fs'

/** A file that is written byte by byte, through a buffer. */
export class BufferedFile {
  readonly #descriptor: number
  readonly #buffer = Buffer.allocUnsafe(1 << 20)
  #length = 0

  constructor(path: string) {
    this.#descriptor = openSync(path, 'w')
  }

  put(byte: number): void {
    if (this.#length === this.#buffer.length) this.#flush()
    this.#buffer[this.#length++] = byte
  }

  close(): void {
    try {
      this.#flush()
    } finally {
      closeSync(this.#descriptor)
    }
  }

  #flush(): void {
    // A write may take less than it is given.
    for (let from = 0; from < this.#length;)
      from += writeSync(this.#descriptor, this.#buffer, from, this.#length - from)
    this.#length = 0
  }
}
