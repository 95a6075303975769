import { queryColumn } from '#core'
import { isNoUnit } from '../cells/number-affixes.ts'
import { currencyNamed, unitNamed } from '../cells/number-units.ts'
import { aboutTexts } from './about-texts.ts'
import { compoundTimes } from './compound-times.ts'
import {
  captured,
  literal,
  numberAt,
  plainNumber as number,
  valueWith,
  whereMatches,
} from './cell-patterns.ts'
import { numberQuery, textsOf } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'
import { partingQuery } from './several-numbers.ts'

/** 10% off, 5 min late: a number with a unit before the same words. */
const beforeWords = new RegExp(
  String.raw`^(?<digits>${number}) ?(?<end>(?<unit>[^\d\s]+) \p{L}[\p{L} ]*)$`,
  'u',
)
/** 28:25, 3:1 and (1:0): points of two sides. */
const points = /^\(?(0|[1-9]\d{0,2}) ?: ?(0|[1-9]\d{0,2})\)?$/
/** Fewer different texts may be codes of another kind. */
const fewestPoints = 5

/** 2 x 250 mg, 6 × 0,33 l */
const times = new RegExp(String.raw`^\d{1,3} ?[x×*] ?${number} ?(?<unit>\p{L}[\p{L}µ%/.]*)$`, 'u')

/** 100€00, 12$50 */
const signInside = /^\d{1,6} ?\p{Sc} ?\d\d$/u

/** 00 38 30.0, -05 12 07, +05:12:07.3: degrees or hours, minutes and seconds. */
const sixtieths = /^[-+−]?\d{1,3}(?: [0-5]\d [0-5]\d|:[0-5]\d:[0-5]\d)(?:[.,]\d+)?$/
const lastDay = 31
const fewestSixtieths = 8

