import { orderOfType, timeOfType } from '#core'
import type { DateOrder, GivenType, TimeKind } from '#core'
import { DateOrders, SwappedDays } from './date-orders.ts'
import type { SwappedDates } from './date-orders.ts'
import { DigitDays, parseDigits } from './digit-times.ts'
import { HoursAlone } from './hours-alone.ts'
import type { NameHint } from './time-names.ts'
import { NamedZones } from './named-zones.ts'
import { parseTime, timeToNumber } from './time-texts.ts'
import type { ParsedTime, TimeForm } from './time-texts.ts'

/**
 * The format of all dates or times in a column; `order` is absent if it is known which part is the year, the
 * month and the day, and for times of day.
 */
export interface TimeFormat {
  readonly time: TimeKind
  readonly order?: DateOrder
  /** If years have two digits, the first of the hundred years that they are among. */
  readonly from?: number
}

/**
 * Cells that look like times and are not read: what they look like, and the type that reads them so, if one
 * does.
 */
interface UnreadTimes {
  readonly isUndecided: boolean
  /** Whether they have the names of zones, which it looks like, whose offset is not certain. */
  readonly hasZone?: boolean
  readonly looks: string
  readonly type?: GivenType
}

const orders = ['dmy', 'mdy', 'ymd'] as const
/**
 * Forms that may as well be something else: a column with some of them and other texts is not taken for
 * dates.
 */
const vague: ReadonlySet<TimeForm> = new Set<TimeForm>([
  'short',
  'points',
  'month-short',
  'month-digits',
  'month-joined',
  'quarter-or-term',
])

/** Detects the format of a column's dates or times from its distinct cells and how often each occurs. */
export class TimeFormatDetector {
  /** Cells that are dates or times, and those whose form alone says so. */
  cells = 0
  certain = 0
  /** Whether digits are days and months, if the name says that they are dates. */
  readonly digitDays: DigitDays | undefined
  readonly #kind: TimeKind | undefined
  readonly #order: DateOrder | undefined
  readonly #hint: NameHint
  readonly #kinds = { date: 0, datetime: 0, time: 0 }
  readonly #forms = new Map<TimeForm, string>()
  readonly #orders = new DateOrders()
  readonly #swapped = new SwappedDays()
  readonly #hours = new HoursAlone()
  /** Cells that may be a time of day with points. */
  #pointed = 0
  /** What zones have of which only the name is known. */
  readonly #zones = new NamedZones()
  /** Whether every month may be the end of a season that began in the year before, as in 2019-20. */
  #areSeasons = true
  /** How many cells are of the kind the user chose, in each order. */
  readonly #ofKind = { dmy: 0, mdy: 0, ymd: 0 }

  /** `type`: the type the user chose, if any; `hint`: what the name of the column says. */
  constructor(type: GivenType | undefined, hint: NameHint) {
    this.#kind = timeOfType(type)
    this.#order = orderOfType(type)
    this.#hint = hint
    if (hint.date) this.digitDays = new DigitDays()
  }

  /**
   * Adds a cell that occurs `count` times; returns for each order whether it is of the kind the user chose.
   */
  add(cell: string, count: number): Readonly<Record<DateOrder, boolean>> {
    const kind = this.#kind
    const time = parseTime(cell) ?? (kind ? parseDigits(cell, kind) : null)
    const isOfKind = { dmy: false, mdy: false, ymd: false }
    if (!time) return isOfKind
    const isAlike = time.zone === null || this.#zones.add(time.zone, count)
    for (const order of orders) {
      isOfKind[order] = kind !== undefined && isAlike && timeToNumber(time, kind, order) !== null
      if (isOfKind[order]) this.#ofKind[order] += count
    }
    this.#note(time, cell, count)
    return isOfKind
  }

  #note(time: ParsedTime, cell: string, count: number): void {
    this.cells += count
    if (!vague.has(time.form) && time.hourAlone === undefined) this.certain += count
    this.#kinds[time.kind] += count
    if (!this.#forms.has(time.form)) this.#forms.set(time.form, cell.trim())
    if (time.points !== null) this.#pointed += count
    this.#areSeasons &&= time.parts[1] === (time.parts[0] % 100) + 1
    this.#orders.add(time, cell, count)
    this.#swapped.add(time, cell)
    this.#hours.add(time, cell, count)
  }

  /** How many cells are times of day. */
  get clocks(): number {
    return this.#kinds.time
  }

  /** Its dates of which a spreadsheet may have swapped day and month; `null` if there are none. */
  get swapped(): SwappedDates | null {
    return this.#swapped.found
  }

  /** Cells that are read once the others are missing. */
  get readable(): number {
    const found = this.#kind === undefined ? this.detect(this.cells) : null
    const isRead = found !== null && ('time' in found || found.type !== undefined)
    return isRead ? this.cells : this.certain
  }

  /** A cell that shows the format: one that determines the order of day and month, if there is one. */
  get example(): string {
    return this.#hours.midnight ?? this.#orders.deciding ?? this.#forms.values().next().value ?? ''
  }

