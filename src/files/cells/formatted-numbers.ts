import { markIn, noMark, notDigits, parseNumber } from './text-cells.ts'

/** A number parsed from a text with a unit, with thousands separators or with a decimal comma. */
export interface FormattedNumber {
  /** `%` or a currency sign; empty if there is none. */
  readonly unit: string
  readonly isUnitFirst: boolean
  /**
   * The number in JavaScript's notation, with the point or the comma read as decimal mark; `null` if it is
   * then no number.
   */
  readonly point: string | null
  readonly comma: string | null
  /** The decimal mark, if this text alone determines it. */
  readonly decimalMark: '.' | ',' | null
  /** The thousands separator, or the mark that may be one or a decimal mark; empty if there is none. */
  readonly thousandsSeparator: string
}

const blank = ' \u00a0\u2009\u202f'
const body = String.raw`(?:\d|[.,]\d)[\d.,'’${blank}]*`
const unitFirst = new RegExp(String.raw`^([+-]?)(\p{Sc})[${blank}]?([+-]?)(${body})$`, 'u')
const unitLast = new RegExp(String.raw`^([+-]?)(${body}?)[${blank}]?(%|\p{Sc})$`, 'u')
const unitless = new RegExp(String.raw`^([+-]?)(${body})$`, 'u')

const groups = (marks: string) => String.raw`[1-9]\d{0,2}([${marks}])\d{3}(?:\1\d{3})*`
const byPoint = new RegExp(String.raw`^(?:${groups(`,'’${blank}`)}|\d*)(?:\.(\d*))?$`)
/** 12,34,567.50, as in India. */
const indian = /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d*)?$/
const byComma = new RegExp(String.raw`^(?:${groups(`.'’${blank}`)}|\d*)(?:,(\d*))?$`)

/** Parses a number with its unit and separators; `null` if the text is no number. */
export function parseFormattedNumber(cell: string): FormattedNumber | null {
  const text = cell.trim()
  const simple = withOneMark(text)
  if (simple) return simple
  // The characters rule out most texts.
  if (!mayBeNumber(text) || !/^[-+.,\diI\p{Sc}]/u.test(text)) return null
  const first = isDigit(text.charCodeAt(0)) ? null : unitFirst.exec(text)
  if (first) {
    const [, outer, unit, inner, digits] = first
    return outer !== '' && inner !== '' ? null : ofParts(outer + inner, digits, unit, true)
  }
  const last = isDigit(text.charCodeAt(text.length - 1)) ? null : unitLast.exec(text)
  if (last) return ofParts(last[1], last[2], last[3], false)
  const none = unitless.exec(text)
  return none ? ofParts(none[1], none[2], '', false) : withExponent(text)
}

/** The characters of ASCII in numbers with a unit, separators or an exponent, and in infinities. */
const inNumbers = new Uint8Array(0x80)
for (const character of "0123456789.,'+-%$eEiInNfFtTyY\t\n\v\f\r ") inNumbers[character.charCodeAt(0)] = 1

/** Whether no character of a text is one that numbers never have, and no sign follows a digit. */
function mayBeNumber(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80 && inNumbers[unit] === 0) return false
    if ((unit === 0x2d || unit === 0x2b) && i > 0 && isDigit(text.charCodeAt(i - 1))) return false
  }
  return true
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

/**
 * Parses digits with at most one mark and perhaps a percent sign, as most numbers are; `null` for any other
 * text, and where the mark may separate thousands.
 */
function withOneMark(text: string): FormattedNumber | null {
  const unit = text.endsWith('%') ? '%' : ''
  const number = unit === '' ? text : text.slice(0, -1)
  const mark = markIn(number)
  if (mark === notDigits) return null
  if (mark === noMark) return ofText(unit, number, number, null)
  if (mark === number.length - 4 && hasAmbiguousMark(number)) return null
  return number.charCodeAt(mark) === 0x2e
    ? ofText(unit, number, null, '.')
    : ofText(unit, null, number.replace(',', '.'), ',')
}

/** A number without thousands separators. (Spreading an object here takes far longer.) */
function ofText(
  unit: string,
  point: string | null,
  comma: string | null,
  decimalMark: '.' | ',' | null,
): FormattedNumber {
  return { unit, isUnitFirst: false, point, comma, decimalMark, thousandsSeparator: '' }
}

/** Parses a number with an exponent, or an infinity. */
function withExponent(text: string): FormattedNumber | null {
  const hasPoint = text.includes('.')
  if (parseNumber(text, '.') !== null) return ofText('', text, hasPoint ? null : text, hasPoint ? '.' : null)
  return parseNumber(text, ',') === null ? null : ofText('', null, text.replace(',', '.'), ',')
}

function ofParts(sign: string, digits: string, unit: string, isUnitFirst: boolean): FormattedNumber | null {
  const asPoint = byPoint.exec(digits)
  const asComma = byComma.exec(digits)
  if (!asPoint && !asComma) return isIndian(digits) ? ofIndia(sign, digits, unit, isUnitFirst) : null
  const plain = (decimal: '.' | ',') =>
    sign + digits.replace(decimal === '.' ? /[^\d.]/g : /[^\d,]/g, '').replace(',', '.')
  const point = asPoint ? plain('.') : null
  const comma = asComma ? plain(',') : null
  const thousandsSeparator = asPoint?.[1] ?? asComma?.[1] ?? ''
  return { unit, isUnitFirst, point, comma, decimalMark: decimalMarkOf(digits), thousandsSeparator }
}

/** Whether commas separate thousands and then pairs of digits, as in India. */
export function isIndian(digits: string): boolean {
  return digits.includes(',') && indian.test(digits)
}

function ofIndia(sign: string, digits: string, unit: string, isUnitFirst: boolean): FormattedNumber {
  const point = sign + digits.replaceAll(',', '')
  return { unit, isUnitFirst, point, comma: null, decimalMark: '.', thousandsSeparator: ',' }
}

/**
 * The decimal mark that the digits determine, or `null`. Of two kinds of marks the last is the decimal mark.
 * A mark that occurs twice separates thousands. A single mark is a decimal mark unless it could separate
 * thousands, as in 1,234. IP addresses such as 10.168.100.200, and lists of three-digit groups, determine
 * nothing.
 */
function decimalMarkOf(digits: string): '.' | ',' | null {
  const marks = marksIn(digits)
  const other = { '.': ',', ',': '.' } as const
  const last = marks.at(-1)
  if (last !== '.' && last !== ',') return null
  if (marks.length === 1) return hasAmbiguousMark(digits) ? null : last
  if (marks[0] !== last) return last
  return isAddress(digits) || digits.indexOf(last) === 3 ? null : other[last]
}

/** The characters that are no digits. */
function marksIn(digits: string): string {
  let marks = ''
  for (const character of digits) if (character < '0' || character > '9') marks += character
  return marks
}

/** Whether the only mark of a number may be a thousands separator or a decimal mark, as in 1,234. */
export function hasAmbiguousMark(cell: string): boolean {
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(cell.trim())
}

/** Whether a cell may be an IP address, such as 10.168.100.200. */
export function isAddress(cell: string): boolean {
  const second = cell.indexOf('.', cell.indexOf('.') + 1)
  if (second < 0) return false
  const parts = cell.trim().split('.')
  return parts.length === 4 && parts.every((part) => /^\d+$/.test(part) && Number(part) < 256)
}
