import { unknownName } from '#core'
import type { ColumnReader } from './column-reader.ts'
import type { ReadCells, ReadRows } from './file-rows.ts'
import { noText } from './known-texts.ts'

/** Fills missing cells of some columns with the value above them, as rows are read in order. */
export class FillDown {
  readonly #names: ReadonlySet<string>
  /** The last value of a column. Each pass has readers of its own. */
  readonly #last = new Map<ColumnReader, LastValue>()

  constructor(given: readonly string[], known: readonly string[]) {
    for (const name of given) if (!known.includes(name)) throw unknownName('column', name, known)
    this.#names = new Set(given)
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Rows that follow those given before, filled. */
  filled(rows: ReadRows): ReadRows {
    if (this.#names.size === 0) return rows
    const columns = rows.columns.map((cells) =>
      this.#names.has(cells.reader.name) ? this.#fill(cells) : cells,
    )
    return { ...rows, columns }
  }

  #fill(given: ReadCells): ReadCells {
    const { reader } = given
    let last = this.#last.get(reader)
    const cells = last && 'texts' in last && 'values' in given ? asTexts(given, last) : given
    const isNumeric = 'values' in cells
    const all = isNumeric ? cells.values : cells.codes
    let value = last?.value
    for (let row = 0; row < all.length; row++) {
      const isGap = isNumeric ? Number.isNaN(all[row]) : cells.texts[all[row]] === null
      if (!isGap) value = all[row]
      else if (value !== undefined) all[row] = value
    }
    if (value !== undefined) last = isNumeric ? { value } : { value, texts: cells.texts }
    if (last) this.#last.set(reader, last)
    return cells
  }
}

/** A number, or the number of one of some texts. */
type LastValue = { readonly value: number } | CodeOfText

interface CodeOfText {
  readonly value: number
  readonly texts: readonly (string | null)[]
}

/**
 * Rows without a value in a column of texts, which were read as numbers; if there are numbers the column is
 * read again.
 */
function asTexts(
  { reader, values }: Extract<ReadCells, { values: unknown }>,
  { texts }: CodeOfText,
): ReadCells {
  return { reader, texts, codes: new Uint32Array(values.length).fill(noText) }
}
