import { boundBefore } from '../cells/bound-words.ts'
import { isNoUnit } from '../cells/number-affixes.ts'
import { currencyNamed, unitNamed } from '../cells/number-units.ts'
import { captured, literal, numberWith, valueWith } from './cell-patterns.ts'
import { coinsText } from './coin-texts.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'
import { marksOf, sampleOf } from './sampled-texts.ts'
import { digits, ofCodes, turned } from './worded-numbers.ts'

/* Amounts in one unit, some of them a range or behind words; ages in years and months. */

const [readAs, missing] = ['read as categorical', 'with other cells missing, say']
/** Fewer different ones may be names. */
const fewest = 3

/** 1a 8m, 2 J. 3 M., 3 yrs and 4 mos; `ms` is written for several months. */
const years = String.raw`\s?(?:years?|yrs?|y|años?|anos?|anni|anno|annos?|années|année|ans?|jahre?|jr|j|a)\.?`
const months = String.raw`\s?(?:months?|mths?|mos?|monate?|mon|mois|meses|mes|mesi|mese|ms|m)\.?`
const between = String.raw`,?\s?(?:(?:and|und|et|y|e|&)\s)?\s?`
const ages = {
  both: new RegExp(String.raw`^(\d{1,3})${years}${between}(\d{1,2})${months}$`, 'i'),
  years: new RegExp(String.raw`^(\d{1,3})${years}$`, 'i'),
  months: new RegExp(String.raw`^(\d{1,3})${months}$`, 'i'),
} as const
const lastMonth = 11
/** In Spanish also a range: 1 a 2 m. */
const fromTo = /^(\d{1,3})\sa\s(\d{1,2})/

/** Whether texts are years and months, some of them both: no months are a year. */
function areAges(reader: ColumnReader): boolean {
  const texts = sampleOf(reader)?.withDigits ?? []
  const both = texts.flatMap((text) => [ages.both.exec(text)].filter((one) => one !== null))
  const areAll = texts.every((text) => Object.values(ages).some((pattern) => pattern.test(text)))
  const open = texts.flatMap((text) => [fromTo.exec(text)].filter((one) => one !== null))
  const mayBeRanges = open.length > 0 && open.every(([, low, high]) => Number(low) < Number(high))
  const areMonths = both.every(([, , rest]) => Number(rest) <= lastMonth)
  return both.length >= fewest && areAll && areMonths && !mayBeRanges
}

const unitWord = String.raw`[%°µ\p{L}"″][%°µ²³\p{L}\p{M}/.]*`
const dash = String.raw`\s?(?:[-–—]|(?<=\s)(?:to|bis|à|a|al)(?=\s))\s?`
const spanned = new RegExp(
  String.raw`^(?<low>${digits})(?:\s?(?<first>${unitWord}))?${dash}(?<high>${digits})\s?(?<unit>${unitWord})$`,
  'u',
)
const single = new RegExp(
  String.raw`^(?:(?<before>\D*?[\p{L}.,;:)\]])\s+)?(?<number>${digits})\s?(?<unit>${unitWord})$`,
  'u',
)
type Parts = Readonly<Record<string, string | undefined>>

/** Numbers in one unit, or in the same word. */
interface Amounts {
  readonly units: readonly string[]
  readonly mark: '.' | ',' | null
  readonly singles: readonly Parts[]
  readonly spans: readonly Parts[]
}

/** The amounts that all texts with a digit are; `null` if some are none, or in another unit. */
function amounts(reader: ColumnReader): Amounts | null {
  const texts = sampleOf(reader)?.withDigits ?? []
  const spans: Parts[] = []
  const singles: Parts[] = []
  for (const text of texts) {
    const one = single.exec(text)?.groups
    const span = one ? undefined : spanned.exec(text)?.groups
    if (one) singles.push(one)
    else if (span) spans.push(span)
    else return null
  }
  const numbers = [
    ...singles.map(({ number }) => number!),
    ...spans.flatMap(({ low, high }) => [low!, high!]),
  ]
  const units = unitsOf(singles, spans)
  const marks = units && numbers.length >= fewest ? marksOf(numbers, reader) : null
  return !units || !marks || marks.areGuessed ? null : { units, mark: marks.mark, singles, spans }
}

/** What German counts; other words with a capital are names, such as those of streets. */
const nouns = /^(?:Personen|Tage|Wochen|Monate|Jahre|Nächte|Leute|Gäste|Kinder|Stück|Portionen|Zimmer)$/
/** 2-3 sets is a result. */
const results =
  /^(?:sets?|games?|goals?|points?|wins?|tore|sätze|spiele|goles|juegos|buts|jeux|reti|gol|giochi)\b/i
