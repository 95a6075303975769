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
const missing: ReadonlySet<string> = new Set(missingTexts)
const longestMissing = Math.max(...missingTexts.map(({ length }) => length))

/** Whether a cell stands for no value. */
export function isMissingText(cell: string): boolean {
  const text = cell.trim()
  return text.length <= longestMissing && missing.has(text)
}

/**
 * The number a cell stands for, or `null` where it is none; `decimal` is the mark between whole part and fraction. Whole
 * numbers beyond 2^53 come as bigint, so that rounding them can be noticed.
 */
export function numberOfText(cell: string, decimal: '.' | ','): number | bigint | null {
  const text = decimal === ',' ? cell.trim().replace(',', '.') : cell.trim()
  if (!aNumber.test(text)) return null
  const value = Number(text)
  // JavaScript knows an infinity by one spelling only.
  if (Number.isNaN(value)) return text.startsWith('-') ? -Infinity : Infinity
  const isExact = Math.abs(value) <= Number.MAX_SAFE_INTEGER || !aWhole.test(text)
  return isExact ? value : BigInt(text.replace('+', ''))
}
