import { parseRange } from './range-texts.ts'
import type { NumberRange } from './range-texts.ts'

/** A column of ranges has at most so many different ones, numbers among them, and other texts. */
const mostRanges = 200
const mostNumbers = 30
const mostOthers = 3
const fewestRanges = 3

/** Notes whether the cells of a column are ranges of numbers, such as the groups of a survey. */
export class RangeFacts {
  readonly #ranges = new Map<string, NumberRange>()
  readonly #others = new Set<string>()
  readonly #numbers = new Set<string>()
  #isOpen = true
  #cells = 0
  #damaged = 0
  #damagedExample: { readonly example: string; readonly range: string } | undefined

  /** Adds a cell that occurs `count` times; `isPlain`: it is a plain number. */
  add(cell: string, count: number, isPlain: boolean): void {
    if (!this.#isOpen) return
    if (isPlain && this.#numbers.add(cell).size > mostNumbers) this.#isOpen = false
    const range = parseRange(cell)
    if (range) this.#addRange(cell.trim(), range, count)
    else if (this.#others.add(cell.trim()).size > mostOthers) this.#isOpen = false
  }

  #addRange(text: string, range: NumberRange, count: number): void {
    this.#cells += count
    if (range.isDamaged) {
      this.#damaged += count
      this.#damagedExample ??= { example: text, range: `${range.low}-${range.high}` }
    }
    if (this.#ranges.set(text, range).size > mostRanges) this.#isOpen = false
  }

  /** How many cells are dates that a spreadsheet made of ranges, one of them, and its range. */
  get damaged(): { readonly cells: number; readonly example: string; readonly range: string } | null {
    return this.#damagedExample === undefined ? null : { cells: this.#damaged, ...this.#damagedExample }
  }

  /** The texts that are no ranges. */
  get others(): readonly string[] {
    return [...this.#others]
  }

  /** A range that shows what the column has. */
  get example(): string {
    return [...this.#ranges].find(([, { low, high, isDamaged }]) => low < high && !isDamaged)?.[0] ?? ''
  }

  /**
   * Whether the cells, but for a few texts, are at least three ranges side by side, none inside another: results of
   * games such as 2-1, days and codes are not.
   */
  areRanges(present: number): boolean {
    if (!this.#isOpen || this.#cells * 5 < present * 4) return false
    const ranges = [...this.#ranges.values()].sort((a, b) => a.low - b.low || a.high - b.high)
    const wide = ranges.filter(({ low, high }) => low < high)
    const hasProper = wide.some(({ low, high, isDamaged }) => Number.isFinite(high - low) && !isDamaged)
    if (wide.length < fewestRanges || !hasProper) return false
    return ranges.every(({ low }, i) => i === 0 || (low >= ranges[i - 1].high && low > ranges[i - 1].low))
  }
}
