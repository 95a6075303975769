import { lastPersian } from './calendar-texts.ts'

/**
 * Calendars in use, with their years from about 1900 to 2040. As Gregorian years those of the Buddhist
 * calendar are hardly ever meant, so few of them tell; those of the others may be of the Middle Ages.
 */
const calendars = [
  { name: 'Persian or Islamic', from: 1280, to: 1465, leastShare: 0.5 },
  { name: 'Buddhist', from: 2443, to: 2583, leastShare: 0.1 },
] as const

/** The calendar that the years of a column look like, with a date of it. */
export interface OtherCalendar {
  readonly name: string
  readonly example: string
}

/** Counts the dates of a column whose Gregorian years are those of another calendar today. */
export class CalendarYears {
  #dates = 0
  readonly #found = calendars.map((calendar) => ({
    ...calendar,
    dates: 0,
    years: new Set<number>(),
    example: undefined as string | undefined,
  }))

  /** Adds dates of a Gregorian year, one of which is shown. */
  add(year: number, shown: string, count: number): void {
    this.#dates += count
    const one = this.#found.find(({ from, to }) => year >= from && year <= to)
    if (!one) return
    one.dates += count
    one.example ??= shown
    one.years.add(year)
  }

  /**
   * The calendar that most years are of, or enough of them to tell; `null` if there is none. A single year
   * among others may stand for missing values.
   */
  get found(): OtherCalendar | null {
    for (const { name, dates, years, example, leastShare } of this.#found) {
      const least = years.size > 1 ? leastShare : 0.5
      if (example === undefined || dates < least * this.#dates) continue
      const isIslamic = name !== 'Buddhist' && Math.max(...years) > lastPersian
      return { name: isIslamic ? 'Islamic' : name, example }
    }
    return null
  }
}
