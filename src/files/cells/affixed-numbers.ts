import type { CensoredValue } from '#core'
import { durationInDigits } from './duration-words.ts'
import { parseFormattedNumber } from './formatted-numbers.ts'
import type { FormattedNumber } from './formatted-numbers.ts'
import { affixesOf, footnoteOf, isFlag, noAffixes } from './number-affixes.ts'
import type { Affixes } from './number-affixes.ts'
import { conversion, unitNamed } from './number-units.ts'
import { parseNumber } from './text-cells.ts'

/** A number with what stands before and after its digits. */
export interface AffixedNumber {
  readonly affixes: Affixes
  /** Its digits, with their sign. */
  readonly number: FormattedNumber
}

/** Longer texts before or after a number are sentences. */
const mostBefore = 24
const mostAfter = 32
const mostCharacters = 80

/** The power of ten behind digits, as in >2.4E3 and 1e-3 mg/l. */
const exponent = /^[eE][-+]?\d{1,3}(?=$|\s)/

/**
 * Where the digits of a text start and end, with the marks among them; `null` if it has several numbers or
 * none.
 */
function digitsIn(text: string): readonly [number, number] | null {
  if (text.length > mostCharacters) return null
  let from = 0
  while (from < text.length && !isDigit(text.charCodeAt(from))) if (++from > mostBefore) return null
  if (from === text.length) return null
  let to = from + 1
  for (let i = to; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (isDigit(unit)) to = i + 1
    else if (!isMark(unit)) break
  }
  const power = exponent.exec(text.slice(to))
  if (power) to += power[0].length
  if (text.length - to > mostAfter) return null
  if (from > 0 && isPoint(text.charCodeAt(from - 1)) && !(from > 1 && isLetter(text.charCodeAt(from - 2))))
    from--
  return [from, to]
}

/**
 * Parses a number that has more around it than `parseFormattedNumber` reads: a unit, a currency's code, a
 * multiplier, a limit, brackets or another minus; `null` for any other text. `A12`, `Q1` and `12A34` are
 * none.
 */
export function parseAffixedNumber(cell: string): AffixedNumber | null {
  const trimmed = cell.trim()
  const text = durationInDigits(trimmed) ?? trimmed
  const place = digitsIn(text)
  if (!place || /[\r\n]/.test(text)) return null
  const [from, to] = place
  if (from > 0 && isLetter(text.charCodeAt(from - 1)) && !mayTouch(text, from)) return null
  const after = text.slice(to)
  const footnote = footnoteOf(after)
  if (footnote === null && hasMoreDigits(text, to)) return durationOf(text)
  const affixes = affixesOf(text.slice(0, from), footnote ?? after)
  if (!affixes) return null
  // The dash of 12,- stands for no cents.
  const cents = /^([.,])[-–—]/.exec(after)
  const digits = text.slice(from, to) + (cents ? `${cents[1]}00` : '')
  const isNegative = affixes.sign === '-' || affixes.style === 'brackets' || affixes.style === 'minus behind'
  const number = parseFormattedNumber(isNegative ? `-${digits}` : digits)
  return number && { affixes, number }
}

/**
 * Whether letters that touch the digits may be the code of a currency, or the R of amounts in rand: no code
 * such as A12 has three capitals or more marks, and R12 is one.
 */
function mayTouch(text: string, from: number): boolean {
  return /(?:^|[^\p{L}])[A-Z]{3}$/u.test(text.slice(0, from)) || rand.test(text)
}

/** An amount in rand, with cents or with separators of thousands. */
const rand = /^[-(]?R(?:\d+[.,]\d\d|\d{1,3}(?:[ ,]\d{3})+(?:[.,]\d\d)?)\)?$/

/** The digits of a unit such as l/100km and meq/100 g. */
const ofPortion = /^(1000?) ?\p{L}/u

/** Whether digits follow the number, other than the power at the end of a unit such as m2, or its portion. */
function hasMoreDigits(text: string, to: number): boolean {
  for (let i = to; i < text.length; i++) {
    if (!isDigit(text.charCodeAt(i))) continue
    const portion =
      text[i - 1] === '/' && isLetter(text.charCodeAt(i - 2)) ? ofPortion.exec(text.slice(i)) : null
    if (portion) {
      i += portion[1].length - 1
      continue
    }
    const isPower = isLetter(text.charCodeAt(i - 1)) && /^[23](?!\d)/.test(text.slice(i, i + 2))
    if (!isPower || unitNamed(text.slice(to, i + 1).trim()) === undefined) return true
  }
  return false
}

const parts = /(\d+(?:[.,]\d+)?)\s*(\p{L}+\.?)?(?:\s+(?:and|und|et|e|y|en|i)(?=\s))?,?\s*/gu
const secondsOf: Readonly<Record<string, number>> = {
  years: 31_557_600,
  months: 2_629_800,
  weeks: 604_800,
  days: 86_400,
  h: 3600,
  min: 60,
  s: 1,
}
const after: Readonly<Record<string, string>> = { h: 'min', min: 's' }

