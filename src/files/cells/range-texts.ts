import { parseAffixedNumber } from './affixed-numbers.ts'
import { parseFormattedNumber } from './formatted-numbers.ts'
import { isNoUnit } from './number-affixes.ts'
import { dayWithoutYear } from './month-names.ts'
import { currencyNamed, isCurrency, unitNamed } from './number-units.ts'

/** A range of numbers; without a limit on one side it ends in an infinity. */
export interface NumberRange {
  readonly low: number
  readonly high: number
  /** Whether the text is a date that a spreadsheet made of the range, such as Jun-25 of 6-25. */
  readonly isDamaged: boolean
}

type Mark = '.' | ','

/**
 * A range as its text alone shows it: with the point, and with the comma, as decimal mark; `null` if it is
 * then none.
 */
export interface RangeText extends Readonly<Record<Mark, NumberRange | null>> {
  /** The decimal marks that its numbers prove, and those that may separate thousands as well. */
  readonly shown: readonly Mark[]
  readonly doubtful: readonly Mark[]
  readonly isMoney: boolean
  /** The unit behind its end, if it is known; empty if there is none. */
  readonly unit: string
  /** The word behind its end that is no known unit; and whether it is one number, which is a range only beside others. */
  readonly word?: string
  readonly isNumberOfWord?: true
}

/** A number at an end of a range, under each decimal mark. */
interface End extends Readonly<Record<Mark, number | null>> {
  readonly shown: Mark | null
  readonly doubtful: Mark | null
  readonly isMoney: boolean
  readonly unit: string
}

const number = String.raw`\d(?:[\d.,'’]|[ \u00a0\u2009\u202f](?=\d{3}(?!\d)))*`
const start = String.raw`(?:(?:von|zwischen|über|from|between|more than|over|de|entre|plus de|más de|mais de|da|tra|più di)\s+)?`
const below = String.raw`(?:(?:unter|under|below|less than|moins de|menos de|meno di)\s+)?`
const aRange = new RegExp(
  String.raw`^[[(]?\s*${start}([^\s\d]?\s?${number}\s?[kKM%]?\s?[^\s\d]?)\s*(?:[-–—−]|,\s|\.\.+|\s(?:to|bis|à|a|até|and|und|et|y|e)\s)\s*${below}([^\s\d]?\s?${number})([^\d]*)$`,
  'iu',
)

