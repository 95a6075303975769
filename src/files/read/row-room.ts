import { checkHeap, fitsHeap, heapBytes } from '#sql'

/** Counts what rows take of the heap of Node as they are read, and refuses more than it has room for. */
export class RowRoom {
  readonly #label: string
  readonly #size: number
  readonly #heap = heapBytes()
  #letters = 0
  #bytes = 0

  /** `size`: about the bytes of the text. */
  constructor(label: string, size: number) {
    this.#label = label
    this.#size = size
  }

  /** Adds a row: its letters, and about the bytes that it takes. */
  add(letters: number, bytes: number): void {
    this.#letters += letters
    this.#bytes += bytes
    if (fitsHeap(this.#bytes, this.#heap)) return
    const all = this.#bytes * Math.max(1, this.#size / this.#letters)
    checkHeap(`the rows of ${this.#label}`, all, this.#heap, 'save it as CSV or Parquet')
  }
}
