import { parseAffixedNumber } from './affixed-numbers.ts'
import { parseFormattedNumber } from './formatted-numbers.ts'
import { monthOf, plainLetters } from './month-names.ts'

/** A range of numbers; without a limit on one side it ends in an infinity. */
export interface NumberRange {
  readonly low: number
  readonly high: number
  /** Whether the text is a date that a spreadsheet made of the range, such as Jun-25 of 6-25. */
  readonly isDamaged: boolean
}

const aRange =
  /^[[(]?\s*([^\s\d]?\s?\d[\d.,'’]*\s?[kKM%]?\s?[^\s\d]?)\s*(?:[-–—−]|,\s|\.\.+|\s(?:to|bis|à|a|até|and|und)\s)\s*([^\s\d]?\s?\d[\d.,'’]*)([^\d]*)$/u

/** Parses a range such as `10-20`, `[0, 10)`, `80+` or `under 18`, and one that a spreadsheet damaged; `null` for any other text. */
export function parseRange(cell: string): NumberRange | null {
  const text = cell.trim()
  if (!/\d/.test(text)) return null
  const damaged = damagedRange(text)
  if (damaged) return damaged
  const range = aRange.exec(text)
  if (range) {
    const ends = endsOf(range[1], range[2], range[3])
    return ends && ends[0] < ends[1] ? { low: ends[0], high: ends[1], isDamaged: false } : null
  }
  const plain = parseFormattedNumber(text)
  const affixed = plain ? null : parseAffixedNumber(text)
  if (affixed?.affixes.isWord) return null
  const value = plain ? numberOf(text) : affixed && numberOf(text)
  if (value === null) return null
  const bound = affixed?.affixes.bound ?? ''
  return {
    low: bound === '<' ? -Infinity : value,
    high: bound === '>' ? Infinity : value,
    isDamaged: false,
  }
}

/** The number that stands for a range: its middle; half of an upper limit alone, and a lower limit alone. */
export function rangeValue({ low, high }: NumberRange): number {
  if (low === -Infinity) return high > 0 ? high / 2 : high
  return high === Infinity ? low : (low + high) / 2
}

/** A range that a spreadsheet took for a day and a month, or a month and a year, as it writes them. */
function damagedRange(text: string): NumberRange | null {
  const parts = /^(?:(\d\d?)[-. ]([\p{L}]{3,4})\.?|([\p{L}]{3,4})\.?[-. ](\d\d))$/u.exec(text)
  if (!parts) return null
  const month = monthOf(plainLetters(parts[2] ?? parts[3]))
  const other = Number(parts[1] ?? parts[4])
  if (month === undefined || month === other || other === 0) return null
  return { low: Math.min(month, other), high: Math.max(month, other), isDamaged: true }
}

/** The ends of a range; a multiplier behind the second end alone goes with both. */
function endsOf(first: string, second: string, after: string): readonly [number, number] | null {
  const rest = after
    .trim()
    .replace(/[\])]$/, '')
    .trim()
  const isPower = /^[kKM]\b/.test(rest)
  if (rest !== '' && !isPower && !/^[\p{L}%\p{Sc}°][\p{L}\p{Sc}%/². ]*$/u.test(rest)) return null
  const high = numberOf(isPower ? `$${second.replace(/[^\d.,'’]/gu, '')}${rest[0]}` : second)
  const low = numberOf(
    isPower && !/[kKM]\s*$/.test(first) ? `$${first.replace(/[^\d.,'’]/gu, '')}${rest[0]}` : first,
  )
  return low === null || high === null ? null : [low, high]
}

function numberOf(text: string): number | null {
  const plain = parseFormattedNumber(text)
  const affixed = plain ? null : parseAffixedNumber(text)
  const number = plain ?? affixed?.number
  const digits = number?.point ?? number?.comma
  if (digits === undefined || digits === null) return null
  return Number(affixed && affixed.affixes.power > 0 ? `${digits}e${affixed.affixes.power}` : digits)
}
