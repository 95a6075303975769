import { hasAmbiguousMark } from '../cells/formatted-numbers.ts'

/** What a cell's format shows of a number. */
export type NumberKind = 'number' | 'percent' | 'date' | 'datetime' | 'time'

/**
 * What a format code of a spreadsheet shows, as `yyyy-mm-dd` or `0.0%` (ECMA-376 part 1, 18.8.31). Durations
 * such as `[h]:mm` stay numbers, of days.
 */
export function kindOfCode(code: string): NumberKind {
  const [first] = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')
  if (/\[(h+|m+|s+)\]/i.test(first) || /^\s*(general|standard)/i.test(first)) return 'number'
  const plain = first.replace(/\[[^\]]*\]/g, '')
  if (plain.includes('%')) return 'percent'
  // Digits, other than those of parts of a second: the letters are a unit that nobody quoted.
  if (/[0#?]/.test(plain.replace(/s[.,]0+/i, ''))) return 'number'
  const hasTime = /[hs]|am\/pm|a\/p/i.test(plain)
  // An m beside hours or seconds is minutes.
  const hasDate = /[yd]/i.test(plain) || (!hasTime && /m/i.test(plain))
  if (hasDate) return hasTime ? 'datetime' : 'date'
  return hasTime ? 'time' : 'number'
}

/** The formats without a code of their own (18.8.30), those of East Asia among them. */
export function kindOfBuiltIn(id: number): NumberKind {
  if (id === 9 || id === 10) return 'percent'
  if (id === 22) return 'datetime'
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47) return 'time'
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date'
  return 'number'
}

const dayLength = 86_400_000
/** Day 0 of the dates after February 1900, and of days counted from 1904. */
const origins = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }
const lastYear = 9999
/** The day that the system of 1900 counts though it was none, 29 February 1900. */
const leapDay = 60

/**
 * A number of days as ISO text if its format shows a date or a time: `2020-12-31`, `2020-12-31 13:45:00`,
 * `13:45:00`. A time of day behind a date that the format does not show is kept, and so is a date behind a
 * time; 24:00 is midnight.
 */
export function serialText(value: number, kind: NumberKind, system: 1900 | 1904): string {
  if (kind === 'number' || kind === 'percent' || value < 0) return String(value)
  // Spreadsheets count milliseconds; the fraction of a day is rounded to them.
  const milliseconds = Math.round(value * dayLength)
  const isBeforeLeapDay = system === 1900 && value < leapDay
  const moment = new Date(origins[system] + milliseconds + (isBeforeLeapDay ? dayLength : 0))
  if (!(moment.getUTCFullYear() <= lastYear)) return String(value)
  const iso = moment.toISOString()
  const time = iso.slice(11, iso.endsWith('.000Z') ? 19 : 23)
  if (kind === 'time' && value === 1) return time
  const hasDate = milliseconds >= dayLength || (system === 1904 && kind !== 'time')
  if (!hasDate && (kind === 'time' || system === 1900)) return time
  const hasTime = milliseconds % dayLength !== 0
  return kind === 'date' && !hasTime ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}

/** A date as XML writes it, `2020-12-31T13:45:00`, as text of the same form. */
export function isoText(text: string): string {
  return text
    .replace(/Z$/, '')
    .replace('T', ' ')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
}

/** Fewer such texts may be chance. */
const fewestTexts = 5
const decimal = /^\s*[+-]?\d*[.,]\d+\s*$/

interface Found {
  readonly mark: string
  readonly example: string
  count: number
  isClear: boolean
}

/**
 * Notes texts of a sheet that are numbers with a mark before three digits, such as 1.360: a spreadsheet of
 * another country leaves thousands as texts.
 */
export class TextsOfNumbers {
  readonly #columns = new Map<number, Found>()

  add(column: number, text: string): void {
    if (!decimal.test(text)) return
    const example = text.trim()
    const mark = example.includes('.') ? '.' : ','
    let found = this.#columns.get(column)
    if (!found) this.#columns.set(column, (found = { mark, example, count: 0, isClear: false }))
    found.count++
    if (mark !== found.mark || !hasAmbiguousMark(text)) found.isClear = true
  }

  /** The columns whose texts may all have thousands separators, each with one of these. */
  get doubtful(): ReadonlyMap<number, string> {
    const found = [...this.#columns].filter(([, { count, isClear }]) => count >= fewestTexts && !isClear)
    return new Map(found.map(([column, { example }]) => [column, example]))
  }
}
