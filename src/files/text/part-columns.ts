import { notesPerColumn, textDecoder } from '#memory'
import type { TextEncodingName, TextReadPart } from '#memory'

/** Counts about the numbers of a column in a chunk, see `TextReadPart`. */
export interface NumberNotes {
  readonly missing: number
  readonly infinite: number
  readonly rounded: number
  /** Cells with a decimal comma; how many of these commas may be thousands separators; cells with a point. */
  readonly commas: number
  readonly groups: number
  readonly points: number
  /** How many of these points may be thousands separators. */
  readonly pointGroups: number
  /** Kinds of times, one bit each in the order of `TimeKind`; 0 for numbers. */
  readonly kinds: number
  /** Cells with noted missing words, and which of these words, one bit each. */
  readonly noted: number
  readonly words: number
}

/** The counts of a numeric column of a part; `column` is its index among the numeric columns. */
export function notesOf({ notes }: TextReadPart, column: number): NumberNotes {
  const at = column * notesPerColumn
  return {
    missing: notes[at],
    infinite: notes[at + 1],
    rounded: notes[at + 2],
    commas: notes[at + 3],
    kinds: notes[at + 4],
    points: notes[at + 5],
    groups: notes[at + 6],
    noted: notes[at + 7],
    words: notes[at + 8],
    pointGroups: notes[at + 9],
  }
}

/** The distinct texts of a column in a chunk, and the number of that of each row. */
export interface CodedTexts {
  readonly codes: Uint32Array
  /** The bytes of the texts, from `start` on, and where each ends. */
  readonly bytes: Uint8Array
  readonly start: number
  readonly ends: Uint32Array
  readonly hashes: Uint32Array
  readonly decode: (bytes: Uint8Array) => string
  readonly isUtf8: boolean
}

/** Gives the texts of a part, column by column. */
export class PartTexts {
  readonly #part: TextReadPart
  readonly #decode: (bytes: Uint8Array) => string
  readonly #isUtf8: boolean
  #column = 0
  #text = 0

  constructor(part: TextReadPart, encoding: TextEncodingName) {
    this.#part = part
    this.#decode = textDecoder(encoding)
    this.#isUtf8 = encoding === 'utf-8'
  }

  /** The next text column. */
  next(rows: number): CodedTexts {
    const { codes, distinct, texts, textEnds, hashes } = this.#part
    const column = this.#column++
    const from = this.#text
    const to = (this.#text += distinct[column])
    return {
      codes: codes.subarray(column * rows, (column + 1) * rows),
      bytes: texts,
      start: from === 0 ? 0 : textEnds[from - 1],
      ends: textEnds.subarray(from, to),
      hashes: hashes.subarray(from, to),
      decode: this.#decode,
      isUtf8: this.#isUtf8,
    }
  }

  /** The cells that the kernel could not read, by the index of their column among the numeric ones. */
  unresolved(rows: number): Map<number, { readonly row: number; readonly cell: string }[]> {
    const { unresolved, textEnds } = this.#part
    const first = textEnds.length - unresolved.length
    const cellsByColumn = new Map<number, { readonly row: number; readonly cell: string }[]>()
    unresolved.forEach((place, i) => {
      const column = Math.floor(place / rows)
      const cells = cellsByColumn.get(column) ?? []
      cells.push({ row: place % rows, cell: this.#textAt(first + i) })
      cellsByColumn.set(column, cells)
    })
    return cellsByColumn
  }

  #textAt(place: number): string {
    const { texts, textEnds } = this.#part
    return this.#decode(texts.subarray(place === 0 ? 0 : textEnds[place - 1], textEnds[place]))
  }
}
