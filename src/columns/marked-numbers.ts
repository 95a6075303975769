import { numberOfText } from './text-cells.ts'

/** A number as a text writes it with a unit, with marks between thousands, or with a decimal comma. */
export interface MarkedNumber {
  /** `%`, or the sign of a currency; empty where there is none. */
  readonly unit: string
  readonly isUnitFirst: boolean
  /** As JavaScript writes it, where a point or where a comma is its decimal mark; `null` where it is no such number. */
  readonly point: string | null
  readonly comma: string | null
  /** Which decimal mark the text proves, if any. */
  readonly proves: '.' | ',' | null
  /** The mark between its thousands, or the one that may be that or a decimal mark; empty where there is none. */
  readonly groupedBy: string
}

const blank = ' \u00a0\u2009\u202f'
const body = String.raw`(?:\d|[.,]\d)[\d.,'’${blank}]*`
const unitFirst = new RegExp(String.raw`^([+-]?)(\p{Sc})[${blank}]?([+-]?)(${body})$`, 'u')
const unitLast = new RegExp(String.raw`^([+-]?)(${body}?)[${blank}]?(%|\p{Sc})$`, 'u')
const unitless = new RegExp(String.raw`^([+-]?)(${body})$`, 'u')

const groups = (marks: string) => String.raw`[1-9]\d{0,2}([${marks}])\d{3}(?:\1\d{3})*`
const byPoint = new RegExp(String.raw`^(?:${groups(`,'’${blank}`)}|\d*)(?:\.(\d*))?$`)
const byComma = new RegExp(String.raw`^(?:${groups(`.'’${blank}`)}|\d*)(?:,(\d*))?$`)

/** Reads a text as a number by its marks; `null` where it is none. */
export function readMarkedNumber(cell: string): MarkedNumber | null {
  const text = cell.trim()
  // Most texts show by their first letter that they are none.
  if (!/^[-+.,\diI\p{Sc}]/u.test(text)) return null
  const first = unitFirst.exec(text)
  if (first) {
    const [, outer, unit, inner, digits] = first
    return outer !== '' && inner !== '' ? null : ofParts(outer + inner, digits, unit, true)
  }
  const last = unitLast.exec(text)
  if (last) return ofParts(last[1], last[2], last[3], false)
  const none = unitless.exec(text)
  return none ? ofParts(none[1], none[2], '', false) : withExponent(text)
}

/** Numbers with an exponent, and infinities. */
function withExponent(text: string): MarkedNumber | null {
  const plain = { unit: '', isUnitFirst: false, groupedBy: '' }
  const hasPoint = text.includes('.')
  if (numberOfText(text, '.') !== null)
    return { ...plain, point: text, comma: hasPoint ? null : text, proves: hasPoint ? '.' : null }
  if (numberOfText(text, ',') === null) return null
  return { ...plain, point: null, comma: text.replace(',', '.'), proves: ',' }
}

function ofParts(sign: string, digits: string, unit: string, isUnitFirst: boolean): MarkedNumber | null {
  const asPoint = byPoint.exec(digits)
  const asComma = byComma.exec(digits)
  if (!asPoint && !asComma) return null
  const plain = (decimal: '.' | ',') =>
    sign + digits.replace(decimal === '.' ? /[^\d.]/g : /[^\d,]/g, '').replace(',', '.')
  const point = asPoint ? plain('.') : null
  const comma = asComma ? plain(',') : null
  const groupedBy = asPoint?.[1] ?? asComma?.[1] ?? ''
  return { unit, isUnitFirst, point, comma, proves: proofOf(digits), groupedBy }
}

/**
 * The decimal mark that the digits prove: of two kinds of marks the last is it; a mark that comes twice parts thousands; a
 * single one that no three digits follow, or that no thousands could come before, is a decimal mark. Addresses such as
 * 10.168.100.200, and lists of three digits each, prove nothing.
 */
function proofOf(digits: string): '.' | ',' | null {
  const marks = digits.replace(/\d/g, '')
  const other = { '.': ',', ',': '.' } as const
  const last = marks.at(-1)
  if (last !== '.' && last !== ',') return null
  if (marks.length === 1) return mayBeGroups(digits) ? null : last
  if (marks[0] !== last) return last
  return isAddress(digits) || digits.indexOf(last) === 3 ? null : other[last]
}

/** Whether the one mark of a number may stand between thousands, or be a decimal mark: 1,234. */
export function mayBeGroups(cell: string): boolean {
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(cell.trim())
}

/** Whether a cell may be an address on the internet, such as 10.168.100.200. */
export function isAddress(cell: string): boolean {
  const parts = cell.trim().split('.')
  return parts.length === 4 && parts.every((part) => /^\d+$/.test(part) && Number(part) < 256)
}

/** How all numbers of a column are written; `either`: with a decimal point or a decimal comma, cell by cell. */
export interface NumberForm {
  readonly unit: string
  readonly decimal: '.' | ',' | 'either'
}

/** The number of a cell that is written in a form; `null` where it is not. */
export function numberInForm(cell: string, { unit, decimal }: NumberForm): number | bigint | null {
  if (decimal === 'either') return numberOfText(cell, '.') ?? numberOfText(cell, ',')
  const number = readMarkedNumber(cell)
  if (number?.unit !== unit) return null
  const text = decimal === '.' ? number.point : number.comma
  return text === null ? null : numberOfText(text, '.')
}
