import type { DateOrder } from '#core'

/** So many years the Buddhist calendar began before ours. */
export const yearsBefore = 543

const leapDay = /^(?:(\d{4})[-/.]0?2[-/.]29|29[-/.]0?2[-/.](\d{4})|0?2\/29\/(\d{4}))$/

/**
 * The order of a date that only the Buddhist calendar has, since our year of that number has no 29 February;
 * `null` for any other text.
 */
function orderOfLeapDay(text: string): DateOrder | null {
  const [, first, last, behind] = leapDay.exec(text.trim()) ?? []
  const year = Number(first ?? last ?? behind) - yearsBefore
  if (!(year > 1900 && year < 2100 && new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29)) return null
  return first === undefined ? (last === undefined ? 'mdy' : 'dmy') : 'ymd'
}

/** The order of texts that are all such dates. */
export function orderOfLeapDays(texts: Iterable<string>): DateOrder | null {
  const orders = new Set([...texts].map(orderOfLeapDay))
  return orders.size === 1 ? [...orders][0] : null
}

const longDay = /^(?:(1[2-4]\d\d)[-/.](\d\d?)[-/.](\d\d?)|(\d\d?)[-/.](\d\d?)[-/.](1[2-4]\d\d))$/

/**
 * The order of texts that are all days which the Persian calendar has and ours lacks, such as 31 of its second
 * month; `null` for any others.
 */
export function orderOfLongDays(texts: Iterable<string>): DateOrder | null {
  const orders = new Set<DateOrder | null>()
  for (const text of texts) {
    const [, y, m, d, day, month] = longDay.exec(text.trim()) ?? []
    const [inMonth, ofMonth] = [Number(m ?? month), Number(d ?? day)]
    const isDay = inMonth >= 1 && inMonth <= 12 && ofMonth <= (inMonth < 7 ? 31 : 30)
    orders.add(isDay ? (y === undefined ? 'dmy' : 'ymd') : null)
  }
  return orders.size === 1 ? [...orders][0] : null
}

/** Whether all texts are days that another calendar has and ours lacks. */
export function haveOwnDays(texts: Iterable<string>): boolean {
  return (orderOfLeapDays(texts) ?? orderOfLongDays(texts)) !== null
}
