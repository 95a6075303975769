import { queryValue } from '#core'
import { unitNamed } from '../cells/number-units.ts'
import { captured, literal, numberWith, valueWith } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'
import { marksOf, sampleOf } from './sampled-texts.ts'
import { digits } from './worded-numbers.ts'

/* Numbers among words that vary. */

const fewestNumbers = 3
const bounds = 'less|more|under|over|below|above|mehr|weniger|über|unter|bis|más|menos|plus|moins|oltre|meno'
const [readAs, missing] = ['read as categorical', 'with other cells missing, say']

/** 87% 2L NC beside 85% RA: a number with the same unit before words that vary. */
const beforeWords = new RegExp(
  String.raw`^(?<number>${digits})\s?(?<unit>[%‰°\p{L}]+)[\s,;]+(?<rest>\S.*)$`,
  'u',
)

/** Words behind a number; digits only behind a percentage, as those behind another unit may belong to it. */
function restOf(unit: string): string {
  const never = unit === '%' ? '%‰<>' : String.raw`%‰<>\d`
  return String.raw`[^-–−+\/&\s${never}][^${never}]*`
}

/** Words that make a limit or a range of a number, or turn its sign. */
const turning = String.raw`(?i)(?:^|[^\p{L}])(?:${bounds}|to|bis|or|oder|minus|loss|gain|lost|gained|up|down)(?:[^\p{L}]|$)`
const turns = new RegExp(turning.slice('(?i)'.length), 'iu')

/** A value of cells without such a word. */
function unturned(column: string, value: string): string {
  return `CASE WHEN NOT regexp_matches(${column}, ${queryValue(turning)}) THEN ${value} END`
}

/** The unit before words that vary; `null` if there is none, or if the words are a smaller unit. */
function unitBeforeWords(
  reader: ColumnReader,
): { readonly unit: string; readonly mark: '.' | ',' | null } | null {
  const sample = sampleOf(reader)
  const found = sample?.withDigits.map((text) => beforeWords.exec(text)?.groups)
  if (!found || found.length < fewestNumbers || found.includes(undefined)) return null
  const units = new Set(found.map((one) => one!['unit']))
  const [unit] = units
  const rests = new Set(found.map((one) => one!['rest']))
  const marks = marksOf(
    found.map((one) => one!['number']),
    reader,
  )
  const isKnown = unitNamed(unit) !== undefined
  if (units.size !== 1 || !isKnown || rests.size < 2 || !marks || marks.areGuessed) return null
  const rest = new RegExp(`^${restOf(unit)}$`, 'u')
  const areWords = [...rests].every((text) => rest.test(text) && !turns.test(text))
  return areWords ? { unit, mark: marks.mark } : null
}

/** I'm 74, 23 years, 40 y.o.: what people write where a number is asked for. */
const said = new RegExp(String.raw`^(?<before>[^\d<>]*?)(?<number>${digits})(?<after>\D*)$`, 'u')
const fewestSaid = 8
/** So many ways to write before a number and behind it, nothing among them. */
const fewestWords = 4
const simple = /^\d{1,3}(?:[.,]\d{1,2})?$/
/** 7-8 beside 7 and 8 */
const span = /^(\d{1,2}(?:[.,]\d)?)\s?[-–]\s?(\d{1,2}(?:[.,]\d)?)$/
/** 103 A is a room. */
const aCapital = /^\p{Lu}$/u
const mayTurn = (text: string) => /[-−–+<>≤≥]/.test(text) || turns.test(text)

/** What stands before and behind the numbers, and whether some texts are spans. */
interface SaidWords {
  readonly heads: readonly string[]
  readonly ends: readonly string[]
  readonly haveSpans: boolean
}

/**
 * What stands before and behind the numbers if some texts are plain numbers and most others have words around
 * one, some of them a unit; `null` if they are something else.
 */
function saidWords(reader: ColumnReader): SaidWords | null {
  const sample = sampleOf(reader)
  if (!sample || sample.withDigits.length < fewestSaid) return null
  const numbers = sample.withDigits
    .map((text) => said.exec(text)?.groups)
    .filter((parts) => parts !== undefined)
  const plain = sample.withDigits.filter((text) => simple.test(text))
  const ends = [...new Set(numbers.map(({ after }) => after.trim()))]
  const units = new Set(
    ends.flatMap((end) =>
      end.split(/[^\p{L}]+/u).flatMap((word) => (aCapital.test(word) ? [] : (unitNamed(word) ?? []))),
    ),
  )
  const areMost = numbers.length * 4 >= sample.withDigits.length * 3 && plain.length * 3 >= numbers.length
  const areSimple = numbers.every(({ number }) => simple.test(number))
  // 12 b is the number of a house.
  const areWords = ends.every((end) => !/^\p{L}$/u.test(end) || unitNamed(end) !== undefined)
  const heads = [...new Set(numbers.map(({ before }) => before.trim()))]
  const areVaried = ends.length + heads.length >= fewestWords
  if (!areMost || !areSimple || !areWords || units.size !== 1 || !areVaried) return null
  const isKept = (text: string) => !mayTurn(text)
  const haveSpans = sample.withDigits.some((text) => span.test(text))
  return { heads: heads.filter(isKept), ends: ends.filter(isKept), haveSpans }
}

/** Answers of people, which any other kind goes before. */
const saidNumbers: LetteredText = {
  code: 'doubtful-numbers',
  start: `numbers with words around some of them, ${readAs}`,
  end: `for the numbers with the same words, the middle of spans such as 7-8, ${missing}`,
  are: (_, reader) => saidWords(reader) !== null,
  mayBeMixed: true,
  query: (readers) =>
    numberQuery(readers, (column, reader) => {
      const { heads, ends, haveSpans } = saidWords(reader)!
      const [before, behind] = [heads, ends].map((words) => words.map(literal).join('|'))
      const pattern = new RegExp(String.raw`^(?:${before})\s?(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:${behind})$`, 'i')
      const number = unturned(column, valueWith(null, captured(column, pattern)))
      if (!haveSpans) return number
      const [low, high] = [1, 2].map((group) => valueWith(null, captured(column, span, group)))
      return `coalesce(${number}, CASE WHEN ${low} < ${high} THEN (${low} + ${high}) / 2 END)`
    }),
}

/** Numbers before words that vary, and answers of people. */
export const saidTexts: readonly LetteredText[] = [
  {
    code: 'doubtful-numbers',
    start: `numbers with a unit before words that vary, ${readAs}`,
    end: `for the numbers, ${missing}`,
    are: (_, reader) => unitBeforeWords(reader) !== null,
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const { unit, mark } = unitBeforeWords(reader)!
        const pattern = new RegExp(
          String.raw`^(${numberWith(mark)})\s?${literal(unit)}(?:[\s,;]+${restOf(unit)})?$`,
        )
        return unturned(column, valueWith(mark, captured(column, pattern)))
      }),
  },
  saidNumbers,
]
