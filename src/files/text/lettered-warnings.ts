import { firstFew, queryWarning } from '#core'
import { dayNumber } from '../cells/day-numbers.ts'
import { monthStems, stemsOfDays } from '../cells/foreign-months.ts'
import { monthNames } from '../cells/month-names.ts'
import type { Warning } from '#core'
import { amountTexts } from './amount-texts.ts'
import { calendarTexts, usualDigits } from './calendar-texts.ts'
import { literal, numberAt, whereMatches } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { areSteps, compoundTexts } from './compound-texts.ts'
import { countedTexts } from './counted-texts.ts'
import { numberQuery, textsOf, wordsBeside } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'
import { floorsText, gradedTexts } from './graded-texts.ts'
import { letterFlags } from './letter-flags.ts'
import { momentTexts } from './moment-texts.ts'
import { partialDates } from './partial-dates.ts'
import { shapedNumbers } from './shaped-numbers.ts'
import { saidTexts } from './said-numbers.ts'
import { amountsWithWords } from './amounts-with-words.ts'
import { wordedNumbers } from './worded-numbers.ts'
import { warningWithZeros } from './zero-queries.ts'

/** A message names at most this many columns; the warning's `columns` lists all. */
const mostNamed = 5
/** A column has at least so many different texts. */
const fewest = 2

/** 1st, 2ème, 3.º, 1ª, 2-й, 3:e, 第4位 */
const ordinal =
  /^(?:\d{1,3}(?:st|nd|rd|th|er|[eè](?:me)?|re|\.?[ºª]|-?(?:ый|ой|ий|ая|й|я|е)|:[ae])|第 ?\d{1,3} ?[位名回]?)$/i
/** 1. Spieltag, 2nd edition, 3ª jornada */
const ordinalStart = String.raw`^(?<place>\d{1,3})(?:\.|st|nd|rd|th|er|[eè](?:me)?|\.?[ºª])\s`
const ordinalOfWord = new RegExp(String.raw`${ordinalStart}(?<word>\p{L}{3,})$`, 'iu')
const dayAndMonth = /^(?:[1-9]|[0-2]\d|3[01])[-. /]{1,2}(\p{L}{2,12})\.?[-. /,]{1,2}\d{4}(?: ?г\.?)?$/u
/** 2. Mai, 3 March, 15 de mayo */
const dayOfMonth = /^(?:[1-9]|[0-2]\d|3[01])(?:\.|\.? |º | de )\s?(\p{L}{3,12})\.?$/u
/** 02.05. */
const dayAlone = /^(\d\d?)\. ?(\d\d?)\.$/
/** 02/05; fewer different ones may be something else. */
const fewestDays = 5
const daySlash = /^(\d\d)\/(\d\d)$/
/** 29 February is a day of it. */
const leapYear = 2000

const letteredTexts: readonly LetteredText[] = [
  // A ground floor among places in an order is 0.
  floorsText,
  ...gradedTexts,
  {
    code: 'doubtful-numbers',
    start: 'places in an order, read as categorical',
    end: 'for their numbers, with other cells missing, say',
    are: (texts) => texts.every((text) => ordinal.test(text)),
    query: (readers) =>
      numberQuery(readers, (column) =>
        whereMatches(usualDigits(column), ordinal, numberAt(usualDigits(column), 1)),
      ),
  },
  ...calendarTexts.map(({ start, end, are, pattern, valueOf }): LetteredText => ({
    code: 'unread-dates',
    start,
    end,
    are,
    query: (readers) =>
      numberQuery(readers, (column, reader) =>
        whereMatches(usualDigits(column), pattern, valueOf(column, textsOf(reader))),
      ),
  })),
  {
    code: 'unread-dates',
    start: 'dates with names of months that are not read, read as categorical',
    end: 'for dates, with other cells missing, say',
    are: (texts) => stemsFor(texts, dayAndMonth, monthStems) !== null,
    query: (readers) =>
      monthQuery(readers, (texts) => stemsFor(texts, dayAndMonth, monthStems)!, {
        pattern: dayAndMonth,
        word: String.raw`\p{L}+`,
        yearOf: (column) => `regexp_extract(${column}, '[0-9]{4}')`,
      }),
  },
  {
    code: 'unread-dates',
    start: 'days with names of months and without a year, read as categorical',
    end: `for dates, with ${leapYear} for their year and other cells missing, say`,
    are: (texts) => stemsFor(texts, dayOfMonth, stemsOfDays) !== null,
    query: (readers) =>
      monthQuery(
        readers,
        (texts) => stemsFor(texts, dayOfMonth, stemsOfDays)!,
        // Not the de of Spanish.
        { pattern: dayOfMonth, word: String.raw`\p{L}{3,}`, yearOf: () => `'${leapYear}'` },
      ),
  },
  {
    code: 'unread-dates',
    start: 'days and months without a year, read as categorical',
    end: `for dates, with ${leapYear} for their year and other cells missing, say`,
    are: (texts) => orderOfDays(texts) !== null,
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const parts = [1, 2].map((place) => `regexp_extract_all(${column}, '[0-9]+')[${place}]`)
        const [day, month] = orderOfDays(textsOf(reader)) === 'md' ? [parts[1], parts[0]] : parts
        const pattern = dayAlone.test(textsOf(reader)[0]) ? dayAlone : daySlash
        return whereMatches(column, pattern, dateOf(`concat('${leapYear}-', ${month}, '-', ${day})`))
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'places in an order before the same word, read as categorical',
    end: 'for their numbers, with other cells missing, say',
    are: areOrdinalsOfWord,
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const { word } = ordinalOfWord.exec(textsOf(reader)[0])!.groups!
        const pattern = new RegExp(ordinalStart + literal(word) + '$', 'i')
        return whereMatches(column, pattern, numberAt(column, 1))
      }),
  },
  ...amountTexts,
  ...partialDates,
  ...compoundTexts,
  ...countedTexts,
  ...momentTexts,
  ...shapedNumbers,
  amountsWithWords,
  ...wordedNumbers,
  ...letterFlags,
  ...saidTexts,
]

