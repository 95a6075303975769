import { queryValue } from '#core'
import { conversion, unitNamed } from '../cells/number-units.ts'
import { captured, literal, numberWith, valueWith } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'
import { marksOf, sampleOf } from './sampled-texts.ts'
import { digits } from './worded-numbers.ts'

/* Numbers among words that vary. */

const fewestNumbers = 3
const bounds = String.raw`[<>≤≥+]|less|more|under|over|below|above|mehr|weniger|über|unter|bis|más|menos|plus|moins|oltre|meno`
const [readAs, missing] = ['read as categorical', 'with other cells missing, say']

/** 87% 2L NC beside 85% RA: a number with the same unit before words that vary. */
const beforeWords = new RegExp(
  String.raw`^(?<number>${digits})\s?(?<unit>[%‰°\p{L}]+)[\s,;]+(?<rest>\S.*)$`,
  'u',
)

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
  const known = unitNamed(unit)
  if (units.size !== 1 || known === undefined || rests.size < 2 || !marks || marks.areGuessed) return null
  const areSmaller = [...rests].some((rest) => {
    const [, word] = /^\d[\d.,]*\s?(\p{L}+)/u.exec(rest) ?? []
    return word !== undefined && conversion(unitNamed(word) ?? '', known) !== null
  })
  return areSmaller ? null : { unit, mark: marks.mark }
}

/** I'm 74, 23 years, 40 y.o.: what people write where a number is asked for. */
const said = new RegExp(String.raw`^[^\d<>]*?(?<number>${digits})(?<after>\D*)$`, 'u')
const fewestSaid = 8

/** Whether some texts are plain numbers and most others have words around one. */
function areSaid(reader: ColumnReader): boolean {
  const sample = sampleOf(reader)
  if (!sample || sample.withDigits.length < fewestSaid) return false
  const numbers = sample.withDigits
    .map((text) => said.exec(text)?.groups)
    .filter((parts) => parts !== undefined)
  const plain = sample.withDigits.filter((text) => /^\d{1,3}(?:[.,]\d{1,2})?$/.test(text))
  const units = new Set(numbers.flatMap(({ after }) => unitNamed(after.trim()) ?? []))
  const ends = new Set(numbers.map(({ after }) => after.trim()))
  const areMost = numbers.length * 4 >= sample.withDigits.length * 3 && plain.length * 3 >= numbers.length
  const areSimple = numbers.every(({ number }) => /^\d{1,3}(?:[.,]\d{1,2})?$/.test(number))
  // 12 b is the number of a house.
  const areWords = [...ends].every((end) => !/^\p{L}$/u.test(end) || unitNamed(end) !== undefined)
  return areMost && areSimple && areWords && units.size < 2 && ends.size > 2
}

/** Answers of people, which any other kind goes before. */
const saidNumbers: LetteredText = {
  code: 'doubtful-numbers',
  start: `numbers with words around some of them, ${readAs}`,
  end: `for the number of each cell that has one, ${missing}`,
  are: (_, reader) => areSaid(reader),
  mayBeMixed: true,
  query: (readers) =>
    numberQuery(readers, (column) => {
      const pattern = /^[^0-9<>]*?(\d{1,3}(?:[.,]\d{1,2})?)[^0-9]*$/
      const value = valueWith(null, captured(column, pattern))
      return `CASE WHEN NOT regexp_matches(${column}, ${queryValue(`(?i)${bounds}`)}) THEN ${value} END`
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
        const pattern = new RegExp(String.raw`^(${numberWith(mark)})\s?${literal(unit)}(?:[\s,;].*)?$`)
        return valueWith(mark, captured(column, pattern))
      }),
  },
  saidNumbers,
]
