import type { DateOrder } from '../spec/given-types.ts'
import { ShortYears } from './short-years.ts'
import { dayOfTime } from './time-texts.ts'
import type { ParsedTime } from './time-texts.ts'

const orders = ['dmy', 'mdy', 'ymd'] as const
const inWords = {
  dmy: 'starts with the day',
  mdy: 'starts with the month',
  ymd: 'starts with the year',
} as const

/** In which orders the dates of a column may be written, from its distinct cells and how often each occurs. */
export class DateOrders {
  /** A cell that rules out an order. */
  deciding: string | undefined
  /** Cells whose order is open; how many of them are dates in each order, how many the same with the day and the month first. */
  #open = 0
  readonly #fits = { dmy: 0, mdy: 0, ymd: 0 }
  #sameInBoth = 0
  readonly #separators = new Set<string>()
  /** A cell that fits one order only, for each order. */
  readonly #only = new Map<DateOrder, string>()
  /** The years of two digits if they come last, and if they come first. */
  readonly #last = new ShortYears()
  readonly #first = new ShortYears()
  #hasShortYears = false
  #hasLeapDayOf00 = false
  /** Whether all days and months have two digits, or slashes between them. */
  #isLikely = true

  add(time: ParsedTime, cell: string, count: number): void {
    if (time.hasShortYear) this.#addShortYear(time, cell)
    if (time.orders === 'known' || time.orders.length === 0) return
    const [one, other] = time.orders
    this.#open += count
    for (const order of time.orders) this.#fits[order] += count
    const dmy = dayOfTime(time, 'dmy')
    if (dmy !== null && dmy === dayOfTime(time, 'mdy')) this.#sameInBoth += count
    if (other === undefined) {
      this.deciding ??= cell.trim()
      if (!this.#only.has(one)) this.#only.set(one, cell.trim())
    }
    if (!this.#separators.has(time.separator)) this.#separators.add(time.separator)
  }

  /** Whether the order of some cells is to be decided. */
  get areOpen(): boolean {
    return this.#open > 0
  }

  get hasSeveralSeparators(): boolean {
    return this.#separators.size > 1
  }

  /** Whether dates with two-digit years are written as dates are, and versions or codes rarely. */
  get isLikely(): boolean {
    return this.#isLikely
  }

  /** Whether some year of two digits is no day of a month. */
  get hasYearBeyondDays(): boolean {
    return this.#last.has(0) || [...Array(68).keys()].some((i) => this.#last.has(i + 32))
  }

  /**
   * The orders in which all cells are dates; one if all are the same dates in both. Of years and days in two digits, the
   * days have more distinct values.
   */
  get possible(): readonly DateOrder[] {
    const all = orders.filter((order) => this.#fits[order] === this.#open)
    const rest =
      all.length > 1 && this.#first.distinct > this.#last.distinct
        ? all.filter((order) => order !== 'ymd')
        : all
    return rest.length > 1 && !rest.includes('ymd') && this.#sameInBoth === this.#open ? ['dmy'] : rest
  }

  /** The order to ask for first if several are possible. */
  get likely(): DateOrder {
    const { possible } = this
    return possible.includes('ymd') && this.#last.distinct > this.#first.distinct
      ? 'ymd'
      : (possible[0] ?? 'dmy')
  }

  /** Two cells that no order makes dates. */
  get contradiction(): string {
    return [...this.#only].map(([order, cell]) => `${JSON.stringify(cell)} ${inWords[order]}`).join(' and ')
  }

  /** The first of the hundred years of two-digit years; `undefined` if there are none, `null` if that makes no dates. */
  yearsFrom(order: DateOrder | undefined): number | null | undefined {
    if (!this.#hasShortYears) return undefined
    const { from } = order === 'ymd' ? this.#first : this.#last
    return from <= 1900 && this.#hasLeapDayOf00 ? null : from
  }

  #addShortYear({ parts, orders: open, separator }: ParsedTime, cell: string): void {
    this.#hasShortYears = true
    const [first, second, last] = parts
    if (open === 'known') {
      this.#first.add(first)
      this.#last.add(first)
      this.#hasLeapDayOf00 ||= first === 0 && second === 2 && last === 29
      return
    }
    if (last < 100) this.#last.add(last)
    if (first < 100) this.#first.add(first)
    this.#hasLeapDayOf00 ||= parts.includes(0) && parts.includes(2) && parts.includes(29)
    this.#isLikely &&= separator === '/' || /^\d\d.\d\d.\d\d(?!\d)/.test(cell.trim())
  }
}
