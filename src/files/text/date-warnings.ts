import { firstFew, queryWarning, remedy, timeOfType } from '#core'
import { parseCell } from '../cells/cell-format.ts'
import { namesRows, namesThings } from '../cells/code-names.ts'
import { orderOfLeapDays, orderOfLongDays } from '../cells/calendar-days.ts'
import type { DateOrder, Warning, WarningCode } from '#core'
import type { DigitOrder } from '../cells/digit-times.ts'
import { buddhistQuery, islamicQuery, lastPersian, persianQuery } from './calendar-texts.ts'
import { CalendarYears } from './calendar-years.ts'
import type { OtherCalendar } from './calendar-years.ts'
import type { ColumnReader } from './column-reader.ts'
import { digitDaysQuery, serialDaysQuery } from './format-queries.ts'
import { isoText, shownOf } from './shown-dates.ts'
import type { ShownColumn } from './shown-dates.ts'

/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5

/**
 * Warnings about dates and times: those read, if they could mean something else, and those that only look
 * like some.
 */
export function dateWarnings(readers: readonly ColumnReader[]): Warning[] {
  const untyped = readers.filter(({ type }) => type === undefined)
  return [
    ...readDates(readers),
    ...otherCalendars(untyped),
    ...undecidedDates(untyped.flatMap((reader) => (whyOf(reader) === 'undecided-dates' ? [reader] : []))),
    ...unreadDates(
      'unread-dates',
      'columns that look like dates or times, read as categorical',
      untyped.flatMap((reader) => (whyOf(reader) === 'unread-dates' ? [shownOf(reader)] : [])),
    ),
    ...zonedDates(untyped.filter((reader) => whyOf(reader) === 'zoned-dates')),
    ...digitTimeWarnings(untyped),
    ...digitDayWarnings(untyped),
    ...serialWarnings(untyped),
  ]
}

/** The warning about dates that may start with the day or with the month, with the types that say so. */
function undecidedDates(readers: readonly ColumnReader[]): Warning[] {
  const kinds = [...new Set(readers.map(({ detected: { type } }) => type?.split(':')[0] ?? 'date'))]
  const types = ['dmy', 'mdy', 'ymd'].map((order) => kinds.map((kind) => `${kind}:${order}`).join(' or '))
  return unreadDates(
    'undecided-dates',
    'dates that may start with the day or with the month, read as categorical',
    readers.map(shownOf),
    `type a column ${types[0]} or ${types[1]}, with two-digit years also ${types[2]}, such as`,
  )
}

/** The warning about times with the name of a zone, which several offsets have. */
function zonedDates(readers: readonly ColumnReader[]): Warning[] {
  const shown = readers.map(({ name, detected: { example, looks, type } }) => {
    return { name, shown: `${JSON.stringify(example).slice(1, -1)}: ${looks}`, type }
  })
  const ofOne = shown.filter(({ type }) => type !== undefined)
  const start = 'times with the name of a zone, whose offset is not certain, read as categorical'
  const others = shown.filter(({ type }) => type === undefined)
  return [
    ...(ofOne.length > 0
      ? unreadDates('unread-dates', start, ofOne, 'to read the clock as it stands, without the zone:')
      : []),
    ...warningOf('unread-dates', start, others, '; write each as its offset, such as +01:00'),
  ]
}

/** The warnings about numbers that may be dates, by the names of their columns or by their digits. */
function digitTimeWarnings(readers: readonly ColumnReader[]): Warning[] {
  return [true, false].flatMap((isNamed) =>
    unreadDates(
      'unread-dates',
      isNamed
        ? 'numbers that look like dates or times by the name of the column, read as numbers'
        : 'numbers that look like dates, read as numbers',
      readers.flatMap(({ name, digitTimes }) => {
        // An order of 15 January may be 202401150001.
        const isOther = !isNamed && (namesRows(name) || namesThings(name))
        const found = digitTimes?.isNamed === isNamed && !isOther ? digitTimes.found : null
        return found ? [{ name, shown: found.example, type: found.type }] : []
      }),
    ),
  )
}

