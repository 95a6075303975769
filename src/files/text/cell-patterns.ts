import { queryValue } from '#core'
import type { ColumnReader } from './column-reader.ts'

/* Cells of a pattern in SQL. A query reads what has the pattern of its kind, and nothing else: the first texts
   of a column do not show all. */

type Texts = NonNullable<ColumnReader['texts']>
type Mark = '.' | ','

/** Digits whose mark is no separator of thousands: 1,234 may be either. */
export const plainNumber = String.raw`(?:\d+(?:[.,](?:\d{1,2}|\d{4,}))?|0?[.,]\d+)`

/**
 * A pattern of numbers with a decimal mark, in which the other one, an apostrophe or blanks may separate
 * thousands. `null`: the mark is not known, or there are both. Amounts never have three decimals.
 */
export function numberWith(mark: Mark | null, areAmounts = false): string {
  if (mark === null) return plainNumber
  const [decimal, other] = mark === '.' ? [String.raw`\.`, ','] : [',', '.']
  const decimals = areAmounts ? String.raw`${decimal}(?:\d{1,2}|\d{4,})` : String.raw`${decimal}\d*`
  // 0,500 is no 500.
  const groups = String.raw`[1-9]\d{0,2}(?:[${other}'’\s]\d{3})+`
  const ofIndia = mark === '.' ? String.raw`|\d{1,2}(?:,\d{2})+,\d{3}` : ''
  return String.raw`(?:(?:${groups}${ofIndia}|\d+)(?:${decimals})?|${decimal}\d+)`
}

/** The value in SQL of a text that has such a pattern, with or without a sign. */
export function valueWith(mark: Mark | null, text: string): string {
  const digits = mark === null ? text : `regexp_replace(${text}, '[^-−–+0-9${mark}]', '', 'g')`
  return numberOf(mark === '.' ? digits : `replace(${digits}, ',', '.')`)
}

/** The decimal mark of the numbers of a column; `null` if it is not known, or if there are both. */
export function markOf(texts: Texts): Mark | null {
  const { shown } = texts.marksIf(true)
  return texts.options.decimal ?? (shown.length === 1 ? shown[0] : null)
}

/** A number of SQL from digits with a decimal point and any minus; null for any other text. */
function numberOf(text: string): string {
  return `TRY_CAST(translate(${text}, '−–', '--') AS DOUBLE)`
}

/** A text as a pattern of itself. */
export function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
}

/** The digits that stand for signs of powers, as in m2. */
export const powers: ReadonlyMap<string, string> = new Map([
  ['²', '2'],
  ['³', '3'],
])

/** How cells write a unit otherwise; m2 was seen as m, which is another one. */
export function formsOf(unit: string, { writtenUnits }: Texts['affixes']): readonly string[] {
  const base = powers.has(unit.slice(-1)) ? unit.slice(0, -1) : null
  return [...(writtenUnits.get(unit) ?? [])].filter((text) => text !== base && text !== unit)
}

/** The units of a column as its cells have them, on one side of a number or on both. */
export function unitsIn({ affixes }: Texts, units: Iterable<string> = affixes.units.keys()): string {
  const named = [...units].filter((unit) => unit !== '')
  const written = named.flatMap((unit) => [unit, ...formsOf(unit, affixes)])
  const patterns = [...new Set(written)].flatMap((unit) => {
    const power = powers.get(unit.slice(-1))
    if (power !== undefined) return [`${literal(unit.slice(0, -1))}[${unit.slice(-1)}${power}]`]
    // The digits in a unit, as in l/100km, were left out.
    const whole = literal(unit).replaceAll(' ', String.raw`(?:1000?|\s)*`)
    return unit.includes(' ') ? [whole, ...unit.split(' ').map(literal)] : [whole]
  })
  return `(?:${[...new Set(patterns)].join('|')})`
}

/** What a value is in cells of a pattern; others are missing. */
export function whereMatches(column: string, pattern: RegExp, value: string): string {
  return `CASE WHEN regexp_matches(${column}, ${patternOf(pattern)}) THEN ${value} END`
}

/** The text that a group of a pattern has in a cell; empty in cells without the pattern. */
export function captured(column: string, pattern: RegExp, group = 1): string {
  return `regexp_extract(${column}, ${patternOf(pattern)}, ${group})`
}

/** The number at a place among those of a cell, which has a pattern. */
export function numberAt(column: string, place: number): string {
  return numberOf(`replace(regexp_extract_all(${column}, '[0-9]+(?:[.,][0-9]+)?')[${place}], ',', '.')`)
}

/** A pattern as RE2 has it: without names of groups, with all blanks, which may stand around it too. */
function patternOf({ source, flags }: RegExp): string {
  let isInClass = false
  const translated = source.replaceAll(/\\u[\da-f]{4}|\\.|[[\]]|\(\?<\w+>/g, (part) => {
    if (part === '[' || part === ']') isInClass = part === '['
    if (part === String.raw`\s`) return isInClass ? allBlanks : `[${allBlanks}]`
    if (part.startsWith(String.raw`\u`)) return String.raw`\x{${part.slice(2)}}`
    return part.startsWith('(') ? '(' : part
  })
  const around = `[${allBlanks}]*`
  const anchored = translated.replace(/^\^/, `^${around}`).replace(/\$$/, `${around}$`)
  return queryValue((flags.includes('i') ? '(?i)' : '') + anchored)
}

const allBlanks = String.raw`\s\pZ`
