import type { NumberOptions } from './detected-format.ts'
import type { FormattedNumber } from './formatted-numbers.ts'

/** What numbers a column has by the decimal mark that the user gives, and by the other one alone. */
export class GivenMarkFacts {
  readonly #given: NumberOptions['decimal']
  /** Cells that are numbers only by the other mark, and whether some of these have a unit. */
  #others = 0
  #haveUnit = false
  /** Whether a cell is a number only by the mark that is given. */
  #isNeeded = false

  constructor(given: NumberOptions['decimal']) {
    this.#given = given
  }

  /** Notes a number; returns whether only the other mark makes one of it, as the comma of `1,066,000`. */
  noteIfOther({ point, comma }: FormattedNumber, unit: string, count: number): boolean {
    if (this.#given === undefined) return false
    const [own, other] = this.#given === '.' ? [point, comma] : [comma, point]
    if (own !== null) {
      this.#isNeeded ||= other === null
      return false
    }
    this.#others += count
    this.#haveUnit ||= unit !== ''
    return true
  }

  /** Whether the other mark is that of the column, of which `cells` are read; `null` if it is not. */
  of(present: number, cells: number): 'other-mark' | 'other-mark-units' | null {
    const isOther = this.#others * 2 > present || (this.#others > 0 && !this.#isNeeded)
    if (!isOther || cells + this.#others !== present) return null
    return this.#haveUnit ? 'other-mark-units' : 'other-mark'
  }
}
