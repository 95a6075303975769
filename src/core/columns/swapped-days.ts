import type { DateOrder } from '../spec/given-types.ts'
import type { ParsedTime } from './time-texts.ts'

/** Fewer different dates of a kind may be without a day above 12, or all above it, by chance. */
const fewestDates = 3
const mostKept = 2 * fewestDates

/**
 * Notes whether the dates of a column are of two kinds, as a spreadsheet of another country leaves them: it takes a text
 * for a date with day and month swapped where both are months, and leaves the others as they are.
 */
export class SwappedDays {
  /** Dates with the year first, all with days up to 12, and one of which day and month differ. */
  readonly #dates = new Set<string>()
  #example: string | undefined
  /** Dates with the year last that are dates in one order only. */
  readonly #texts = new Set<string>()
  readonly #separators = new Set<string>()
  #order: DateOrder | undefined
  #kind: SwappedDates['kind'] = 'date'
  #areTwoKinds = true

  add({ form, kind, parts, orders, separator }: ParsedTime, cell: string): void {
    if (!this.#areTwoKinds) return
    if (kind === 'datetime') this.#kind = kind
    if (kind !== 'time' && form === 'year-first') {
      const [, month, day] = parts
      if (day > 12) this.#areTwoKinds = false
      if (this.#dates.size < mostKept) this.#dates.add(cell.trim())
      if (day !== month) this.#example ??= cell.trim()
      return
    }
    const [order, other] = orders === 'known' ? [] : orders
    const isDecided = form === 'year-last' && order !== undefined && other === undefined
    if (!isDecided || (this.#order ?? order) !== order) this.#areTwoKinds = false
    this.#order ??= order
    this.#separators.add(separator)
    if (this.#texts.size < mostKept) this.#texts.add(cell.trim())
  }

  /** The order of the texts, their separator, and a date of each kind, if the dates may be swapped; else `null`. */
  get found(): SwappedDates | null {
    const isEnough = this.#dates.size >= fewestDates && this.#texts.size >= fewestDates
    if (!this.#areTwoKinds || !isEnough || this.#example === undefined || this.#separators.size > 1)
      return null
    const [text] = this.#texts
    const [separator] = this.#separators
    return { kind: this.#kind, order: this.#order!, separator, date: this.#example, text }
  }
}

/** Dates with the year first of which day and month may be swapped, beside texts in an order. */
export interface SwappedDates {
  readonly kind: 'date' | 'datetime'
  readonly order: DateOrder
  readonly separator: string
  readonly date: string
  readonly text: string
}
