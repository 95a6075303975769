import { parseCells } from './cell-format.ts'
import type { CellFormat } from './cell-format.ts'
import { monthNames } from './month-names.ts'

/**
 * Digits of other scripts by their zero: Arabic, Persian, Devanagari, Bengali, Thai, and as wide as a sign of
 * Japanese.
 */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10] as const
const local = /[٠-٩۰-۹०-९০-৯๐-๙０-９]/
const allLocal = new RegExp(local, 'g')
/** Marks of numbers in these scripts: all signs of ASCII have a wide one. */
const marks = /[٫٬٪！-～]/g
/** The Arabic separator of thousands is never a decimal mark, as an apostrophe is none. */
const usualMarks: Readonly<Record<string, string>> = { '٫': '.', '٬': "'", '٪': '%' }
const firstWide = 0xff01
/** 2020年1月31日(金), 2020年1月, 2020년 1월 31일. */
const namedParts =
  /^\s*(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월](?:\s?(\d{1,2})\s?[日일])?(?:\s?[(（][月火水木金土日월화수목금토일][)）])?(?=\s|$)/

/**
 * A text with the digits 0 to 9 in the place of others, their marks as usual, and dates of China, Japan and
 * Korea with hyphens.
 */
export function withUsualDigits(text: string): string {
  const usual = local.test(text) ? text.replace(allLocal, usualDigit).replace(marks, usualMark) : text
  return /[年년]/.test(usual) ? usual.replace(namedParts, usualDate) : usual
}

/** The numbers of texts in a format, whatever their digits; NaN where they are missing. */
export function parseTexts(texts: readonly (string | null)[], format: CellFormat): Float64Array {
  return parseCells(
    texts.map((text) => text && withUsualDigits(text)),
    format,
  )
}

function usualDigit(digit: string): string {
  const code = digit.charCodeAt(0)
  return String(code - zeros.findLast((zero) => zero <= code)!)
}

function usualMark(mark: string): string {
  return usualMarks[mark] ?? String.fromCharCode(mark.charCodeAt(0) - firstWide + 0x21)
}

function usualDate(text: string, year: string, month: string, day?: string): string {
  if (day !== undefined) return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  const name = monthNames.find(([, number]) => number === Number(month))?.[0]
  return name === undefined ? text : `${name} ${year}`
}