/** #1,234 in Kitchen & Dining; nº 3 de Libros */
const placeIn =
  /^(?:#|no\.|nr\.|n[°º]|platz|rank|rang) ?(?:\d{1,3}(?:[.,]\d{3})+|\d+) (?:in|of|en|de|dans|von|bei|em) \p{L}[^#;]*$/iu

/** Words before numbers that are in an order; others may number what has none, such as rooms. */
const orderWord = /^(?<word>\p{L}+)(?: |-|\. ?)?(?<place>\d{1,3})$/u
const orderWords = new Set(
  (
    'week wk kw cw day month year visit grade level stage phase cycle round wave session semester quarter step lesson ' +
    'woche tag monat jahr besuch klasse stufe stadium zyklus runde welle sitzung schritt ' +
    'semana día dia mes año visita grado nivel etapa fase ciclo ronda ola sesión trimestre paso ' +
    'semaine jour mois année visite niveau stade vague séance étape settimana giorno mese anno livello stadio ' +
    'semestre'
  ).split(' '),
)
const fewestInOrder = 3
const manySteps = 5

/** Two units of a kind in one cell: words for the larger and the smaller one, and how many of these one is. */
const twoUnits = [
  { large: 'lbs?|pounds?', small: 'oz|ounces?', factor: 16, what: 'pounds and ounces', in: 'ounces' },
  { large: 'kg', small: 'gr?|grams?', factor: 1000, what: 'kilograms and grams', in: 'grams' },
  { large: 'm', small: 'f', factor: 8, what: 'miles and furlongs', in: 'furlongs' },
  { large: 'm', small: 'cm', factor: 100, what: 'metres and centimetres', in: 'centimetres' },
] as const

type TwoUnits = (typeof twoUnits)[number]

/**
 * Texts of a number and more: which they are, and the query that reads them. A column is of the first kind
 * that it fits.
 */
export const compoundTexts: readonly LetteredText[] = [
  ...compoundTimes,
  {
    code: 'doubtful-numbers',
    start: 'points of two sides, read as categorical',
    end: 'for both, with other cells missing, say',
    are: arePoints,
    query: (readers) =>
      partingQuery(readers, ({ name }) => {
        const column = queryColumn(name)
        return [1, 2].map((group) => valueWith(null, captured(column, points, group)))
      }),
  },
  {
    code: 'doubtful-numbers',
    counts: true,
    start: 'numbers with a unit and the same words, read as categorical',
    end: 'for the numbers, with other cells missing, say',
    are: areBeforeWords,
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const { end } = beforeWords.exec(textsOf(reader)[0])!.groups!
        return valueWith(null, captured(column, new RegExp(String.raw`^(${number}) ?${literal(end)}$`)))
      }),
  },
  ...twoUnits.map((units): LetteredText => ({
    code: 'doubtful-numbers',
    counts: true,
    start: `weights or lengths in ${units.what}, read as categorical`,
    end: `for the ${units.in}, with other cells missing, say`,
    are: (texts) => areOf(texts, units),
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column) => {
        const { both, large, small } = patternsOf(units)
        const part = (pattern: RegExp, group = 1) => valueWith(null, captured(column, pattern, group))
        const rest = part(both, 2)
        const ofBoth = `CASE WHEN ${rest} < ${units.factor} THEN ${units.factor} * ${part(both)} + ${rest} END`
        return `coalesce(${ofBoth}, ${units.factor} * ${part(large)}, ${part(small)})`
      }),
  })),
  {
    code: 'doubtful-numbers',
    start: 'numbers of portions with the amount of each, read as categorical',
    end: 'for both, with other cells missing, say',
    are: (texts) => {
      const found = texts.map((text) => times.exec(text))
      const units = new Set(found.map((one) => one?.groups!['unit']))
      return texts.length > 1 && !found.includes(null) && units.size === 1
    },
    query: (readers) =>
      partingQuery(readers, (reader) => {
        const column = queryColumn(reader.name)
        const unit = literal(times.exec(textsOf(reader)[0])!.groups!['unit'])
        const pattern = new RegExp(String.raw`^(\d{1,3}) ?[x×*] ?(${number}) ?${unit}$`)
        return [1, 2].map((group) => valueWith(null, captured(column, pattern, group)))
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'amounts with the sign of their currency between them, read as categorical',
    end: 'for the amounts, with other cells missing, say',
    are: (texts) => texts.every((text) => signInside.test(text)) && new Set(texts.map(signOf)).size === 1,
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const pattern = new RegExp(String.raw`^\d{1,6} ?${literal(signOf(textsOf(reader)[0]))} ?\d\d$`)
        const amount = `TRY_CAST(regexp_replace(${column}, '[^0-9]+', '.') AS DOUBLE)`
        return whereMatches(column, pattern, amount)
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'degrees or hours with minutes and seconds, read as categorical',
    end: 'for the degrees or hours, with other cells missing, say',
    are: areSixtieths,
    query: (readers) =>
      numberQuery(readers, (column) => {
        const [a, b, c] = [1, 2, 3].map((place) => numberAt(column, place))
        const sign = `(CASE WHEN regexp_matches(${column}, '^ *[-−]') THEN -1 ELSE 1 END)`
        return whereMatches(column, sixtieths, `${sign} * (${a} + ${b} / 60 + ${c} / 3600)`)
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'places in an order of something, read as categorical',
    end: 'for the places alone, with other cells missing, say',
    are: (texts) => texts.length >= fewestInOrder && texts.every((text) => placeIn.test(text)),
    query: (readers) =>
      numberQuery(readers, (column) => {
        const digits = `regexp_extract(${column}, '[0-9]+([.,][0-9]{3})*')`
        const place = `TRY_CAST(replace(replace(${digits}, ',', ''), '.', '') AS DOUBLE)`
        return whereMatches(column, placeIn, place)
      }),
  },
  ...aboutTexts,
  {
    code: 'doubtful-numbers',
    start: 'numbers behind the same word, read as categorical',
    end: 'for the numbers, with other cells missing, say',
    are: areInOrder,
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const { word } = orderWord.exec(textsOf(reader)[0])!.groups!
        const pattern = new RegExp(String.raw`^${literal(word)}(?: |-|\. ?)?\d{1,3}$`, 'i')
        return whereMatches(column, pattern, numberAt(column, 1))
      }),
  },
]

/** Patterns of texts in two units: in both, and in either; the numbers are groups. */
function patternsOf(units: TwoUnits): Readonly<Record<'both' | 'large' | 'small', RegExp>> {
  const [large, small] = [units.large, units.small].map((unit) => String.raw`(${number}) ?(?:${unit})\.?`)
  const between = String.raw`,? ?(?:and |& )?`
  const of = (pattern: string) => new RegExp(`^${pattern}$`, 'i')
  return { both: of(large + between + small), large: of(large), small: of(small) }
}

/** Whether texts are in two units, some of them in both. */
function areOf(texts: readonly string[], units: TwoUnits): boolean {
  const { both, large, small } = patternsOf(units)
  const any = [both, large, small]
  return (
    texts.some((text) => both.test(text)) && texts.every((text) => any.some((pattern) => pattern.test(text)))
  )
}

function signOf(text: string): string {
  return text.replace(/[\d ]/g, '')
}

/**
 * Whether texts are numbers with sixtieths: some have more minutes than a date has days, and parts of a
 * second or a sign, as three numbers between blanks may be a code.
 */
function areSixtieths(texts: readonly string[]): boolean {
  if (texts.length < fewestSixtieths || !texts.every((text) => sixtieths.test(text))) return false
  const minutesOf = (text: string) => Number(/\d+/.exec(text.replace(/^\D*\d+\D/, ''))![0])
  return texts.some((text) => minutesOf(text) > lastDay) && texts.some((text) => /^[-+−]|[.,]/.test(text))
}

/** Whether texts are a word for a step in an order and a number that varies. */
function areInOrder(texts: readonly string[]): boolean {
  const found = texts.map((text) => orderWord.exec(text)?.groups)
  const words = new Set(found.map((groups) => groups?.['word'].toLowerCase()))
  const [word] = words
  const places = new Set(found.map((groups) => groups?.['place']))
  const isOfOrder = words.size === 1 && word !== undefined && orderWords.has(word)
  return isOfOrder && areSteps([...places].map(Number))
}

/** Whether numbers are steps in an order of which levels would lose something. */
export function areSteps(numbers: readonly number[]): boolean {
  const { size } = new Set(numbers)
  return size >= manySteps || (size >= fewestInOrder && Math.max(...numbers) - Math.min(...numbers) >= size)
}

/** Whether texts are points of two sides, of which each wins some; a ratio has one side that varies less. */
function arePoints(texts: readonly string[]): boolean {
  if (texts.length < fewestPoints || !texts.every((text) => points.test(text))) return false
  const sides = texts.map((text) => text.match(/\d+/g)!.map(Number))
  return sides.some(([a, b]) => a > b) && sides.some(([a, b]) => a < b)
}

function areBeforeWords(texts: readonly string[]): boolean {
  const found = texts.map((text) => beforeWords.exec(text)?.groups)
  const ends = new Set(found.map((groups) => groups?.['end']))
  const unit = found[0]?.['unit']
  const [end] = ends
  if (end === undefined || isNoUnit(end)) return false
  return ends.size === 1 && unit !== undefined && (unitNamed(unit) ?? currencyNamed(unit)) !== undefined
}
