import { unknownName } from '#core'
import type { ColumnReader } from './column-reader.ts'
import type { ReadRows } from './file-rows.ts'

/** Fills missing cells of some columns with the value above them, as rows are read in order. */
export class FillDown {
  readonly #names: ReadonlySet<string>
  /** The last value of a column: a number, or the number of a text. Each pass has readers of its own. */
  readonly #last = new Map<ColumnReader, number>()

  constructor(given: readonly string[], known: readonly string[]) {
    for (const name of given) if (!known.includes(name)) throw unknownName('column', name, known)
    this.#names = new Set(given)
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** Fills the cells of rows that follow those given before. */
  fill({ columns }: ReadRows): void {
    for (const cells of columns) {
      const { reader } = cells
      if (!this.#names.has(reader.name)) continue
      const isNumeric = 'values' in cells
      const all = isNumeric ? cells.values : cells.codes
      let last = this.#last.get(reader)
      for (let row = 0; row < all.length; row++) {
        const isGap = isNumeric ? Number.isNaN(all[row]) : cells.texts[all[row]] === null
        if (!isGap) last = all[row]
        else if (last !== undefined) all[row] = last
      }
      if (last !== undefined) this.#last.set(reader, last)
    }
  }
}
