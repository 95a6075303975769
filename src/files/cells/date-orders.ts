import type { DateOrder } from '#core'
import { firstShortYear } from './day-numbers.ts'
import { dayOfTime } from './time-texts.ts'
import type { ParsedTime } from './time-texts.ts'

const orders = ['dmy', 'mdy', 'ymd'] as const
const inWords = {
  dmy: 'starts with the day',
  mdy: 'starts with the month',
  ymd: 'starts with the year',
} as const

/**
 * In which orders the dates of a column may be written, from its distinct cells and how often each occurs.
 */
export class DateOrders {
  /** A cell that rules out an order. */
  deciding: string | undefined
  /**
   * Cells whose order is open; how many of them are dates in each order, how many the same with the day and
   * the month first.
   */
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
   * The orders in which all cells are dates; one if all are the same dates in both. Of years and days in two
   * digits, the days have more distinct values.
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

  /**
   * The first of the hundred years of two-digit years; `undefined` if there are none, `null` if that makes no
   * dates.
   */
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

/** Dates of two-digit years are not later, if other years are as close together. */
const latest = 2035

/** Which years of two digits a column has. */
class ShortYears {
  readonly #has = new Uint8Array(100)

  add(year: number): void {
    this.#has[year] = 1
  }

  get distinct(): number {
    return this.#has.reduce((sum, has) => sum + has, 0)
  }

  has(year: number): boolean {
    return this.#has[year] === 1
  }

  /**
   * The first of the hundred years that they are among. It is 1969, as in POSIX. If that makes some of them
   * later than 2035, they are years up to 2035 that lie as close together as they can.
   */
  get from(): number {
    const years = [...this.#has.keys()].filter((year) => this.#has[year])
    if (!years.some((year) => year < firstShortYear - 1900 && year > latest - 2000)) return firstShortYear
    let best = { first: 1900 + years[0], span: 100 }
    years.forEach((year, i) => {
      const last = years[(i + years.length - 1) % years.length]
      const span = (last - year + 100) % 100
      const first = year + (2000 + year + span > latest ? 1900 : 2000)
      if (first + span <= latest && span < best.span) best = { first, span }
    })
    return best.first
  }
}

/** Fewer different dates of a kind may be without a day above 12, or all above it, by chance. */
const fewestDates = 3
const mostKept = 2 * fewestDates

/**
 * Notes whether the dates of a column are of two kinds, as a spreadsheet of another country leaves them: it
 * takes a text for a date with day and month swapped where both are months, and leaves the others as they
 * are.
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

  /**
   * The order of the texts, their separator, and a date of each kind, if the dates may be swapped; else
   * `null`.
   */
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