/** What the letter m is behind another unit of time. */
function ofM(last: string): string {
  return last === 'years' ? 'months' : 'min'
}

/**
 * A length of time in several units, such as `3 h 20`, `1h 30m`, `2 min 5 s` and `3 years 4 months`, in the
 * smallest of them.
 */
function durationOf(text: string): AffixedNumber | null {
  if (!/^\d+\s*\p{L}/u.test(text) || text.replace(parts, '') !== '') return null
  let seconds = 0
  let last = ''
  for (const [, digits, word] of text.matchAll(parts)) {
    const unit = word === undefined ? after[last] : word === 'm' ? ofM(last) : unitNamed(word)
    const factor = unit === undefined ? undefined : secondsOf[unit]
    const number = Number(digits.replace(',', '.'))
    if (
      factor === undefined ||
      (last !== '' && (factor >= secondsOf[last] || number * factor >= secondsOf[last]))
    )
      return null
    if (word === undefined && !(text.includes(' ') ? /^\d\d?$/ : /^\d\d$/).test(digits)) return null
    seconds += number * factor
    last = unit!
  }
  const number = parseFormattedNumber(String(seconds / secondsOf[last]))
  const affixes = affixesOf('', ` ${last}`)
  return affixes && number && { affixes, number }
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

function isPoint(unit: number): boolean {
  return unit === 0x2e || unit === 0x2c
}

/** Marks inside a number: points, commas, apostrophes and blanks. */
function isMark(unit: number): boolean {
  return (
    isPoint(unit) ||
    unit === 0x20 ||
    unit === 0x27 ||
    unit === 0xa0 ||
    unit === 0x2019 ||
    unit === 0x2009 ||
    unit === 0x202f
  )
}

function isLetter(unit: number): boolean {
  return (
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0xc0 && unit !== 0x2019 && unit < 0x2000)
  )
}

/** How a column's numbers with affixes are read. */
export interface AffixFormat {
  /** The unit of its values; numbers in another unit of its kind are converted. Empty if there is none. */
  readonly to: string
  /** What the letter m is: metres, minutes, months or millions. */
  readonly m: 'm' | 'min' | 'months' | 'millions'
  readonly censored: CensoredValue
  /** The units that words stand for: `colli` for the `collo` of 1, and `h` for `H`. */
  readonly names?: Readonly<Record<string, string>>
  /** Whether flags and signs of footnotes are left out; and a minus behind a number, which is one of them. */
  readonly hasFlags?: boolean
  readonly isMinusFlag?: boolean
}

/**
 * Why numbers with affixes are not read: their units differ, some have none, these are much larger or
 * smaller, they may be codes, or some have flags.
 */
export type AffixDoubt = 'mixed-units' | 'partly-units' | 'unlike-units' | 'doubtful-numbers' | 'flags'

/** How numbers with affixes are read, or why they are not; `null` if nothing is to be said. */
export type SettledAffixes = Omit<AffixFormat, 'censored'> | AffixDoubt | null

/** The value of a number with affixes; `null` if its unit is another one. */
export function affixedValue(
  { affixes, number }: AffixedNumber,
  decimal: '.' | ',',
  format: AffixFormat,
): number | null {
  const signed = decimal === '.' ? number.point : number.comma
  if (signed === null) return null
  const digits = format.isMinusFlag && affixes.style === 'minus behind' ? signed.replace('-', '') : signed
  const given = number.unit === '' ? affixes.unit : number.unit
  const unit = format.hasFlags && isFlag(given) ? '' : given
  const isM = unit === 'm' && format.m !== 'm'
  const ofM = format.m === 'millions' ? '' : format.m
  const named = isM ? ofM : format.names && Object.hasOwn(format.names, unit) ? format.names[unit] : unit
  const ratio = named === '' ? 1 : conversion(named, format.to)
  if (ratio === null) return null
  const value = scaled(digits, affixes.power + (isM && named === '' ? 6 : 0), ratio)
  return affixes.bound === '<' && format.censored === 'half' && value > 0 ? value / 2 : value
}

export function plainAffixed(number: AffixedNumber['number']): AffixedNumber {
  return { affixes: noAffixes, number }
}

/** Multiplies a number by a power of ten and by a ratio, rounded once if the ratio is a power of ten too. */
function scaled(digits: string, power: number, ratio: number): number {
  if (power === 0 && ratio === 1) return Number(parseNumber(digits, '.') ?? NaN)
  const zeros = /^10*$/.test(String(ratio)) ? String(ratio).length - 1 : null
  const shift = power + (zeros ?? 0)
  const isShifted = shift > 0 && !/[ei]/i.test(digits)
  const value = Number(parseNumber(isShifted ? `${digits}e${shift}` : digits, '.') ?? NaN)
  return value * (isShifted || shift === 0 ? 1 : Number(`1e${shift}`)) * (zeros === null ? ratio : 1)
}
