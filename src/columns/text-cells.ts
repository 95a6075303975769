/** Cells of a text file that stand for no value. */
export const missingTexts: readonly string[] = ['', 'NA', 'N/A', 'NaN', 'nan', 'NULL', 'null', '?']

/** What `trim` takes away: missing texts and numbers are looked for in trimmed cells, by an engine too. */
export const blanks =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** How a whole number is written, as the source of a regular expression. */
export const wholeSource = '[+-]?[0-9]+'

const infinitySource = '[+-]?[iI][nN][fF]([iI][nN][iI][tT][yY])?'

/** How a number is written, with a decimal point, as the source of a regular expression; engines read it as JavaScript does. */
export const numberSource = String.raw`[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|${infinitySource}`

const aNumber = new RegExp(`^(${numberSource})$`)
const aWhole = new RegExp(`^(${wholeSource})$`)

/** Whether a cell is a missing value: empty, or one of some words, with or without blanks around it. */
export type MissingTest = (cell: string) => boolean

/** The test for empty cells and some words. */
export function missingTest(words: readonly string[] = missingTexts): MissingTest {
  const missing = new Set(['', ...words.map((word) => word.trim())])
  const longest = Math.max(...[...missing].map(({ length }) => length))
  return (cell) => {
    const text = cell.trim()
    return text.length <= longest && missing.has(text)
  }
}

/**
 * The number a cell stands for, or `null` where it is none; `decimal` is the mark between whole part and fraction. Whole
 * numbers beyond 2^53 come as bigint, so that rounding them can be noticed.
 */
export function numberOfText(cell: string, decimal: '.' | ','): number | bigint | null {
  const text = decimal === ',' ? cell.trim().replace(',', '.') : cell.trim()
  // Most texts that are no number show it in their first letter.
  if (!/^[-+.0-9iI]/.test(text) || !aNumber.test(text)) return null
  const value = Number(text)
  // JavaScript knows an infinity by one spelling only.
  if (Number.isNaN(value)) return text.startsWith('-') ? -Infinity : Infinity
  const isExact =
    Math.abs(value) <= Number.MAX_SAFE_INTEGER ||
    value === Infinity ||
    value === -Infinity ||
    !aWhole.test(text)
  return isExact ? value : BigInt(text.replace('+', ''))
}

/** Digits in groups of three, with a mark between the groups. */
const grouped = /^[+-]?[1-9]\d{0,2}(?:([,.'’ \u00a0\u202f])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/

/** Whether a cell that is no number would be one without the marks between its thousands. */
export function hasThousandsMarks(cell: string): boolean {
  return grouped.test(cell.trim())
}

/** Whether a cell is a whole number that begins with 0, as codes do: 01011, but not 0 or 0.5. */
export function isPadded(cell: string): boolean {
  return /^0[0-9]+$/.test(cell.trim())
}