/** 50s is a decade, or seconds. */
const aDecade = /^\d{1,3}0['’]?s$/

/**
 * Parses a range such as `10-20`, `[0, 10)`, `80+`, or `under 18`, and one that a spreadsheet damaged; `null`
 * for any other text.
 */
export function readRange(cell: string): RangeText | null {
  const text = cell.trim()
  if (!/\d/.test(text)) return null
  const damaged = damagedRange(text)
  if (damaged) return { '.': damaged, ',': damaged, shown: [], doubtful: [], isMoney: false, unit: '' }
  if (aDecade.test(text)) return null
  const range = aRange.exec(text)
  if (range) {
    const ends = endsOf(range[1], range[2], range[3])
    const found = ends && between(...ends)
    const behind = found && range[3].trim() !== '' ? parseAffixedNumber(`1 ${range[3].trim()}`) : null
    return behind?.affixes.isWord ? { ...found!, word: behind.affixes.unit } : found
  }
  const affixed = parseFormattedNumber(text) ? null : parseAffixedNumber(text)
  const end = endOf(text)
  const found = end && limited(end, affixed?.affixes.bound ?? '')
  if (!found || !affixed?.affixes.isWord) return found
  return { ...found, word: affixed.affixes.unit, isNumberOfWord: true }
}

/** The range of a text under a decimal mark; under either, that of the point if there is one. */
export function rangeIn(range: RangeText | null, decimal: Mark | 'either'): NumberRange | null {
  return range && (decimal === 'either' ? (range['.'] ?? range[',']) : range[decimal])
}

/**
 * Parses a range as `readRange` does, under a decimal mark; `daysFrom`: dates stand for ranges, as
 * `serialRange` reads them.
 */
export function parseRange(
  cell: string,
  decimal: Mark | 'either' = '.',
  daysFrom?: number,
): NumberRange | null {
  return (daysFrom === undefined ? null : serialRange(cell, daysFrom)) ?? rangeIn(readRange(cell), decimal)
}

/** Spreadsheets count days from here: 44806 is 2 September 2022. */
const firstSerial = Date.UTC(1899, 11, 30)
const msPerDay = 86_400_000
const serial = /^[34]\d{4}$/
const isoDate = /^(?:19|20)\d\d-\d\d-\d\d$/

/**
 * The range that a spreadsheet took for a date, which a sheet has as 2022-09-02 and a text as its number
 * 44806; `null` for any other text. It is 2-9; but the first day of a month before the year `daysFrom` is a
 * month and a year, so that 2015-10-01 is 10-15.
 */
export function serialRange(cell: string, daysFrom = 0): NumberRange | null {
  const date = dateOf(cell.trim())
  if (!date) return null
  const [year, month, day] = date
  const short = year % 100
  if (day === 1 && year < daysFrom && short > month) return { low: month, high: short, isDamaged: true }
  if (year < 2000 || day === month) return null
  return { low: Math.min(day, month), high: Math.max(day, month), isDamaged: true }
}

/** The year of a date that a spreadsheet may have made of a range; `null` for any other text. */
export function serialYear(cell: string): number | null {
  return dateOf(cell.trim())?.[0] ?? null
}

/** Year, month and day of a date, or of a number of days of this century. */
function dateOf(text: string): readonly [number, number, number] | null {
  if (isoDate.test(text)) return text.split('-').map(Number) as [number, number, number]
  if (!serial.test(text)) return null
  const date = new Date(firstSerial + Number(text) * msPerDay)
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
}

function between(low: End, high: End): RangeText | null {
  const under = (mark: Mark): NumberRange | null => {
    const [a, b] = [low[mark], high[mark]]
    return a !== null && b !== null && a < b ? { low: a, high: b, isDamaged: false } : null
  }
  return rangeText(under('.'), under(','), [low, high])
}

/** A single number, or the range on one side of it. */
function limited(end: End, bound: '<' | '>' | ''): RangeText | null {
  const under = (value: number | null): NumberRange | null =>
    value === null
      ? null
      : { low: bound === '<' ? -Infinity : value, high: bound === '>' ? Infinity : value, isDamaged: false }
  // A number alone is read as in a column of numbers.
  const isSure = bound === '' ? { doubtful: null } : {}
  return rangeText(under(end['.']), under(end[',']), [{ ...end, ...isSure }])
}

function rangeText(
  point: NumberRange | null,
  comma: NumberRange | null,
  ends: readonly End[],
): RangeText | null {
  if (!point && !comma) return null
  return {
    '.': point,
    ',': comma,
    shown: ends.flatMap(({ shown }) => shown ?? []),
    doubtful: ends.flatMap(({ doubtful }) => doubtful ?? []),
    isMoney: ends.at(-1)!.isMoney,
    unit: ends.at(-1)!.unit,
  }
}

/** None: what stands in the place of a text that is no range. */
export const noRange: NumberRange = { low: 0, high: 0, isDamaged: false }

/** Whether a range has two different ends. */
export function isProper(range: NumberRange | null): boolean {
  return range !== null && range.low < range.high && Number.isFinite(range.high - range.low)
}

/** The number that stands for a range: its middle; half of an upper limit alone, and a lower limit alone. */
export function rangeValue({ low, high }: NumberRange): number {
  if (low === -Infinity) return high > 0 ? high / 2 : high
  return high === Infinity ? low : (low + high) / 2
}

/** A range that a spreadsheet took for a day and a month, or a month and a year, as it writes them. */
function damagedRange(text: string): NumberRange | null {
  // A number may be one of the column.
  if (isoDate.test(text)) return serialRange(text) ?? serialRange(text, Infinity)
  const found = dayWithoutYear(text)
  if (!found) return null
  const { month, other } = found
  if (month === other || other === 0) return null
  return { low: Math.min(month, other), high: Math.max(month, other), isDamaged: true }
}

/** The ends of a range; a multiplier or a currency behind the second end alone goes with both. */
function endsOf(first: string, second: string, after: string): readonly [End, End] | null {
  const rest = after
    .trim()
    .replace(/[\])]$/, '')
    .trim()
  const isPower = /^[kKM]\b/.test(rest)
  if (rest !== '' && !isPower && !/^[\p{L}%\p{Sc}°][\p{L}\p{Sc}%/². ]*$/u.test(rest)) return null
  if (isNoUnit(rest)) return null
  const high = endOf(isPower ? `$${second.replace(/[^\d.,'’]/gu, '')}${rest[0]}` : second)
  const low = endOf(
    isPower && !/[kKM]\s*$/.test(first) ? `$${first.replace(/[^\d.,'’]/gu, '')}${rest[0]}` : first,
  )
  if (!low || !high) return null
  const isMoney = isPower ? false : currencyNamed(rest) !== undefined || low.isMoney || high.isMoney
  return [low, { ...high, isMoney, unit: isPower ? '' : (unitNamed(rest) ?? '') }]
}

function endOf(text: string): End | null {
  const plain = parseFormattedNumber(text)
  const affixed = plain ? null : parseAffixedNumber(text)
  const number = plain ?? affixed?.number
  if (!number) return null
  const power = affixed?.affixes.power ?? 0
  const valueOf = (digits: string | null) =>
    digits === null ? null : Number(power > 0 ? `${digits}e${power}` : digits)
  const [point, comma] = [valueOf(number.point), valueOf(number.comma)]
  const isDoubtful = number.decimalMark === null && point !== comma && point !== null && comma !== null
  return {
    '.': point,
    ',': comma,
    shown: number.decimalMark,
    doubtful: isDoubtful ? (text.includes('.') ? '.' : ',') : null,
    unit: number.unit === '' && !affixed?.affixes.isWord ? (affixed?.affixes.unit ?? '') : number.unit,
    isMoney: number.unit === '' ? (affixed?.affixes.isCurrency ?? false) : isCurrency(number.unit),
  }
}