/** Of which kind the texts of a column are; `null` if of none. */
export function letteredKind(reader: ColumnReader): LetteredText | null {
  const { type, isOfTexts, isNumeric, texts } = reader
  const isRead = type !== undefined || !isOfTexts || isNumeric || reader.detected.why !== undefined
  if (isRead || (texts?.others.first.size ?? 0) === 0) return null
  const found = textsOf(reader)
  const isOf = ({ are, mayBeMixed = false }: LetteredText) =>
    are(found, reader) && (mayBeMixed || isAlone(reader))
  return letteredTexts.find(isOf) ?? null
}

/** Warnings about columns of texts such as 1st, 令和5年 and 3 мая 2024, with the query that reads them. */
export function letteredWarnings(readers: readonly ColumnReader[]): Warning[] {
  const kinds = readers.map(letteredKind)
  return letteredTexts.flatMap((kind): Warning[] => {
    const found = readers.filter((_, i) => kinds[i] === kind)
    if (found.length === 0) return []
    const { code, start, end, query, counts, shown: shownOf } = kind
    const shown = firstFew(
      found.map((reader) => {
        const texts = textsOf(reader)
        return `${reader.name} (${[...(shownOf?.(reader) ?? [texts[0]]), ...wordsBeside(reader, texts)].join('; ')})`
      }),
      mostNamed,
    )
    const columns = found.map(({ name }) => name)
    const why = `${start}: ${shown}`
    if (counts) return [warningWithZeros(kind, found, why)]
    return [queryWarning({ code, columns, why, query: query(found) }, end)]
  })
}

/** Whether texts are places before the same word, more than a few steps without a gap. */
function areOrdinalsOfWord(texts: readonly string[]): boolean {
  const found = texts.map((text) => ordinalOfWord.exec(text)?.groups)
  const words = new Set(found.map((groups) => groups?.['word'].toLowerCase()))
  const isMonth = monthNames.some(([name]) => words.has(name))
  if (words.size !== 1 || words.has(undefined) || isMonth) return false
  return areSteps(found.map((groups) => Number(groups!['place'])))
}

/** Whether several texts are no numbers or dates among which others stand. */
function isAlone(reader: ColumnReader): boolean {
  return textsOf(reader).length >= fewest && !reader.texts?.deviatingCells()
}

/**
 * The order of days and months: those with points have the day first, of others a part above 12 shows it.
 * `null` if they are none, or may be either.
 */
function orderOfDays(texts: readonly string[]): 'dm' | 'md' | null {
  const found = texts.map((text) => dayAlone.exec(text) ?? daySlash.exec(text))
  if (found.includes(null)) return null
  const parts = found.map((one) => [Number(one![1]), Number(one![2])])
  const isDay = (month: number, day: number) => dayNumber(leapYear, month, day) !== null
  const fits = { dm: parts.every(([a, b]) => isDay(b, a)), md: parts.every(([a, b]) => isDay(a, b)) }
  if (texts.every((text) => dayAlone.test(text))) return fits.dm ? 'dm' : null
  if (fits.dm === fits.md || texts.length < fewestDays) return null
  return fits.dm ? 'dm' : 'md'
}

/** The stems of the months in texts of a pattern; `null` if there are none. */
function stemsFor(
  texts: readonly string[],
  pattern: RegExp,
  stemsOf: (words: ReadonlySet<string>) => readonly string[] | null,
): readonly string[] | null {
  const words = new Set<string>()
  for (const text of texts) {
    const word = pattern.exec(text)?.[1]
    if (word === undefined) return null
    words.add(word.toLowerCase())
  }
  return stemsOf(words)
}

/** A query that makes dates of a day, the name of a month in a language, and a year. */
function monthQuery(
  readers: readonly ColumnReader[],
  stemsOf: (texts: readonly string[]) => readonly string[],
  {
    pattern,
    word,
    yearOf,
  }: { readonly pattern: RegExp; readonly word: string; readonly yearOf: (column: string) => string },
): string {
  return numberQuery(readers, (column, reader) => {
    const name = `regexp_extract(lower(${column}), '${word}')`
    // The longer of two that begin alike comes first.
    const cases = stemsOf(textsOf(reader))
      .map((stem, i) => [stem, i + 1] as const)
      .sort(([a], [b]) => b.length - a.length)
      .map(([stem, month]) => `WHEN starts_with(${name}, '${stem}') THEN '${month}'`)
    const day = `regexp_extract(${column}, '[0-9]+')`
    const date = dateOf(`concat(${yearOf(column)}, '-', CASE ${cases.join(' ')} END, '-', ${day})`)
    return whereMatches(column, pattern, date)
  })
}

/** A DATE of SQL from a text in the order of ISO 8601. */
function dateOf(text: string): string {
  return `CAST(try_strptime(${text}, '%Y-%m-%d') AS DATE)`
}