/** The warning about numbers that may be days and months. */
function digitDayWarnings(readers: readonly ColumnReader[]): Warning[] {
  const found = readers.flatMap((reader) => {
    const days = digitDaysOf(reader)
    return days ? [{ name: reader.name, ...days }] : []
  })
  if (found.length === 0) return []
  const [{ name, order }] = found
  const query = digitDaysQuery(name, order)
  return queryWarnings(
    'unread-dates',
    'numbers that look like days and months without a year',
    found.map(({ name, order, example }) => ({ name, shown: `${example}: ${order}` })),
    'for dates say, with their year for 2000,',
    query,
  )
}

/** The warning about numbers that may be days as a spreadsheet counts them. */
function serialWarnings(readers: readonly ColumnReader[]): Warning[] {
  const found = readers.flatMap(({ name, digitTimes }) => {
    const serial = digitTimes?.serial ?? null
    return serial === null
      ? []
      : [{ name, shown: `${serial}: ${isoText(Math.floor(serial) - epochOfSheets, 'date')}` }]
  })
  if (found.length === 0) return []
  const query = serialDaysQuery(found.map(({ name }) => name))
  return queryWarnings(
    'unread-dates',
    'numbers that look like dates as a spreadsheet counts them, read as numbers',
    found,
    'for dates say',
    query,
  )
}

/** 1970-01-01 as a spreadsheet counts days. */
const epochOfSheets = 25_569

function digitDaysOf(reader: ColumnReader): DigitDay | null {
  if (!reader.isOfTexts) return reader.digitTimes?.days ?? null
  const { why, looks, example } = reader.detected
  return why === 'digit-days' ? { order: looks as DigitOrder, example } : null
}

/** A number that is a day and a month in an order. */
interface DigitDay {
  readonly order: DigitOrder
  readonly example: string
}

function whyOf(reader: ColumnReader) {
  return reader.isOfTexts ? reader.detected.why : undefined
}

/**
 * Warnings for dates that are read: years of two digits, and texts whose date is not plain from their
 * numbers.
 */
function readDates(readers: readonly ColumnReader[]): Warning[] {
  const short: ShownColumn[] = []
  const texts: ShownColumn[] = []
  for (const reader of readers) {
    if (reader.type === 'categorical' || !reader.isOfTexts) continue
    const { format, example, isWorthShowing } = reader.detected
    if (!format || !('time' in format)) continue
    const value = Number(parseCell(example, format))
    const cell = JSON.stringify(example).slice(1, -1)
    const shown = { name: reader.name, shown: `${cell} is ${isoText(value, format.time)}` }
    if (format.from !== undefined) short.push(shown)
    else if (isWorthShowing && !timeOfType(reader.type)) texts.push(shown)
  }
  return [
    ...warningOf('two-digit-years', 'dates with years of two digits', short),
    ...warningOf('date-texts', 'texts read as dates or times', texts),
  ]
}

/** The warnings about dates with years as another calendar has. */
function otherCalendars(readers: readonly ColumnReader[]): Warning[] {
  const found = readers.flatMap((reader) => {
    const calendar = calendarOf(reader)
    return calendar ? [{ reader, ...calendar }] : []
  })
  const shown = (of: typeof found) =>
    of.map(({ reader, name, example }) => ({ name: reader.name, shown: `${example}: ${name}` }))
  const buddhist = found.filter(({ name }) => name === 'Buddhist')
  const persian = found.filter(({ name }) => name.startsWith('Persian'))
  const islamic = found.filter(({ name }) => name === 'Islamic')
  const leapDays = readers.flatMap((reader) => ownDaysOf(reader, 'Buddhist', orderOfLeapDays))
  const long = readers.flatMap((reader) => ownDaysOf(reader, 'Persian', orderOfLongDays))
  const islamicDays = long
    .filter(({ years }) => Math.max(...years) > lastPersian)
    .map((one) => ({ ...one, shown: one.shown.replace('Persian', 'Islamic') }))
  const longDays = long.filter(({ years }) => Math.max(...years) <= lastPersian)
  // A query has dates as such.
  const asDates = (of: typeof found) =>
    of.map(({ reader }) => [reader.name, reader.time === 'date' ? 'date' : 'datetime'] as const)
  const asTexts = (of: typeof leapDays) => of.map(({ name, order }) => [name, order] as const)
  return [
    ...inQuery('read as Gregorian', shown(islamic), ofIslamic, islamicQuery(asDates(islamic))),
    ...inQuery('read as categorical', islamicDays, ofIslamic, islamicQuery(asTexts(islamicDays))),
    ...inQuery('read as Gregorian', shown(persian), ofPersian, persianQuery(asDates(persian))),
    ...inQuery('read as categorical', longDays, ofPersian, persianQuery(asTexts(longDays))),
    ...inQuery('read as Gregorian', shown(buddhist), ofBuddhist, buddhistQuery(asDates(buddhist))),
    ...inQuery('read as categorical', leapDays, ofBuddhist, buddhistQuery(asTexts(leapDays))),
  ]
}

