import { firstFew, remedy } from '#core'
import type { Warning } from '#core'
import { valueInRow } from './file-rows.ts'
import type { ReadCells, ReadRows } from './file-rows.ts'

/** In fewer other columns a row may lack its values by chance. */
const fewestOthers = 3
const fewestHeadings = 2
/** Headings are at most one in so many rows. */
const rowsPerHeading = 3
/** More rows without values are no headings. */
const mostRows = 10_000
const mostShown = 2
/** So many first cells of other rows show what they are. */
const mostNames = 500

/**
 * Notes rows that hold nothing but a text in the first column, as reports write a heading above the rows of
 * a group.
 */
export class HeadingRows {
  /** The first cell of each row without any other. */
  readonly #found = new Map<number, string | number | null>()
  /** First cells of other rows. */
  readonly #names = new Set<string | number>()
  #rows = 0
  /** The columns that the first pass read. */
  #columns: readonly number[] = []
  #pass: ReadCells['reader'] | undefined

  /** Adds rows in order; a later pass has only the columns that are read again. */
  take({ first, count, columns }: ReadRows): void {
    const others = columns.filter(({ reader }) => reader.index > 0)
    const names = columns.find(({ reader }) => reader.index === 0)
    this.#pass ??= columns[0]?.reader
    if (columns[0]?.reader !== this.#pass) this.#readAgain(first, count, names, others)
    else {
      this.#rows = first + count
      this.#columns = columns.map(({ reader }) => reader.index)
      if (!names) return
      for (let row = 0; row < count && this.#found.size <= mostRows; row++) {
        if (others.every((cells) => valueInRow(cells, row) === null))
          this.#found.set(first + row, valueInRow(names, row))
        else this.#addName(valueInRow(names, row))
      }
    }
  }

  #addName(name: string | number | null): void {
    if (name !== null && this.#names.size < mostNames) this.#names.add(name)
  }

  /** Whether a text is none of the names of other rows, nor written as one of them. */
  #isOther(text: string): boolean {
    for (const name of this.#names) if (shapeOf(String(name)) === shapeOf(text)) return false
    return true
  }

  #readAgain(first: number, count: number, names: ReadCells | undefined, others: readonly ReadCells[]): void {
    for (const place of this.#found.keys()) {
      const row = place - first
      if (row < 0 || row >= count) continue
      if (others.some((cells) => valueInRow(cells, row) !== null)) this.#found.delete(place)
      else if (names) this.#found.set(place, valueInRow(names, row))
    }
  }

  /** The warning about such rows, if each stands above others. */
  warnings(names: readonly string[]): readonly Warning[] {
    const others = this.#columns.filter((index) => index > 0)
    const named = [...this.#found].filter(([, name]) => name !== null)
    const headings = named.filter(([place]) => place + 1 < this.#rows && !this.#found.has(place + 1))
    const areHeadings =
      headings.length >= fewestHeadings &&
      headings.length * rowsPerHeading <= this.#rows &&
      // Notes stand below each other.
      named.length <= headings.length * 2 &&
      headings.every(([, name]) => typeof name === 'string' && this.#isOther(name))
    if (others.length < fewestOthers || this.#found.size > mostRows || !areHeadings) return []
    const shown = firstFew(
      headings.map(([, name]) => JSON.stringify(name)),
      mostShown,
    )
    const why = `${headings.length} rows hold nothing but ${names[0]} (${shown}), as headings do`
    const mend = remedy({ skipHeadings: true }, why, headings.length, true)
    const message = `${why}; ${mend.option} leaves them out`
    return [{ code: 'outline', columns: [names[0]], message, remedy: mend }]
  }
}

/** How a name is written: P007 and P123 are alike, as are Eritrea and Kenya. */
function shapeOf(text: string): string {
  return text
    .trim()
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '9')
}
