import { queryColumn } from '#core'
import { noneKindOf } from '../cells/none-words.ts'
import { captured, literal, numberAt, numberWith, valueWith, whereMatches } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery, textsOf, wordsBeside } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'
import { partingQuery } from './several-numbers.ts'

/** Texts that count something by signs, or have several numbers between the same words. */
export const countedTexts: readonly LetteredText[] = [
  {
    code: 'doubtful-numbers',
    counts: true,
    start: 'numbers of stars, read as categorical',
    end: 'for how many, with other cells missing, say',
    are: (texts) => texts.every((text) => stars.test(text)) && new Set(texts.map(starsIn)).size > 1,
    query: (readers) =>
      numberQuery(readers, (column) =>
        whereMatches(column, stars, `length(regexp_replace(${column}, '[^★⭐✭✪]', '', 'g'))`),
      ),
  },
  {
    code: 'doubtful-numbers',
    counts: true,
    start: 'numbers of times, read as categorical',
    end: 'for how many, with other cells missing, say',
    are: areTimes,
    query: (readers) => numberQuery(readers, (column) => whereMatches(column, oftenAs, numberAt(column, 1))),
  },
  {
    code: 'doubtful-numbers',
    start: 'a half between 0 and 1, read as categorical',
    end: 'for 0.5, with other cells missing, say',
    are: areHalves,
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column) =>
        whereMatches(column, halfAs, '0.5').replace(/ END$/, ` ELSE TRY_CAST(${column} AS DOUBLE) END`),
      ),
  },
  {
    code: 'doubtful-numbers',
    start: 'several numbers between the same words, read as categorical',
    end: 'for each of them, with other cells missing, say',
    are: (texts) => numbersBetween(texts) !== null,
    query: (readers) =>
      partingQuery(readers, (reader) =>
        Array.from({ length: numbersBetween(textsOf(reader))! }, (_, i) => numberIn(reader, i + 1)),
      ),
  },
]

/** ★★★★☆, of which some may be empty. */
const stars = /^(?:[★⭐✭✪☆✩]\ufe0f?)+$/

function starsIn(text: string): number {
  return text.replace(/[^★⭐✭✪]/g, '').length
}

/** x2, × 3 and 4x */
const oftenAs = /^(?:[x×] ?\d{1,3}|\d{1,3} ?[x×])$/

/** Whether texts say how often; x1 and x2 alone may be the names of variables. */
function areTimes(texts: readonly string[], reader: ColumnReader): boolean {
  if (!texts.every((text) => oftenAs.test(text))) return false
  return (
    !texts.every((text) => /^x\d/.test(text)) || wordsBeside(reader, texts).some((word) => noneKindOf(word))
  )
}

/** What each side has of a point when nobody wins. */
const halfAs = /^(?:1\/2|½)$/

/** Whether texts are a half beside 0 and 1, and nothing else. */
function areHalves(texts: readonly string[], { knownTexts }: ColumnReader): boolean {
  if (!texts.includes('1/2')) return false
  const all = new Set(knownTexts.flatMap((text) => text?.trim() ?? []))
  const isKnown = (text: string) => halfAs.test(text) || /^(?:[01]|0?\.5)$/.test(text)
  return all.has('0') && all.has('1') && [...all].every(isKnown)
}

/** Fewer different texts may be names. */
const fewestBetween = 5
const aNumber = /\d+(?:[.,]\d+)*/g

/**
 * How many numbers the texts have between the same words, as `3x de R$ 12,62`: two or more that vary, none of
 * them a part of a code. `null` if they have none.
 */
function numbersBetween(texts: readonly string[]): number | null {
  if (texts.length < fewestBetween) return null
  const [words] = [...texts].map((text) => text.replace(aNumber, '#'))
  const areWords =
    /\p{L}/u.test(words) && /(?:^|\s)\p{Sc}?#|#(?:\s|$)/u.test(words) && !/[-_/:.]#|#[-_/:.]/.test(words)
  if (!areWords || texts.some((text) => text.replace(aNumber, '#') !== words)) return null
  const numbers = texts.map((text) => text.match(aNumber)!)
  const count = numbers[0].length
  const vary = (place: number) => new Set(numbers.map((all) => all[place])).size > 2
  const arePadded = numbers.some((all) => all.some((number) => /^0\d/.test(number)))
  const isRead = (place: number) => vary(place) && markAt(numbers, place) !== null
  return count > 1 && !arePadded && Array.from({ length: count }, (_, i) => i).every(isRead) ? count : null
}

/** The decimal mark of the numbers at a place, if they have one; `null` if it may separate thousands. */
function markAt(numbers: readonly (readonly string[])[], place: number): '.' | ',' | '' | null {
  const marked = numbers.map((all) => all[place]).filter((number) => /\D/.test(number))
  const sure = marked.map((number) => /[.,](?=(?:\d{1,2}|\d{4,})$)/.exec(number)?.[0])
  const marks = new Set(sure.filter((mark) => mark !== undefined))
  if (marks.size === 0) return marked.length === 0 ? '' : null
  return marks.size === 1 ? ([...marks][0] as '.' | ',') : null
}

function numberIn(reader: ColumnReader, place: number): string {
  const texts = textsOf(reader)
  const numbers = texts.map((text) => text.match(aNumber)!)
  const marks = numbers[0].map((_, i) => markAt(numbers, i) || null)
  const [first, ...words] = texts[0].split(aNumber).map(literal)
  const pattern = first + words.map((word, i) => `(${numberWith(marks[i])})${word}`).join('')
  return valueWith(marks[place - 1], captured(queryColumn(reader.name), new RegExp(`^${pattern}$`), place))
}
