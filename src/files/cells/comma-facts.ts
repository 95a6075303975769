import { markIn, noMark } from './text-cells.ts'

/** A decimal comma is sure after so many digits, or before so many. */
const manyBefore = 3
const manyAfter = 4
const mostAfter = 2

/**
 * Whether commas inside quoted cells are decimal commas: `1,3` may be two answers. They are decimal where the
 * whole part has three digits and no more than two follow, as in `213483,78`; where four or more digits
 * follow up to three, as in `45,1234`; and where a zero comes first in two digits or more after the comma, as
 * in `3,05`, or alone before all of them, as in `0,18`.
 */
export class CommaFacts {
  #cells = 0
  #long = 0
  #short = 0
  #hasLongWhole = false
  #hasLeadingZero = false
  #zeros = 0
  example: string | undefined

  /** Adds a cell with a single comma. */
  add(cell: string): void {
    const comma = cell.indexOf(',')
    const whole = digitsOf(cell.slice(0, comma))
    const part = digitsOf(cell.slice(comma + 1))
    this.#cells++
    this.example ??= cell
    if (part.length >= manyAfter && whole.length <= manyBefore) this.#long++
    if (part.length <= mostAfter) this.#short++
    if (whole.length >= manyBefore) this.#hasLongWhole = true
    if (part.length > 1 && part.startsWith('0')) this.#hasLeadingZero = true
    if (whole === '0') this.#zeros++
  }

  /** Whether the commas are decimal commas for certain. */
  get areDecimals(): boolean {
    if (this.#cells === 0) return false
    return (
      (this.#short === this.#cells && this.#hasLongWhole) ||
      this.#long === this.#cells ||
      this.#hasLeadingZero ||
      this.#zeros === this.#cells
    )
  }
}

function digitsOf(text: string): string {
  return markIn(text) === noMark && text[0] >= '0' ? text : text.replace(/\D/g, '')
}