/** How the one unit of amounts is written; a word behind a 1 may have another form. `null` if there are several. */
function unitsOf(singles: readonly Parts[], spans: readonly Parts[]): readonly string[] | null {
  const ofOne = singles.filter(({ number }) => number === '1').map(({ unit }) => unit!)
  const others = [
    ...singles.filter(({ number }) => number !== '1').map(({ unit }) => unit!),
    ...spans.flatMap(({ first, unit }) => [unit!, ...(first === undefined ? [] : [first])]),
  ]
  const units = [...new Set([...others, ...ofOne])]
  // A capital alone may be a code, as W in 3-2 W is a game.
  if (units.some((unit) => isNoUnit(unit) || isNoUnit(`x ${unit}`))) return null
  const known = new Set(units.map((unit) => unitNamed(unit) ?? currencyNamed(unit)))
  if (known.size === 1 && !known.has(undefined)) return units
  const written = new Set(others)
  const areWords = [...written].every(
    (unit) =>
      unitNamed(unit) === undefined && (/^\p{Ll}/u.test(unit) || nouns.test(unit)) && !results.test(unit),
  )
  return written.size === 1 && areWords && new Set(ofOne).size < 2 ? units : null
}

/** Amounts of which some are ranges, none of them from a larger number to a smaller one, and none has words before it. */
function spans(reader: ColumnReader): Amounts | null {
  const found = amounts(reader)
  if (!found || new Set(found.spans.map(({ low, high }) => `${low}-${high}`)).size < fewest) return null
  const valueOf = (number: string) =>
    Number(found.mark === ',' ? number.replaceAll('.', '').replace(',', '.') : number.replaceAll(',', ''))
  const areSpans = found.spans.every(({ low, high }) => valueOf(low!) <= valueOf(high!))
  // 9-17 h are hours of a day.
  const areHours =
    found.units.includes('h') &&
    found.spans.every(({ low, high }) => valueOf(low!) >= 5 && valueOf(high!) <= 24)
  return areSpans && !areHours && found.singles.every(({ before }) => before === undefined) ? found : null
}

/** More different words before a number are a text, and so are more in one cell. */
const [mostHeads, mostWords] = [12, 3]

/** Amounts of which some have words before them, the same few again and again, and others have none. */
function behindWords(reader: ColumnReader): (Amounts & { readonly heads: readonly string[] }) | null {
  const found = amounts(reader)
  if (!found || found.spans.length > 0) return null
  const marked = found.singles.flatMap(({ before }) => before ?? [])
  const heads = [...new Set(marked)]
  const bare = found.singles.length - marked.length
  const areFew = marked.length > 0 && bare * 4 >= found.singles.length && heads.length <= mostHeads
  const areWords = heads.every(
    (head) =>
      /\p{L}/u.test(head) &&
      head.split(/\s+/).length <= mostWords &&
      !turned.test(head) &&
      !ofCodes.test(head) &&
      boundBefore(`${head} `).bound === '',
  )
  return areFew && areWords ? { ...found, heads } : null
}

function unitPattern(units: readonly string[]): string {
  return String.raw`\s?(?:${units.map(literal).join('|')})`
}

/** Amounts of which some have more than a number and its unit, with the queries that read them. */
export const amountTexts: readonly LetteredText[] = [
  {
    code: 'doubtful-numbers',
    start: `years and months, ${readAs}`,
    end: `for the months, ${missing}`,
    are: (_, reader) => areAges(reader),
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column) => {
        const part = (pattern: RegExp, group = 1) => `TRY_CAST(${captured(column, pattern, group)} AS DOUBLE)`
        const both = `12 * ${part(ages.both)} + ${part(ages.both, 2)}`
        return `coalesce(${both}, 12 * ${part(ages.years)}, ${part(ages.months)})`
      }),
  },
  {
    code: 'doubtful-numbers',
    start: `numbers with a unit, some of them ranges, ${readAs}`,
    end: `for the numbers, the middle of each range, ${missing}`,
    are: (_, reader) => spans(reader) !== null,
    mayBeMixed: true,
    shown: (reader) =>
      sampleOf(reader)!
        .withDigits.filter((text) => spanned.test(text))
        .slice(0, 1),
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const { units, mark } = spans(reader)!
        const [number, unit] = [`(${numberWith(mark)})`, unitPattern(units)]
        const range = new RegExp(
          String.raw`^${number}(?:${unit})?\s?(?:[-–—]|to|bis|à|a|al)\s?${number}${unit}$`,
        )
        const [low, high] = [1, 2].map((group) => valueWith(mark, captured(column, range, group)))
        const alone = valueWith(mark, captured(column, new RegExp(`^${number}${unit}$`)))
        return `coalesce(CASE WHEN ${low} <= ${high} THEN (${low} + ${high}) / 2 END, ${alone})`
      }),
  },
  {
    code: 'doubtful-numbers',
    start: `numbers with a unit, some of them behind words, ${readAs}`,
    end: `for the numbers whatever stands before them, ${missing}`,
    are: (_, reader) => behindWords(reader) !== null,
    mayBeMixed: true,
    shown: (reader) => {
      const { heads, singles } = behindWords(reader)!
      const [{ number, unit }] = singles.filter(({ before }) => before === undefined)
      return [`${number} ${unit}`, ...heads.map((head) => JSON.stringify(head)).slice(0, mostNamed)]
    },
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const { units, mark, heads } = behindWords(reader)!
        const before = String.raw`(?:(?:${heads.map(literal).join('|')})\s+)?`
        return valueWith(
          mark,
          captured(column, new RegExp(`^${before}(${numberWith(mark)})${unitPattern(units)}$`)),
        )
      }),
  },
  coinsText,
]

/** A message names at most this many words. */
const mostNamed = 5
