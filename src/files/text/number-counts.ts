import { hasAmbiguousMark } from '#core'
import type { ColumnMarks } from '#core'
import type { NumberNotes } from './part-columns.ts'

/** Counts about the numbers of a column, as cells are read. */
export class NumberCounts {
  infinite = 0
  rounded = 0
  /** Cells with a decimal comma; how many of these may separate thousands; cells with a point. */
  commas = 0
  #ambiguousCommas = 0
  points = 0
  #ambiguousPoints = 0
  /** A number whose mark may separate thousands. */
  #example = ''

  /** Adds what the kernel counted; some of these numbers may need to be added as cells. */
  add(notes: NumberNotes, values: Float64Array): void {
    this.infinite += notes.infinite
    this.rounded += notes.rounded
    this.commas += notes.commas
    this.#ambiguousCommas += notes.groups
    this.points += notes.points
    this.#ambiguousPoints += notes.pointGroups
    const { doubtful } = this.marks
    if (doubtful === null || this.#example !== '') return
    // Of these marks three digits follow.
    const value = values.find((value) => value % 1 !== 0 && !Number.isNaN(value))
    if (value !== undefined) this.#example = value.toFixed(3).replace('.', doubtful)
  }

  /** Adds a number that the kernel could not read, with the mark by which it is one. */
  addCell(cell: string, value: number | bigint, mark: '.' | ','): void {
    if (mark === ',') {
      this.commas++
      if (hasAmbiguousMark(cell)) this.#ambiguousCommas++
    } else if (cell.includes('.')) {
      this.points++
      if (hasAmbiguousMark(cell)) this.#ambiguousPoints++
    }
    if (typeof value === 'bigint') this.rounded++
    if (!Number.isFinite(Number(value))) this.infinite++
  }

  /** The decimal marks of the numbers, and whether they are some for certain. */
  get marks(): ColumnMarks {
    const { commas, points } = this
    const areCommas = commas > 0 && points === 0 && this.#ambiguousCommas === commas
    const arePoints = points > 0 && commas === 0 && this.#ambiguousPoints === points
    const shown = [
      ...(commas > this.#ambiguousCommas ? [',' as const] : []),
      ...(points > this.#ambiguousPoints ? ['.' as const] : []),
    ]
    return { shown, doubtful: areCommas ? ',' : arePoints ? '.' : null, example: this.#example }
  }

  /** Whether the decimal mark is clear: the one that the user chose, or one that cells show. */
  isMarkClear(decimal: '.' | ',' | undefined, areCommasUsual: boolean): boolean {
    if (decimal !== undefined) return decimal === ',' ? this.points === 0 : this.commas === 0
    const areAmbiguous = this.#ambiguousCommas === this.commas && !areCommasUsual
    return this.commas === 0 || (this.points === 0 && !areAmbiguous)
  }
}
