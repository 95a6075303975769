import { notesPerColumn } from '#memory'
import type { TextReadPart } from '#memory'

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

/** Decodes the texts of a part, column by column. */
export class PartTexts {
  readonly #part: TextReadPart
  readonly #decode: (bytes: Uint8Array) => string
  #column = 0
  #text = 0

  constructor(part: TextReadPart, decode: (bytes: Uint8Array) => string) {
    this.#part = part
    this.#decode = decode
  }

  /** The next text column. */
  next(rows: number): { readonly codes: Uint32Array; readonly levels: string[] } {
    const { codes, distinct } = this.#part
    const column = this.#column++
    const levels = this.#textsFrom(this.#text, distinct[column])
    this.#text += levels.length
    return { codes: codes.subarray(column * rows, (column + 1) * rows), levels }
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

  /** Decodes texts that lie side by side at once, and cuts them: a call per text takes longer. */
  #textsFrom(first: number, count: number): string[] {
    const { texts, textEnds } = this.#part
    const start = first === 0 ? 0 : textEnds[first - 1]
    const bytes = texts.subarray(start, count === 0 ? start : textEnds[first + count - 1])
    const all = this.#decode(bytes)
    // As many characters as bytes: a character is a byte.
    const isByteWise = all.length === bytes.length
    const levels = new Array<string>(count)
    let from = 0
    for (let i = 0, place = 0; i < count; i++) {
      const end = textEnds[first + i] - start
      const to = isByteWise ? end : from + unitsOf(bytes, place, end)
      levels[i] = all.slice(from, to)
      from = to
      place = end
    }
    return levels
  }

  #textAt(place: number): string {
    const { texts, textEnds } = this.#part
    return this.#decode(texts.subarray(place === 0 ? 0 : textEnds[place - 1], textEnds[place]))
  }
}

/** How many UTF-16 units a range of valid UTF-8 becomes: one for each first byte of a character, two for four bytes. */
function unitsOf(bytes: Uint8Array, from: number, to: number): number {
  let units = 0
  for (let i = from; i < to; i++) {
    if ((bytes[i] & 0xc0) !== 0x80) units++
    if (bytes[i] >= 0xf0) units++
  }
  return units
}
