import bindings from '@duckdb/node-bindings'
import type { DataChunk, Vector } from '@duckdb/node-bindings'
import { DOUBLE, DuckDBDataChunk, UINTEGER, VARCHAR } from '@duckdb/node-api'
import type { StoredColumn } from '../engine.ts'

/** Rows of a block that is appended to a table. */
export const blockRows = 2048

/** The type of the engine for each kind of column. */
export const typesOfKinds = { whole: UINTEGER, number: DOUBLE, text: VARCHAR }

/** The texts of rows by their numbers; `null` for a missing value. A longer list begins like a shorter one. */
interface CodedTexts {
  readonly texts: readonly (string | null)[]
  readonly codes: Uint32Array
}

/** The values of a column by row; NaN and `null` are missing. */
export type StoredValues = Float64Array | CodedTexts | ((row: number) => number | string | null)

/**
 * Fills blocks of rows that are appended to a table. The engine's own vectors set single values, which takes
 * several times as long as the whole block at once.
 */
export class BlockWriter {
  readonly block: DuckDBDataChunk
  readonly #columns: readonly (NumberBlock | TextBlock)[]

  constructor(columns: readonly Pick<StoredColumn, 'kind'>[]) {
    this.block = DuckDBDataChunk.create(columns.map(({ kind }) => typesOfKinds[kind]))
    this.#columns = columns.map(({ kind }) => (kind === 'text' ? new TextBlock() : new NumberBlock(kind)))
  }

  /** Makes the block hold some rows of all columns. */
  fill(columns: readonly StoredValues[], from: number, to: number): void {
    this.block.reset()
    this.block.rowCount = to - from
    const { chunk } = this.block as unknown as { readonly chunk: DataChunk }
    this.#columns.forEach((column, i) => {
      column.fill(bindings.data_chunk_get_vector(chunk, i), columns[i], from, to)
    })
  }
}

const allRows = 0xffffffff

/** Which rows of a block have a value: a bit each. */
class Validity {
  readonly #words = new Uint32Array(blockRows / 32).fill(allRows)
  #areAll = true

  reset(): void {
    if (!this.#areAll) this.#words.fill(allRows)
    this.#areAll = true
  }

  setMissing(row: number): void {
    this.#words[row >>> 5] &= ~(1 << (row & 31))
    this.#areAll = false
  }

  write(vector: Vector): void {
    if (this.#areAll) return
    bindings.vector_ensure_validity_writable(vector)
    const { buffer, byteLength } = this.#words
    bindings.copy_data_to_vector_validity(vector, 0, buffer, 0, byteLength)
  }
}

/** The values of a block of a column of numbers. */
class NumberBlock {
  readonly #values: Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>
  readonly #validity = new Validity()

  constructor(kind: 'whole' | 'number') {
    this.#values = kind === 'whole' ? new Uint32Array(blockRows) : new Float64Array(blockRows)
  }

  fill(vector: Vector, given: StoredValues, from: number, to: number): void {
    const values = this.#values
    const validity = this.#validity
    validity.reset()
    const at = typeof given === 'function' ? given : null
    for (let row = from; row < to; row++) {
      const value = at ? at(row) : (given as Float64Array)[row]
      if (value === null || value !== value) validity.setMissing(row - from)
      else values[row - from] = value as number
    }
    bindings.copy_data_to_vector(vector, 0, values.buffer, 0, (to - from) * values.BYTES_PER_ELEMENT)
    validity.write(vector)
  }
}

/** A text of the engine is four words: its length, and its bytes if they are few, or a pointer to them. */
const words = 4
const mostInline = 12
const bytesOfWords = 4 * words

/** The texts of a block of a column. */
class TextBlock {
  readonly #cells = new Uint32Array(words * blockRows)
  readonly #bytes = new Uint8Array(this.#cells.buffer)
  readonly #validity = new Validity()
  readonly #levels = new LevelWords()

  fill(vector: Vector, given: StoredValues, from: number, to: number): void {
    this.#validity.reset()
    const long = new Map<number, string>()
    if (typeof given === 'function') this.#takeTexts(given, from, to, long)
    else this.#takeCodes(given as CodedTexts, from, to, long)
    bindings.copy_data_to_vector(vector, 0, this.#cells.buffer, 0, (to - from) * bytesOfWords)
    for (const [row, text] of long)
      bindings.vector_assign_string_element_len(vector, row, encoder.encode(text))
    this.#validity.write(vector)
  }

  #takeTexts(
    at: (row: number) => number | string | null,
    from: number,
    to: number,
    long: Map<number, string>,
  ): void {
    this.#cells.fill(0, 0, words * (to - from))
    for (let row = 0; row < to - from; row++) {
      const text = at(from + row) as string | null
      if (text === null) this.#validity.setMissing(row)
      else if (!writeInline(text, this.#cells, this.#bytes, row)) long.set(row, text)
    }
  }

  #takeCodes({ texts, codes }: CodedTexts, from: number, to: number, long: Map<number, string>): void {
    const cells = this.#cells
    const levels = this.#levels.of(texts)
    for (let row = 0; row < to - from; row++) {
      const code = codes[from + row]
      const [at, level] = [words * row, words * code]
      for (let i = 0; i < words; i++) cells[at + i] = levels[level + i]
      if (levels[level] === isLong) long.set(row, texts[code]!)
      else if (levels[level] === isMissing) this.#validity.setMissing(row)
      if (levels[level] >= isMissing) cells[at] = 0
    }
  }
}

/** In place of a length: a text that is too long for its words, and none. */
const isLong = 0xffffffff
const isMissing = 0xfffffffe

/** The words of each text of a list that grows. */
class LevelWords {
  #texts: readonly (string | null)[] = []
  #known = 0
  #cells = new Uint32Array(words * 64)

  of(texts: readonly (string | null)[]): Uint32Array {
    if (texts !== this.#texts) {
      this.#texts = texts
      this.#known = 0
      this.#cells.fill(0)
    }
    if (words * texts.length > this.#cells.length) {
      const larger = new Uint32Array(2 * words * texts.length)
      larger.set(this.#cells)
      this.#cells = larger
    }
    const bytes = new Uint8Array(this.#cells.buffer)
    for (; this.#known < texts.length; this.#known++) {
      const text = texts[this.#known]
      if (text === null) this.#cells[words * this.#known] = isMissing
      else if (!writeInline(text, this.#cells, bytes, this.#known)) this.#cells[words * this.#known] = isLong
    }
    return this.#cells
  }
}

const encoder = new TextEncoder()

/** Writes a text into words that are 0; false if it is too long, and then they are 0 again. */
function writeInline(text: string, cells: Uint32Array, bytes: Uint8Array, place: number): boolean {
  if (text.length > mostInline) return false
  const start = bytesOfWords * place + 4
  const { read, written } = encoder.encodeInto(text, bytes.subarray(start, start + mostInline))
  if (read === text.length) {
    cells[words * place] = written
    return true
  }
  cells.fill(0, words * place, words * (place + 1))
  return false
}
