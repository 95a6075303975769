import { hasAmbiguousMark } from '../cells/formatted-numbers.ts'
import { noMarks } from '../cells/detected-format.ts'
import type { ColumnMarks } from '../cells/detected-format.ts'
import type { NumberNotes } from './part-columns.ts'

const thousand = 1000
/** Fewer numbers with and without a mark may be chance. */
const fewestMarked = 5
const fewestWhole = 3

/** Numbers with a mark before three digits, and whole numbers beside them. */
class NumbersBeside {
  #marked = 0
  #fractions = 0
  #sumOfFractions = 0
  #whole = 0
  #sumOfWhole = 0
  #endsWithZero = false

  /** Adds numbers, of which `marked` have a mark. */
  add(values: Float64Array, marked: number): void {
    this.#marked += marked
    for (const value of values) {
      if (value !== value) continue
      const size = Math.abs(value)
      if (value % 1 === 0) {
        this.#whole++
        this.#sumOfWhole += size
      } else {
        this.#fractions++
        this.#sumOfFractions += size
        if (Math.round(size * 100) / 100 === size) this.#endsWithZero = true
      }
    }
  }

  /**
   * Whether the mark separates thousands: 0 is written at the end, as in 1.250, so that 870 is no fraction
   * without its digits; and such numbers are larger than those with a mark would be as fractions.
   */
  get areHundreds(): boolean {
    const unmarked = this.#whole + this.#fractions - this.#marked
    if (this.#fractions < fewestMarked || unmarked < fewestWhole || !this.#endsWithZero) return false
    return this.#sumOfWhole / this.#whole > this.#sumOfFractions / this.#fractions
  }
}

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
  /** Numbers of rows whose marks may all separate thousands. */
  readonly #beside = new NumbersBeside()

  /** Adds what the kernel counted; some of these numbers may need to be added as cells. */
  add(notes: NumberNotes, values: Float64Array): void {
    this.infinite += notes.infinite
    this.rounded += notes.rounded
    this.commas += notes.commas
    this.#ambiguousCommas += notes.groups
    this.points += notes.points
    this.#ambiguousPoints += notes.pointGroups
    const doubtful = this.#doubtful
    if (doubtful === null) return
    this.#beside.add(values, notes.points + notes.commas)
    if (this.#example !== '') return
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

  /**
   * The decimal marks of the numbers, of which `largest` is the largest magnitude: from 1,000 on it has no
   * mark, so that the others' are decimal, unless zeros alone follow these, as in 10.000.
   */
  marksBelow(largest: number): ColumnMarks {
    const shown = [
      ...(this.commas > this.#ambiguousCommas ? [',' as const] : []),
      ...(this.points > this.#ambiguousPoints ? ['.' as const] : []),
    ]
    const doubtful = this.#doubtful
    if (doubtful === null) return { ...noMarks, shown }
    const areRound = this.#example === ''
    if (largest >= thousand && !areRound) return { ...noMarks, shown: [doubtful] }
    const areThousands = largest >= thousand || this.#beside.areHundreds
    return { shown, doubtful, areThousands, example: this.#example }
  }

  /** The only mark, if it may separate thousands wherever it stands. */
  get #doubtful(): '.' | ',' | null {
    const { commas, points } = this
    if (commas > 0 && points === 0 && this.#ambiguousCommas === commas) return ','
    return points > 0 && commas === 0 && this.#ambiguousPoints === points ? '.' : null
  }

  /** Whether the decimal mark is clear: the one that the user chose, or one that cells show. */
  isMarkClear(decimal: '.' | ',' | undefined, areCommasUsual: boolean): boolean {
    if (decimal !== undefined) return decimal === ',' ? this.points === 0 : this.commas === 0
    const areAmbiguous = this.#ambiguousCommas === this.commas && !areCommasUsual
    return this.commas === 0 || (this.points === 0 && !areAmbiguous)
  }
}