const ofBuddhist = 'for years of ours, 543 less, say'
const ofIslamic = 'for dates of ours, a day or two from the official ones, say'
const ofPersian = 'if they are Persian, for dates of ours say'

/** The warning about columns with dates of another calendar, with the query that brings them to ours. */
function inQuery(how: string, columns: readonly ShownColumn[], end: string, query: string): Warning[] {
  const start = `years that look like those of another calendar, ${how}`
  return queryWarnings('date-texts', start, columns, end, query)
}

function queryWarnings(
  code: WarningCode,
  start: string,
  columns: readonly ShownColumn[],
  how: string,
  query: string,
): Warning[] {
  return warningOf(code, start, columns).map(({ message: why, ...warning }) =>
    queryWarning({ ...warning, why, query }, how),
  )
}

/** A column of dates, some of which only another calendar has. */
function ownDaysOf(
  { name, isOfTexts, isNumeric, detected, texts }: ColumnReader,
  calendar: string,
  orderOf: (texts: Iterable<string>) => DateOrder | null,
) {
  if (!isOfTexts || isNumeric || !texts || detected.why !== undefined) return []
  const [first] = texts.others.first
  const order = orderOf(texts.others.first)
  const years = [...texts.others.first].map((text) => Number(/\d{4}/.exec(text)?.[0]))
  return order ? [{ name, shown: `${first}: ${calendar}`, order, years }] : []
}

/** The calendar that the years of a column look like, if that is another one, with a date as it is shown. */
function calendarOf(reader: ColumnReader): OtherCalendar | null {
  const { isNumeric, time, format, knownTexts, times } = reader
  if (!isNumeric || !time || time === 'time') return null
  // A pass that did not parse its texts has them.
  if (format && times.values.length === 0) reader.parse(knownTexts, format)
  const calendars = new CalendarYears()
  for (const value of times.values) {
    if (Number.isNaN(value)) continue
    const shown = isoText(value, time)
    calendars.add(Number(shown.slice(0, 4)), shown, 1)
  }
  return calendars.found
}

function unreadDates(
  code: WarningCode,
  start: string,
  columns: readonly ShownColumn[],
  how = 'to read them so:',
): Warning[] {
  const types = Object.fromEntries(columns.flatMap(({ name, type }) => (type ? [[name, type]] : [])))
  if (Object.keys(types).length === 0) return warningOf(code, start, columns)
  // What a cell means is a guess, which a person confirms.
  const mend = remedy({ types }, start, null, true)
  return warningOf(code, start, columns, `; ${how} ${mend.option}`).map((warning) => ({
    ...warning,
    remedy: mend,
  }))
}

function warningOf(code: WarningCode, start: string, columns: readonly ShownColumn[], end = ''): Warning[] {
  if (columns.length === 0) return []
  const shown = firstFew(
    columns.map(({ name, shown }) => `${name} (${shown})`),
    mostNamed,
  )
  return [{ code, columns: columns.map(({ name }) => name), message: `${start}: ${shown}${end}` }]
}
