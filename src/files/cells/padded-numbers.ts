import { isPadded } from './text-cells.ts'

/** More of the cells than this are codes. */
const mostTypos = 0.02

/** Notes whole numbers that start with 0, and how long those without are: codes of one length have it for that. */
export class PaddedNumbers {
  #cells = 0
  #shortest = Infinity
  #shortestOther = Infinity
  #example = ''

  /** Adds a cell that occurs `count` times; says whether it starts with 0. */
  add(cell: string, count: number): boolean {
    const text = cell.trim()
    if (!isPadded(cell)) {
      if (/^[1-9]\d*$/.test(text)) this.#shortestOther = Math.min(this.#shortestOther, text.length)
      return false
    }
    this.#cells += count
    if (text.length < this.#shortest) this.#example = text
    this.#shortest = Math.min(this.#shortest, text.length)
    return true
  }

  /**
   * The shortest cell that starts with 0, if so few of `present` do, and others are shorter, that these are
   * numbers typed oddly; else `null`.
   */
  typoAmong(present: number): string | null {
    const areFew = this.#cells > 0 && this.#cells <= mostTypos * present
    return areFew && this.#shortestOther < this.#shortest ? this.#example : null
  }
}
