/**
 * The characters that `trim` removes. An engine trims the same ones before it looks for missing texts and
 * numbers.
 */
export const blanks =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** The source of a regular expression for whole numbers. */
export const wholeSource = '[+-]?[0-9]+'

const infinitySource = '[+-]?[iI][nN][fF]([iI][nN][iI][tT][yY])?'

/**
 * The source of a regular expression for numbers with a decimal point; engines parse what it matches as
 * JavaScript does.
 */
export const numberSource = String.raw`[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|${infinitySource}`

const aNumber = new RegExp(`^(${numberSource})$`)
const aWhole = new RegExp(`^(${wholeSource})$`)

/** What `markIn` returns for digits without a mark, and for any other text. */
export const noMark = -1
export const notDigits = -2

/**
 * The place of the only mark, a point or a comma, in digits with or without a sign: quicker than an
 * expression.
 */
export function markIn(text: string): number {
  const sign = text.charCodeAt(0)
  const first = sign === 0x2b || sign === 0x2d ? 1 : 0
  let mark = noMark
  for (let i = first; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0x30 && unit <= 0x39) continue
    if (mark !== noMark || (unit !== 0x2e && unit !== 0x2c)) return notDigits
    mark = i
  }
  const digits = text.length - first - (mark === noMark ? 0 : 1)
  return digits > 0 ? mark : notDigits
}

/** Numbers of fewer characters are below 2^53 unless they have an exponent. */
export const fewestCharactersBeyond = 16

/**
 * Parses a number with the given decimal mark; `null` if the cell is no number. Whole numbers beyond 2^53 are
 * returned as bigint, so that callers notice rounding.
 */
export function parseNumber(cell: string, decimal: '.' | ','): number | bigint | null {
  const text = decimal === ',' ? cell.trim().replace(',', '.') : cell.trim()
  if (text.length < fewestCharactersBeyond) {
    const mark = markIn(text)
    if (mark === noMark || (mark >= 0 && text.charCodeAt(mark) === 0x2e)) return Number(text)
  }
  // The first character rules out most texts that are no number.
  if (!/^[-+.0-9iI]/.test(text) || !aNumber.test(text)) return null
  const value = Number(text)
  // JavaScript knows only one spelling of infinity.
  if (Number.isNaN(value)) return text.startsWith('-') ? -Infinity : Infinity
  const isExact =
    Math.abs(value) <= Number.MAX_SAFE_INTEGER ||
    value === Infinity ||
    value === -Infinity ||
    !aWhole.test(text)
  return isExact ? value : BigInt(text.replace('+', ''))
}

/** Whether a cell is a whole number with a leading zero, which marks a code: 01011, but not 0 or 0.5. */
export function isPadded(cell: string): boolean {
  const first = cell.charCodeAt(0)
  return (first === 0x30 || first <= 0x20 || first >= 0x80) && /^0[0-9]+$/.test(cell.trim())
}

/** The marks of a character of ASCII in numbers and times of any format: it may occur, it may come first. */
const may = { occur: 1, comeFirst: 2 } as const

const kinds = new Uint8Array(0x80)
// Exponents, infinities, halves of the day, time zones, and the blanks around a text.
for (const character of "aefimnptyzAEFIMNPTYZ:/%'\t\n\v\f\r ") kinds[character.charCodeAt(0)] = may.occur
for (const character of '-+.,0123456789iI$') kinds[character.charCodeAt(0)] = may.occur | may.comeFirst

const start = /^\s*[-+.,\diI\p{Sc}]/u

/**
 * Whether a text may be a number or a time of any format by its characters: how it starts, and that none
 * occurs that they never have. Most texts are ruled out by a look at a few characters.
 */
export function mayBeValue(text: string): boolean {
  const first = text.charCodeAt(0)
  const isKnown = first > 0x20 && first < 0x80
  if (isKnown ? (kinds[first] & may.comeFirst) === 0 : !start.test(text)) return false
  for (let i = 1; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80 && kinds[unit] === 0) return false
  }
  return true
}
