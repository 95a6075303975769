import { CribaError } from '#core'
import type { Warning } from '#core'
import type { JsonParts, PartList } from './json-parts.ts'

/** Rows as JSON, one object each on its line, in blocks of whole lines, and what is said of them. */
export interface JsonRows {
  readonly lines: Iterable<Uint8Array>
  readonly warnings: readonly Warning[]
  /** The name of the list in which they stand, if an object is around it. */
  readonly inside?: string
}

/** Where the values of a row start and end in the text, by column; a missing one ends where it starts. */
export type RowPlaces = Uint32Array

/** Values of so many bytes are written at once. */
const blockBytes = 1 << 20
const missing = Buffer.from('null')
const lineFeed = 0x0a

/** Whether names of rows, or texts of them, only count from 0. */
export function areNumbers(names: readonly string[]): boolean {
  return names.every((name, i) => name.replaceAll('"', '') === String(i))
}

/** Rows as objects; names of rows that do not only count are a column of their own, as in a file of text. */
export function linesOf(
  json: JsonParts,
  names: readonly string[],
  rows: Iterable<RowPlaces>,
  index: readonly string[] | undefined,
  label: string,
): Iterable<Uint8Array> {
  if (new Set(names).size < names.length) {
    const repeated = names.find((name, i) => names.indexOf(name) < i)!
    const message = `unreadable file: ${label} has several columns ${wordOf(repeated)} (give each its own name)`
    throw new CribaError('unreadable', message)
  }
  if (!index || areNumbers(index)) return objectsOf(json, names, rows, null)
  let name = 'index'
  while (names.includes(JSON.stringify(name))) name += '_'
  return objectsOf(json, names, rows, { name: JSON.stringify(name), texts: index })
}

function* objectsOf(
  json: JsonParts,
  names: readonly string[],
  rows: Iterable<RowPlaces>,
  index: { readonly name: string; readonly texts: readonly string[] } | null,
): Generator<Uint8Array> {
  // A character is a byte, as it was read.
  const heads = names.map((name, i) => Buffer.from(`${i > 0 || index ? ',' : '{'}${name}:`, 'latin1'))
  const end = Buffer.from(names.length > 0 || index ? '}' : '{}')
  const lines = new LineBlock(json)
  let number = 0
  for (const places of rows) {
    if (index) lines.write(Buffer.from(`{${index.name}:${index.texts[number++]}`, 'latin1'))
    for (let i = 0; i < heads.length; i++) {
      lines.write(heads[i])
      const [start, to] = [places[2 * i], places[2 * i + 1]]
      if (start < to) lines.copy(start, to)
      else lines.write(missing)
    }
    lines.write(end)
    if (lines.endLine()) yield lines.take()
  }
  yield lines.take()
}

/** Parts of a text, each on its line. */
export function* partLines(json: JsonParts, parts: PartList): Generator<Uint8Array> {
  const lines = new LineBlock(json)
  for (let i = 0; i < parts.length; i++) {
    const { start, end } = parts.value(i)
    lines.copy(start, end)
    if (lines.endLine()) yield lines.take()
  }
  yield lines.take()
}

/** Lines that are written at once, made of parts of a text and of other bytes. */
class LineBlock {
  readonly #json: JsonParts
  #bytes = new Uint8Array(blockBytes)
  #length = 0

  constructor(json: JsonParts) {
    this.#json = json
  }

  write(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    for (const byte of bytes) this.#bytes[this.#length++] = byte
  }

  copy(start: number, end: number): void {
    this.#reserve(end - start)
    this.#length = this.#json.copy(start, end, this.#bytes, this.#length)
  }

  /** Ends a line; says whether there are enough of them. */
  endLine(): boolean {
    this.#reserve(1)
    this.#bytes[this.#length++] = lineFeed
    return this.#length > blockBytes / 2
  }

  /** The lines so far; the next ones begin anew. */
  take(): Uint8Array {
    const lines = this.#bytes.subarray(0, this.#length)
    this.#bytes = new Uint8Array(blockBytes)
    this.#length = 0
    return lines
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = new Uint8Array(2 * (this.#length + more))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}

export function namesOf(json: JsonParts, parts: PartList): string[] {
  return Array.from({ length: parts.length }, (_, i) => json.textOf(parts.name(i)))
}

export function textsOf(json: JsonParts, parts: PartList): string[] {
  return Array.from({ length: parts.length }, (_, i) => json.textOf(parts.value(i)))
}

/** A name as it is read; a character was a byte. */
export function wordOf(name: string): string {
  return JSON.parse(Buffer.from(name, 'latin1').toString('utf8')) as string
}

export function unevenLists(label: string): CribaError {
  const remedy = 'write a list of as many values for each row, in the order of the columns'
  return new CribaError(
    'unreadable',
    `unreadable file: ${label} has rows that do not fit its columns (${remedy})`,
  )
}

export function noRows(label: string): CribaError {
  const remedy = "write a list of rows, as df.to_json(path, orient='records') of pandas does"
  return new CribaError(
    'unreadable',
    `unreadable file: ${label} is one object that holds the parts of a table (${remedy})`,
  )
}
