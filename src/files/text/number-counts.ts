import { hasAmbiguousMark } from '#core'
import type { NumberNotes } from './part-columns.ts'

/** Counts about the numbers of a column, as cells are read. */
export class NumberCounts {
  infinite = 0
  rounded = 0
  /** Cells with a decimal comma; how many of these may separate thousands; cells with a point. */
  commas = 0
  #ambiguousCommas = 0
  points = 0

  /** Adds what the kernel counted. */
  add(notes: NumberNotes): void {
    this.infinite += notes.infinite
    this.rounded += notes.rounded
    this.commas += notes.commas
    this.#ambiguousCommas += notes.groups
    this.points += notes.points
  }

  /** Adds a number that the kernel could not read, with the mark by which it is one. */
  addCell(cell: string, value: number | bigint, mark: '.' | ',', mayHaveCommas: boolean): void {
    if (mark === ',') {
      this.commas++
      if (hasAmbiguousMark(cell)) this.#ambiguousCommas++
    } else if (mayHaveCommas && cell.includes('.')) this.points++
    if (typeof value === 'bigint') this.rounded++
    if (!Number.isFinite(Number(value))) this.infinite++
  }

  /** Whether the decimal mark is clear: the one that the user chose, or one that cells show. */
  isMarkClear(decimal: '.' | ',' | undefined, areCommasUsual: boolean): boolean {
    if (decimal !== undefined) return decimal === ',' ? this.points === 0 : this.commas === 0
    const areAmbiguous = this.#ambiguousCommas === this.commas && !areCommasUsual
    return this.commas === 0 || (this.points === 0 && !areAmbiguous)
  }
}
