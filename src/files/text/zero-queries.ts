import { queryColumn, queryOption, queryValue, queryWarning, replacingQuery } from '#core'
import type { Warning } from '#core'
import { mayBeNone, missingThing, noneKindOf } from '../cells/none-words.ts'
import { captured, whereMatches } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { amountIn, wordsBeside } from './format-queries.ts'
import type { WarningText } from './format-queries.ts'

/* Words among numbers that may mean 0, with the queries that read them so. */

/** Words that may mean 0, and the query that reads them so. */
interface ZeroQuery {
  readonly words: readonly string[]
  readonly option: string
  readonly query: string
  /** Whether they most likely do: missing values are then the other reading. */
  readonly isLikely: boolean
}

/** Of numbers that name or judge something 0 is none like the others, and nobody has an age of 0 by no word. */
const notCounted =
  /(?:^|[^\p{L}])(?:rating|elo|grade|rank|place|position|room|seat|bed|gate|table|line|lane|page|no|nr|num(?:ber|mer|éro|ero)?|id|code|zip|plz|phone|age|year|date|temp\p{L}*|ph|bewertung|note|rang|platz|zimmer|alter|jahr|jahrgang|baujahr|nota|puesto|edad|año|classement|chambre|âge|année|voto|posto|camera|età|anno)(?:$|[^\p{L}])/iu
/** So many different texts show how large numbers are. */
const mostSampled = 200

/** How a word among the numbers of a column is most likely meant; `null` if it is no 0. */
function readingOf(word: string, reader: ColumnReader): 'zero' | 'either' | null {
  const kind = noneKindOf(word)
  if (kind === null) return null
  if (namesColumn(word, reader.name)) return 'zero'
  if (reader.texts?.affixes.areAmounts && kind !== 'equal' && !isDash(word)) return 'zero'
  const numbers = numbersOf(reader)
  // Between a lead of one side and one of the other, nobody leads; else it may be the same as before.
  if (kind === 'equal')
    return numbers.some((one) => one < 0) && numbers.some((one) => one > 0) ? 'zero' : null
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const isNear = least >= 0 && least <= most - least
  // No word says that a year or a weight is 0.
  if (numbers.length === 0 || (least > 0 && !isNear && !reader.texts?.affixes.areAmounts)) return null
  if (kind === 'either' || kind === 'free' || notCounted.test(reader.name) || !isNear) return 'either'
  return kind === 'trace' || !numbers.every(Number.isInteger) ? 'either' : 'zero'
}

/** Whether what there is none of is what the column has: `no deductible` in `deductible`. */
function namesColumn(word: string, name: string): boolean {
  const stem = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').slice(0, 5)
  const what = missingThing(word)?.match(/\p{L}{3,}/gu) ?? []
  const named = (name.match(/\p{L}{3,}/gu) ?? []).map(stem)
  return what.some((part) => named.includes(stem(part)))
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

/**
 * A query that makes 0 of words such as `none` beside numbers, and reads the others as they are: one that has
 * another form is an error of the query, and a cell without a digit missing. `null` if there are no such
 * words, or the numbers have more than a unit around them.
 */
export function zeroQuery(reader: ColumnReader, words: ReadonlyMap<string, number>): ZeroQuery | null {
  const found = [...words.keys()].filter((word) => !isDash(word) && readingOf(word, reader) !== null)
  const likely = found.filter((word) => readingOf(word, reader) === 'zero')
  const zeros = likely.length > 0 ? likely : found
  return zeros.length === 0 ? null : numbersAnd(reader, zeros, likely.length > 0)
}

/**
 * A query in which words such as `none` are missing beside numbers of which they are no 0, as years: in other columns
 * they may be one, and missing words are missing in all. `null` if there are no such words.
 */
export function noZeroQuery(reader: ColumnReader, words: Iterable<string>): ZeroQuery | null {
  return [...words].some(mayBeNone) ? numbersAnd(reader, [], false) : null
}

function numbersAnd(reader: ColumnReader, words: readonly string[], isLikely: boolean): ZeroQuery | null {
  const column = queryColumn(reader.name)
  const number = plainValue(reader, column) ?? lengthOfTime(reader, column)
  if (number === null) return null
  const zero = words.length > 0 ? `WHEN ${isOneOf(column, words)} THEN 0 ` : ''
  const value = `CASE ${zero}WHEN regexp_matches(${column}, '[0-9]') THEN ${number} END`
  const query = replacingQuery({ [reader.name]: value })
  return { words, option: queryOption(query), query, isLikely }
}

/** Whether words most likely mean 0 where no query reads the numbers beside them. */
export function areLikelyZeros(reader: ColumnReader, words: Iterable<string>): boolean {
  return [...words].some((word) => readingOf(word, reader) === 'zero')
}

/** A number that has nothing but a unit around it. */
function plainValue({ texts }: ColumnReader, column: string): string | null {
  if (!texts) return null
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
 * The warning for columns of numbers that a query reads, beside which words may mean 0: those that most likely
 * do are 0 by its query, and its message has the other one too.
 */
export function warningWithZeros(
  { code, end, query }: Pick<WarningText, 'code' | 'end' | 'counts'> & Required<Pick<WarningText, 'query'>>,
  readers: readonly ColumnReader[],
  why: string,
): Warning {
  const columns = readers.map(({ name }) => name)
  const plain = queryWarning({ code, columns, why, query: query(readers) }, end)
  const words = readers.map(zerosBeside)
  const values = readers.map((reader) => valueOf(query([reader]), reader.name))
  if (words.every(({ length }) => length === 0) || values.includes(null)) return plain
  const ofWords = (some: readonly (readonly string[])[]) => {
    const replaced = readers.map(({ name }, i) => [name, orZero(queryColumn(name), some[i], values[i]!)])
    const shown = [...new Set(some.flat())].map((word) => JSON.stringify(word))
    const query = replacingQuery(Object.fromEntries(replaced) as Record<string, string>)
    return { query, shown: shown.join(', '), mean: shown.length > 1 ? 'mean' : 'means' }
  }
  const likely = words.map((some, i) => some.filter((word) => readingOf(word, readers[i]) === 'zero'))
  const all = ofWords(words)
  if (likely.every(({ length }) => length === 0)) {
    const other = `if ${all.shown} ${all.mean} 0: ${queryOption(all.query)}`
    const both = `${why}, ${all.shown} read as missing; ${other}`
    return { ...plain, why: both, message: `${plain.message}; ${other}` }
  }
  const { query: zeros, shown, mean } = ofWords(likely)
  const asZero = end.replace('with other', `with ${shown} as 0 and other`)
  const { message, ...others } = queryWarning({ code, columns, why, query: zeros }, asZero)
  const asMissing = `if ${shown} ${mean} a missing value: ${queryOption(plain.query!)}`
  return {
    ...others,
    why: `${why}, ${shown} read as 0 rather than missing`,
    message: `${message}; ${asMissing}`,
  }
}

/** The words beside the numbers of a column that may mean 0. */
function zerosBeside(reader: ColumnReader): readonly string[] {
  const beside = wordsBeside(reader, []).map((word) => word.trim())
  return [...new Set(beside)].filter((word) => readingOf(word, reader) !== null)
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