  /**
   * Whether the format is to be shown, since it is not plain from the numbers: a year, a month, a time with
   * points, an hour alone, 24:00.
   */
  get isWorthShowing(): boolean {
    if (this.#hours.cells > 0 || this.#hours.midnight !== undefined) return true
    return ![...this.#forms.keys()].every((form) => plain.has(form))
  }

  /**
   * The format of all `present` cells that have a value; `null` if some are no times. Times that are not read
   * are undecided if the order of day, month and year cannot be distinguished.
   */
  detect(present: number): TimeFormat | UnreadTimes | null {
    if (present === 0) return null
    if (this.#kind !== undefined) return this.#detectKind(this.#kind, present)
    if (this.cells < present) return null
    const { names, areOne, cells } = this.#zones
    if (cells > 0)
      return { ...unread(names, areOne && cells === present ? 'datetime' : undefined), hasZone: true }
    if (this.#pointed === present && (this.#hint.timeOfDay || this.#forms.has('points')))
      return this.#hint.timeOfDay ? { time: 'time' } : unread('times of day with points', 'time')
    const [form] = this.#forms.keys()
    if (this.#forms.size > 1) return this.#mixed()
    if (this.#kinds.date > 0 && this.#kinds.datetime > 0) return this.#unread('dates with and without a time')
    if (this.#hours.cells === 0 || this.#hours.areSure(this.#hint)) return this.#ofForm(form)
    const mayBeDates = form !== 'short' || this.#hint.date
    return mayBeDates ? this.#unread('dates with a number that may be the hour') : null
  }

  /**
   * The order in which most cells are of the kind the user chose; it decides which cells are reported as
   * mismatches.
   */
  get likelyOrder(): DateOrder {
    return (
      this.#order ?? orders.reduce((most, order) => (this.#ofKind[order] > this.#ofKind[most] ? order : most))
    )
  }

  #detectKind(time: TimeKind, present: number): TimeFormat | UnreadTimes | null {
    const order = this.likelyOrder
    if (this.#ofKind[order] < present) return null
    if (time === 'time') return { time }
    return this.#order || !this.#orders.areOpen ? this.#withYears(time, order) : this.#withOrder(time)
  }

  #mixed(): UnreadTimes | null {
    if (this.#kinds.time === 0) return this.#unread('dates in several forms')
    if (this.#kinds.date + this.#kinds.datetime === 0) return unread('times of day, or scores', 'time')
    // Most cells have to be sure, as scores look like times.
    return this.#forms.has('clock') && this.certain === this.cells
      ? unread('times of day, some with a date')
      : null
  }

  #ofForm(form: TimeForm): TimeFormat | UnreadTimes | null {
    const time = this.#kinds.date > 0 ? 'date' : this.#kinds.datetime > 0 ? 'datetime' : 'time'
    const { hasSeveralSeparators, isLikely, hasYearBeyondDays } = this.#orders
    switch (form) {
      case 'clock-or-score':
        return unread('times of day, or scores', 'time')
      case 'year-last':
        return hasSeveralSeparators ? this.#unread('dates with several separators') : this.#withOrder(time)
      case 'short':
        if (hasSeveralSeparators) return this.#unread('dates with several separators')
        return isLikely || this.#hint.date
          ? this.#withOrder(time)
          : this.#unread('dates with two-digit years')
      case 'month-short':
        return hasYearBeyondDays ? this.#withYears(time) : this.#unread('months, or days of a month')
      case 'month-joined':
        return this.#hint.date ? { time } : this.#unread('months')
      case 'quarter-or-term':
        return this.#hint.date ? { time } : this.#unread('quarters, or terms')
      case 'month-digits':
        return this.#hint.date && !this.#areSeasons ? { time } : this.#unread('months')
      default:
        return this.#withYears(time)
    }
  }

  #withOrder(time: TimeKind): TimeFormat | UnreadTimes | null {
    const { possible, likely } = this.#orders
    if (possible.length === 0) return this.#unread('dates')
    if (possible.length === 1) return this.#withYears(time, possible[0])
    const type = `${time}:${likely}` as GivenType
    return { isUndecided: true, looks: 'dates that may start with the day or with the month', type }
  }

  #withYears(time: TimeKind, order?: DateOrder): TimeFormat | UnreadTimes {
    const from = this.#orders.yearsFrom(order)
    if (from === null) return unread('dates with two-digit years: 29 February 00 is no day of 1900')
    const isOpen = order !== undefined && this.#orders.areOpen
    return { time, ...(isOpen && { order }), ...(from !== undefined && { from }) }
  }

  /** Dates that are not read: the type that reads them, if one does. */
  #unread(looks: string): UnreadTimes | null {
    const time = this.#kinds.datetime > 0 ? 'datetime' : 'date'
    const { areOpen, possible, likely, contradiction } = this.#orders
    // Numbers such as 20-11-43 that no order makes dates are something else, unless sure dates stand beside them.
    if (areOpen && possible.length === 0 && this.#forms.has('short') && this.certain === 0) return null
    if (areOpen && possible.length === 0) return unread(`${looks}, of which ${contradiction}`)
    return unread(looks, areOpen && possible.length > 1 ? (`${time}:${likely}` as GivenType) : time)
  }
}

/** Forms that are shown as they are written, or whose order of day and month is shown. */
const plain: ReadonlySet<TimeForm> = new Set<TimeForm>([
  'year-first',
  'year-last',
  'clock',
  'digits',
  'clock-or-score',
])

function unread(looks: string, type?: GivenType): UnreadTimes {
  return { isUndecided: false, looks, ...(type && { type }) }
}
