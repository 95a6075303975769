import { firstFew, queryColumn, queryOption, queryValue, queryWarning, replacingQuery } from '#core'
import type { Warning } from '#core'
import type { ZeroReading } from '../cells/column-messages.ts'
import { mayBeNone, missingThing, noneKindOf } from '../cells/none-words.ts'
import { isPerTime, subjectOf } from '../cells/zero-names.ts'
import { wordsOfName } from '../cells/time-names.ts'
import { captured, whereMatches } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { amountIn } from './format-queries.ts'
import type { WarningText } from './format-queries.ts'

/* Words among numbers that may mean 0, with the queries that read them so. */

/** So many different texts show how large numbers are. */
const mostSampled = 200
/** A message names at most this many words. */
const mostNamed = 5

/** How a word among the numbers of a column is most likely meant; `null` if it is no 0. */
function readingOf(word: string, reader: ColumnReader): 'zero' | 'either' | null {
  const kind = noneKindOf(word)
  if (kind === null) return null
  const numbers = numbersOf(reader)
  // Between a lead of one side and one of the other, nobody leads; else it may be the same as before.
  if (kind === 'equal')
    return numbers.some((one) => one < 0) && numbers.some((one) => one > 0) ? 'zero' : null
  const subject = subjectOf(reader.name)
  const isBound = subject === 'bound' || subjectOf(missingThing(word) ?? '') === 'bound'
  const hasCurrency = reader.texts?.affixes.areAmounts ?? false
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const isNear = least >= 0 && least <= most - least
  const isOpen = isBound || hasCurrency || kind === 'never'
  // No word says that a year or a weight is 0.
  if (!isOpen && (numbers.length === 0 || (least > 0 && !isNear))) return null
  if (isBound || isDash(word) || kind === 'trace') return 'either'
  if (kind === 'never') {
    const isOften = subject === 'often' || reader.knownTexts.some((text) => text !== null && isPerTime(text))
    return isOften && subject !== 'other' && isNear && areCountsFrom1(reader, numbers) ? 'zero' : 'either'
  }
  if (kind === 'either' && !namesColumn(word, reader.name)) return 'either'
  if (hasCurrency) return 'zero'
  if (subject === 'money') return isNear ? 'zero' : 'either'
  const isCounted = subject === 'counted' || subject === 'often'
  return isCounted && kind !== 'free' && isNear && areCountsFrom1(reader, numbers) ? 'zero' : 'either'
}

/** 0, 0.00 and 0/10, but not 0h45 */
const zeroText = /^\D*0+(?:[.,]0+)?(?![\d.,]|\s*h\s*\d*[1-9])/i

/** Whether numbers are counts of which none is 0: where some are, a word for none is another answer. */
function areCountsFrom1({ knownTexts }: ColumnReader, numbers: readonly number[]): boolean {
  return numbers.every(Number.isInteger) && !knownTexts.some((text) => text !== null && zeroText.test(text))
}

/** Whether what there is none of is what the column has: `no deductible` in `deductible`, `ohne SB` in `Selbstbehalt`. */
function namesColumn(word: string, name: string): boolean {
  const [things, named] = [missingThing(word) ?? '', name].map(wordsOfName)
  // Two or three letters may be an abbreviation.
  const formOf = (thing: string) => (thing.length > 3 ? thing.slice(0, 5) : [...thing].join('.*'))
  const isThing = (thing: string, one: string) =>
    thing.length > 1 && new RegExp(`^${formOf(thing)}`, 'u').test(one)
  return things.some((thing) => named.some((one) => isThing(thing, one)))
}

