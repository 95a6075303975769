import { dayWithoutYear } from './month-names.ts'

/**
 * What a spreadsheet did to some cells of a column: how many, and up to some of the texts with their counts.
 */
export interface DamagedCells {
  readonly cells: number
  readonly texts: ReadonlyMap<string, number>
}

/** At least so many different codes make a column of codes; a share of other texts does not change that. */
const fewestCodes = 5
const mostOthers = 20
const mostShown = 5

/**
 * A long whole number, such as that of an article or a telephone; a code of capitals and digits, or of short
 * numbers.
 */
const longNumber = /^\+?\d{9,}$/
const longCode = /^(?=.*[A-Z])(?=.*\d)[A-Z\d]{6,}$/
const code =
  /^(?=.*\d)[A-Z\d][A-Za-z\d._/-]*[A-Za-z][A-Za-z\d._/-]*$|^[A-Z][A-Z\d-]{1,9}$|^\d{1,4}[-/]\d{1,4}$/
/** Two short numbers, of which a sheet may hold some as dates. */
const pair = /^\d{1,2}[-/]\d{1,2}$/
const isoDate = /^\d{4}-\d\d-\d\d$/
/** A number as Excel shows one of twelve digits or more, and what it makes of codes such as 2310009E13. */
const exponent = /^\d(?:[.,]\d{1,5})?E\+(\d\d)$/
const fewestDigits = 11

/**
 * Notes what a spreadsheet made of codes: 4.00639E+12 of a long number, whose digits are lost, and 2-Sep of
 * SEPT2 or of 2-9.
 */
export class DamagedCodes {
  #numbers = 0
  #codes = 0
  /** Codes that are long enough to be taken for a number with an exponent. */
  #longCodes = 0
  #pairs = 0
  #others = 0
  readonly #lost = new Tally()
  /** Numbers with an exponent that only a code may have. */
  readonly #short = new Tally()
  readonly #days = new Tally()
  /** Dates that may have been pairs of numbers. */
  readonly #dates = new Tally()

  /** Adds a text that occurs `count` times. */
  add(cell: string, count: number): void {
    if (!this.#isOpen) return
    const text = cell.trim()
    const power = text.length < 4 ? null : exponent.exec(text)
    if (power) (Number(power[1]) >= fewestDigits ? this.#lost : this.#short).add(text, count)
    else if (dayWithoutYear(text)) this.#days.add(text, count)
    else if (isoDate.test(text)) this.#dates.add(text, count)
    else if (longNumber.test(text)) this.#numbers++
    else if (code.test(text)) {
      this.#codes++
      if (longCode.test(text)) this.#longCodes++
      if (pair.test(text)) this.#pairs++
    } else this.#others++
  }

  /** Whether most texts are long numbers or codes. */
  get #isOpen(): boolean {
    return (
      this.#others + this.#dates.different <= mostOthers ||
      (this.#others + this.#dates.different) * 4 <= this.#numbers + this.#codes
    )
  }

  /**
   * The cells whose digits are lost; `null` if there are none, or if the others are no long numbers and no
   * codes.
   */
  get lostDigits(): DamagedCells | null {
    const names = this.#numbers + this.#longCodes
    const others = this.#others + this.#dates.different + this.#codes - this.#longCodes
    const lost = this.#longCodes > this.#numbers ? this.#lost.with(this.#short) : this.#lost
    return lost.cells > 0 && names >= fewestCodes && others * 4 <= names ? lost : null
  }

  /**
   * The cells that are a day without a year among codes; those of a workbook have one. `null` if there are
   * none, or if the others are no codes.
   */
  days(isOfSheet = false): DamagedCells | null {
    const mayHaveYears = isOfSheet || this.#pairs * 4 >= this.#codes * 3
    const others = this.#others + (mayHaveYears ? 0 : this.#dates.different)
    const days = mayHaveYears ? this.#days.with(this.#dates) : this.#days
    const areFew = days.different * 3 <= this.#codes && others * 4 <= this.#codes
    return days.cells > 0 && this.#codes >= fewestCodes && areFew ? days : null
  }
}

/** Texts and how often each occurs, the first few of them by name. */
class Tally implements DamagedCells {
  cells = 0
  different = 0
  readonly texts = new Map<string, number>()

  add(text: string, count: number): void {
    this.cells += count
    const known = this.texts.get(text)
    if (known === undefined) this.different++
    if (known !== undefined || this.texts.size < mostShown) this.texts.set(text, (known ?? 0) + count)
  }

  with(other: Tally): DamagedCells & { readonly different: number } {
    return {
      cells: this.cells + other.cells,
      different: this.different + other.different,
      texts: new Map([...this.texts, ...other.texts].slice(0, mostShown)),
    }
  }
}
