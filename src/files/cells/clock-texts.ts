/**
 * The source of an expression for a time of day, in lower case or not; `mark` is that of decimal fractions.
 */
export function clockSource(mark: string): string {
  return String.raw`(\d\d?):([0-5]\d)(?::([0-5]\d)(?:${mark}(\d{1,9}))?)?(?:[ \u00a0\u202f]?([aApP])\.?[ \u00a0\u202f]?[mM]\.?)?`
}

/**
 * The source of an expression for a time of day with a time zone, after a date: `Z`, `+02:00`, `UTC`,
 * `GMT+0200 (CEST)`, or the name of a zone, which says no offset.
 */
export const zonedClockSource = `${clockSource('[.,]')}${String.raw`(?: ?([A-Za-z]{1,5})(?![a-z\d]))?(?: ?([+-]\d\d(?::?[0-5]\d)?|(?<=[GgUu][MmTt][TtCc] ?)[+-]\d(?::[0-5]\d)?))?(?: \([^()]*\))?`}`

const wordSource = String.raw`^,? (?:at|um|alle(?: ore)?|ore|[aà](?: las?)?|[aà]s|kl\.?) `
const wordBefore = new RegExp(String.raw`${wordSource}(?=\d)`, 'i')
const hourAfterWord = new RegExp(String.raw`${wordSource}(\d\d?)$`, 'i')
/** A point of Italian and Polish in the place of the colon; an hour of one digit may begin a decimal number, unless seconds follow. */
const withPoints = /^,? (?:(?:[01]\d|2[0-3])\.[0-5]\d(?:\.[0-5]\d)?|\d\.[0-5]\d\.[0-5]\d)(?=$| ?uhr\.?$)/i
/** As PsychoPy names its files: 2024-03-01_16h20.15.123 */
const ofPsychoPy = /^_(\d\d)h([0-5]\d)\.([0-5]\d)(?=\.\d{1,6}$)/
const withHours = /^([T ,]*\d\d?) ?(?:uhr|h(?: ?([0-5]\d) ?(?:m|min)?)?)$/i
const hourAlone = /^(?:[T t]|, )(\d\d?)$/

/**
 * A time behind a date as a colon has it: ` at 14:05`, ` 14h05`, ` 14.05` and ` um 14:05 Uhr` are ` 14:05`,
 * ` 14h`, ` 14 Uhr` and ` ore 14` are ` 14:00`.
 */
export function withColon(text: string): string {
  return text
    .replace(hourAfterWord, ' $1:00')
    .replace(wordBefore, ' ')
    .replace(withPoints, (clock) => clock.replaceAll('.', ':'))
    .replace(ofPsychoPy, ' $1:$2:$3')
    .replace(/(:\d\d) ?(?:uhr|hs?|hrs)\.?$/i, '$1')
    .replace(withHours, (_, hours: string, minutes = '00') => `${hours}:${minutes}`)
}

/** The hour that stands behind a date without minutes, as a count may: ` 07`, ` 24`; `null` if none does. */
export function hourAfterDate(text: string): string | null {
  const hour = text.length > 4 ? undefined : hourAlone.exec(text)?.[1]
  return hour !== undefined && Number(hour) <= 24 ? hour : null
}

/** A time of day after a date. */
export interface Clock {
  /**
   * Whole seconds since midnight, minus the offset of the time zone, and the digits after the decimal point.
   */
  readonly seconds: number
  readonly fraction: string
  /** The name of a time zone whose offset it does not say. */
  readonly zone: string | null
}

/** Midnight. */
export const noClock: Clock = { seconds: 0, fraction: '', zone: null }

/**
 * What the groups of `clockSource` or `zonedClockSource` matched; `null` if the hour or the offset is out of
 * range. After a date 24:00 is midnight of the next day, as in ISO 8601.
 */
export function clockOf(groups: readonly (string | undefined)[], isAfterDate = false): Clock | null {
  const [hour, minute, second = '0', fraction = '', half, name, offset] = groups
  const hours = Number(hour)
  const isMidnight = hours === 24 && /^0+$/.test(`${minute}${second}${fraction}`)
  const last = isAfterDate && isMidnight ? 24 : 23
  if (half === undefined ? hours > last : hours < 1 || hours > 12) return null
  const afternoon = half === undefined ? 0 : half.toLowerCase() === 'p' ? 12 : 0
  const hourOfDay = half === undefined ? hours : (hours % 12) + afternoon
  const shift = offsetOf(offset)
  if (shift === null) return null
  const isKnown = name === undefined || offset !== undefined || /^(z|utc?|gmt)$/i.test(name)
  const zone = isKnown ? null : name.toUpperCase()
  return { seconds: hourOfDay * 3600 + Number(minute) * 60 + Number(second) - shift, fraction, zone }
}

/** The offset of a time zone from UTC in seconds, positive to the east. */
function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined) return 0
  const digits = zone.slice(1).replace(/^(?=\d(?::|$))/, '0')
  const hours = Number(digits.slice(0, 2))
  const minutes = Number(digits.slice(2).replace(':', '') || '0')
  if (hours > 23) return null
  const seconds = hours * 3600 + minutes * 60
  return zone.startsWith('-') ? -seconds : seconds
}

/**
 * Whole seconds, possibly negative, plus a fraction given by its digits, rounded once to the nearest double.
 */
export function exactSeconds(whole: number, fraction: string): number {
  if (fraction === '') return whole
  const digits = BigInt(whole) * BigInt(`1${'0'.repeat(fraction.length)}`) + BigInt(fraction)
  return Number(`${digits}e-${fraction.length}`)
}