/** The first number of each of the first different texts. */
function numbersOf({ knownTexts, texts }: ColumnReader): readonly number[] {
  const shown = texts?.marksIf(true).shown ?? []
  const others = texts?.options.decimal === ',' || shown.includes(',') ? /[.'’\s]/g : /[,'’\s]/g
  return knownTexts.slice(0, mostSampled).flatMap((text) => {
    const [digits] = /[-−–]?\d(?:[\d.,'’\u00a0\u202f ]*\d)?/.exec(text ?? '') ?? []
    if (digits === undefined) return []
    return [Number(digits.replace(others, '').replace(',', '.').replace(/[−–]/, '-'))]
  })
}

/** 2h, 3h30, 1 h 05 min and 45 min */
const hoursAndMinutes =
  /^(?:(\d{1,4}) ?h(?:r?s?|ours?|eures?)?)?(?: ?([0-5]?\d) ?(?:m|mn|mins?|minutes?)?)?$/i

/** 6h22 and 1d 4h, but not m2 nor l/100km */
const severalNumbers = /\d\s*\p{L}+\.?\s*\d+\s*\p{L}|\d\s*h\s*\d/iu

/**
 * How words such as `none` are read beside numbers; `null` if there are no such words. Its query reads the numbers
 * as they are: one that has another form is an error of the query, and a cell without a digit missing.
 */
export function zeroReading(reader: ColumnReader, words: Iterable<string>): ZeroReading | null {
  const all = [...words]
  const { zeros, areLikely } = zerosAmong(reader, all)
  if (zeros.length === 0 && !all.some(mayBeNone)) return null
  const others = all.filter((word) => !zeros.includes(word))
  const meaning = zeros.length === 0 ? 'missing' : areLikely ? 'zero' : 'either'
  return { meaning, words: zeros, others, query: numbersAnd(reader, zeros) }
}

/** The words that may be 0 in a column, but for dashes, and whether all of them most likely are. */
function zerosAmong(reader: ColumnReader, words: readonly string[]) {
  const zeros = words.filter((word) => !isDash(word) && readingOf(word, reader) !== null)
  return { zeros, areLikely: zeros.every((word) => readingOf(word, reader) === 'zero') }
}

function numbersAnd(reader: ColumnReader, words: readonly string[]): string | null {
  const column = queryColumn(reader.name)
  const number = lengthOfTime(reader, column) ?? plainValue(reader, column)
  if (number === null) return null
  const zero = words.length > 0 ? `WHEN ${isOneOf(column, words)} THEN 0 ` : ''
  const value = `CASE ${zero}WHEN regexp_matches(${column}, '[0-9]') THEN ${number} END`
  return replacingQuery({ [reader.name]: value })
}

/** A number that has nothing but a unit around it. */
function plainValue({ texts, knownTexts }: ColumnReader, column: string): string | null {
  if (!texts || knownTexts.some((text) => text !== null && severalNumbers.test(text))) return null
  const { units, bounds, styles, multipliers } = texts.affixes
  const isPlain = units.size === 1 && styles.size === 0 && multipliers.size === 0
  const { shown, doubtful } = texts.marksIf(false)
  if (!isPlain || bounds['<'] + bounds['>'] > 0 || shown.length > 1 || doubtful !== null) return null
  const [mark] = texts.options.decimal ? [texts.options.decimal] : shown
  return `coalesce(${amountIn(column, texts, mark ?? null)}, CAST(${column} AS DOUBLE))`
}

/** The minutes of hours and minutes, which are read so; any other text is an error. */
function lengthOfTime({ knownTexts }: ColumnReader, column: string): string | null {
  const withDigits = knownTexts.flatMap((text) => (text !== null && /\d/.test(text) ? [text.trim()] : []))
  const areTimes = withDigits.every((text) => hoursAndMinutes.test(text) && /[a-z]/i.test(text))
  // Hours alone are read as hours.
  const haveMinutes = withDigits.some((text) => hoursAndMinutes.exec(text)?.[2] !== undefined)
  if (!areTimes || !haveMinutes || !withDigits.some((text) => /h/i.test(text))) return null
  const [hours, minutes] = [1, 2].map(
    (group) => `coalesce(TRY_CAST(${captured(column, hoursAndMinutes, group)} AS DOUBLE), 0)`,
  )
  const value = whereMatches(column, hoursAndMinutes, `60 * ${hours} + ${minutes}`)
  return `coalesce(${value}, CAST(${column} AS DOUBLE))`
}

/**
 * The warning for columns of numbers that a query reads, beside which words may mean 0: where all most likely
 * do, they are 0 by its query, and its message has the other one too; where words may be either, it has no query
 * but both in its message. A dash may be 0 and is missing.
 */
export function warningWithZeros(
  { code, end, query }: Pick<WarningText, 'code' | 'end' | 'counts'> & Required<Pick<WarningText, 'query'>>,
  readers: readonly ColumnReader[],
  why: string,
): Warning {
  const columns = readers.map(({ name }) => name)
  const plain = queryWarning({ code, columns, why, query: query(readers) }, end)
  const values = readers.map((reader) => valueOf(query([reader]), reader.name))
  const beside = readers.map(textsWithoutDigit)
  const found = readers.map((reader, i) => zerosAmong(reader, beside[i]))
  const dashes = readers.map((reader, i) =>
    beside[i].filter((word) => isDash(word) && readingOf(word, reader)),
  )
  const areWords = found.some(({ zeros }) => zeros.length > 0)
  const words = areWords ? found.map(({ zeros }) => zeros) : dashes
  if (words.flat().length === 0 || values.includes(null)) return plain
  const replaced = readers.map(({ name }, i) => [name, orZero(queryColumn(name), words[i], values[i]!)])
  const zeroQuery = replacingQuery(Object.fromEntries(replaced) as Record<string, string>)
  const shown = shownWords(words.flat())
  const mean = new Set(words.flat()).size > 1 ? 'mean' : 'means'
  const asZero = `if ${shown} ${mean} 0: ${queryOption(zeroQuery)}`
  if (!areWords) {
    const both = `${why}, ${shown} read as missing; ${asZero}`
    return { ...plain, why: both, message: `${plain.message}; ${asZero}` }
  }
  const asMissing = `if ${shown} ${mean} a missing value: ${queryOption(plain.query!)}`
  if (!found.every(({ areLikely }) => areLikely))
    return { code: 'mixed-types', columns, message: `${why}; ${asMissing}; ${asZero}` }
  const others = beside.flatMap((all, i) => all.filter((word) => !words[i].includes(word)))
  const missing = others.length > 0 ? `, ${shownWords(others)} as missing` : ''
  const read = queryWarning({ code, columns, why, query: zeroQuery }, `with ${shown} as 0, ${end}`)
  return {
    ...read,
    why: `${why}, ${shown} read as 0 rather than missing${missing}`,
    message: `${read.message}; ${asMissing}`,
  }
}

/** The different texts beside the numbers of a column. */
function textsWithoutDigit({ knownTexts }: ColumnReader): readonly string[] {
  const texts = knownTexts.flatMap((text) => (text !== null && !/\d/.test(text) ? [text.trim()] : []))
  return [...new Set(texts)].filter((text) => text !== '')
}

function shownWords(words: readonly string[]): string {
  return firstFew(
    [...new Set(words)].map((word) => JSON.stringify(word)),
    mostNamed,
  )
}

/** What a query puts in the place of a column alone; `null` if it makes others. */
function valueOf(query: string, name: string): string | null {
  const [start, end] = ['SELECT * REPLACE (', ` AS ${queryColumn(name)}) FROM data`]
  return query.startsWith(start) && query.endsWith(end) ? query.slice(start.length, -end.length) : null
}

function orZero(column: string, words: readonly string[], value: string): string {
  return words.length === 0 ? value : `CASE WHEN ${isOneOf(column, words)} THEN 0 ELSE ${value} END`
}

function isOneOf(column: string, words: readonly string[]): string {
  return `trim(${column}) IN (${words.map(queryValue).join(', ')})`
}

function isDash(word: string): boolean {
  return /^[-–—−]+$/.test(word.trim())
}
