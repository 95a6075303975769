import { queryColumn } from '#core'
import { currencyNamed, unitNamed } from '../cells/number-units.ts'
import type { ColumnReader } from './column-reader.ts'
import { firstNumber, numberOf, numberQuery, textsOf } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'
import { partingQuery } from './several-numbers.ts'

/** 5 days, 3:22:10 and 5d 03:22: days before hours. */
const daysAndClock =
  /^(\d{1,4}) ?(?:d|days?|tage?|jours?|d[ií]as?|giorni|giorno),? (\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?$/i
/** 10% off, 5 min late: a number with a unit before the same words. */
const beforeWords = /^(\d+(?:[.,]\d{1,2})?) ?([^\d\s]+) (\p{L}[\p{L} ]*)$/u
/** 28:25 and 3:1: points of two sides. */
const points = /^(?:0|[1-9]\d{0,2}) ?: ?(?:0|[1-9]\d{0,2})$/

/** Fewer different texts may be codes of another kind. */
const fewest = 5
const number = String.raw`\d+(?:[.,]\d+)?`

/** 07:30-16:30, 9am – 5pm, 8.15 to 12.00 */
const clock = String.raw`(?:(?:[01]?\d|2[0-4])[:.][0-5]\d(?: ?[ap]\.?m\.?)?|(?:1[0-2]|0?[1-9]) ?[ap]\.?m\.?)`
const hours = new RegExp(`^(${clock}) ?(?:h|Uhr)? ?(?:[-–—]|to|bis|a|à|até) ?(${clock}) ?(?:h|Uhr)?$`, 'i')

/** 2 x 250 mg, 6 × 0,33 l */
const times = new RegExp(String.raw`^(\d{1,3}) ?[x×*] ?(${number}) ?(\p{L}[\p{L}µ%/.]*)$`, 'u')

/** KW 01/2024, W5 2024, 2024-KW05 */
const weekWord = '(?:kw|cw|w|wk|week|woche|semaine|semana|sem|settimana|uge|uke|vecka)'
const weekFirst = new RegExp(String.raw`^${weekWord}\.? ?(\d{1,2}) ?[-/., ] ?((?:19|20)\d\d)$`, 'i')
const yearFirst = new RegExp(String.raw`^((?:19|20)\d\d) ?[-/., ]? ?${weekWord}\.? ?(\d{1,2})$`, 'i')
const lastWeek = 53

/** 100€00, 12$50 */
const signInside = /^\d{1,6} ?\p{Sc} ?\d\d$/u

/** 00 38 30.0, -05 12 07, +05:12:07.3: degrees or hours, minutes and seconds. */
const sixtieths = /^[-+−]?\d{1,3}([ :])[0-5]\d\1[0-5]\d(?:[.,]\d+)?$/
const lastDay = 31
const fewestSixtieths = 8

/** #1,234 in Kitchen & Dining; nº 3 de Libros */
const placeIn =
  /^(?:#|no\.|nr\.|n[°º]|platz|rank|rang) ?(\d{1,3}(?:[.,]\d{3})+|\d+) (?:in|of|en|de|dans|von|bei|em) (\p{L}.*)$/iu

/** A number that may be about so much, with its unit, and what the unit is measured from. */
const about = new RegExp(
  String.raw`^(~|≈|±|(?:ca|circa|approx|approximately|about|around|etwa|env|environ|aprox|unos|unas)\b\.?)? ?(\d+(?:[.,]\d+)?)(?: ?([^\d\s]+))?( a\.?s\.?l\.?| amsl| ü\.? ?NN| ü\.? ?M\.?| s\.?l\.?m\.?| s\.?n\.?m\.?)?$`,
  'iu',
)
const mayBeThousands = /^[1-9]\d{0,2}[.,]\d{3}$/

/** Words before numbers that are in an order; others may number what has none, such as rooms. */
const orderWord = /^(\p{L}+)[ .-]{0,2}(\d{1,3})$/u
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

/** Two units of a kind in one cell: words for the larger and the smaller one, and how many of these one is. */
const twoUnits = [
  { large: 'lbs?|pounds?', small: 'oz|ounces?', factor: 16, what: 'pounds and ounces', in: 'ounces' },
  { large: 'kg', small: 'gr?|grams?', factor: 1000, what: 'kilograms and grams', in: 'grams' },
  { large: 'm', small: 'cm', factor: 100, what: 'metres and centimetres', in: 'centimetres' },
] as const

type TwoUnits = (typeof twoUnits)[number]

/** Texts of a number and more: which they are, and the query that reads them. */
export const compoundTexts: readonly LetteredText[] = [
  {
    code: 'doubtful-numbers',
    start: 'ranges of times of day, read as categorical',
    end: 'for the start and the end of each say',
    are: (texts) => texts.every((text) => hours.test(text) && /[:m]|\.\d\d\D*[-–—]/i.test(text)),
    query: (readers) =>
      partingQuery(
        readers,
        ({ name }) => {
          const parts = `regexp_extract_all(lower(${queryColumn(name)}), '[0-9]{1,2}([:.][0-9]{2})?( ?[ap]\\.?m)?')`
          return [1, 2].map((place) => {
            const time = `replace(replace(replace(${parts}[${place}], ' ', ''), '.m', 'm'), '.', ':')`
            return `try_strptime(${time}, ['%I:%M%p', '%I%p', '%H:%M'])`
          })
        },
        'TIME',
      ),
  },
  {
    code: 'doubtful-numbers',
    start: 'lengths of time in days and hours, read as categorical',
    end: 'for their seconds, with other cells missing, say',
    are: (texts) => texts.every((text) => daysAndClock.test(text)),
    query: (readers) =>
      numberQuery(readers, (column) => {
        const part = (place: number) =>
          `TRY_CAST(regexp_extract_all(${column}, '[0-9]+(?:[.][0-9]+)?')[${place}] AS DOUBLE)`
        return `86400 * ${part(1)} + 3600 * ${part(2)} + 60 * ${part(3)} + coalesce(${part(4)}, 0)`
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'points of two sides, read as categorical',
    end: 'for both say',
    are: arePoints,
    query: (readers) =>
      partingQuery(readers, ({ name }) =>
        [1, 2].map((place) => `split_part(${queryColumn(name)}, ':', ${place})`),
      ),
  },
  {
    code: 'doubtful-numbers',
    start: 'numbers with a unit and the same words, read as categorical',
    end: 'for the numbers, with other cells missing, say',
    are: areBeforeWords,
    query: (readers) => numberQuery(readers, (column) => firstNumber(column, '[0-9]+([.,][0-9]+)?')),
  },
  ...twoUnits.map((units): LetteredText => ({
    code: 'doubtful-numbers',
    start: `weights or lengths in ${units.what}, read as categorical`,
    end: `for the ${units.in}, with other cells missing, say`,
    are: (texts) => areOf(texts, units),
    mayBeMixed: true,
    query: (readers) =>
      numberQuery(readers, (column) => {
        const part = (words: string) =>
          numberOf(`regexp_extract(lower(${column}), '([0-9]+([.,][0-9]+)?) ?(${words})\\b', 1)`)
        const isOne = `regexp_matches(lower(${column}), '[0-9] ?(${units.large}|${units.small})\\b')`
        return `CASE WHEN ${isOne} THEN ${units.factor} * coalesce(${part(units.large)}, 0) + coalesce(${part(units.small)}, 0) END`
      }),
  })),
  {
    code: 'doubtful-numbers',
    start: 'numbers of portions with the amount of each, read as categorical',
    end: 'for both say',
    are: (texts) => {
      const found = texts.map((text) => times.exec(text))
      const units = new Set(found.map((one) => one?.[3]))
      return texts.length > 1 && !found.includes(null) && units.size === 1
    },
    query: (readers) =>
      partingQuery(readers, ({ name }) =>
        [1, 2].map(
          (place) =>
            `replace(regexp_extract_all(${queryColumn(name)}, '[0-9]+(?:[.,][0-9]+)?')[${place}], ',', '.')`,
        ),
      ),
  },
  {
    code: 'unread-dates',
    start: 'weeks of a year, read as categorical',
    end: 'for the Monday of each say',
    are: (texts) =>
      [weekFirst, yearFirst].some((pattern) => texts.every((text) => isWeek(pattern.exec(text), pattern))),
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const isFirst = weekFirst.test(textsOf(reader)[0])
        const parts = [1, 2].map((place) => `regexp_extract_all(${column}, '[0-9]+')[${place}]`)
        const [week, year] = isFirst ? parts : [parts[1], parts[0]]
        return `CAST(try_strptime(concat(${year}, '-', lpad(${week}, 2, '0'), '-1'), '%G-%V-%u') AS DATE)`
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'amounts with the sign of their currency between them, read as categorical',
    end: 'for the amounts, with other cells missing, say',
    are: (texts) => texts.every((text) => signInside.test(text)) && new Set(texts.map(signOf)).size === 1,
    query: (readers) =>
      numberQuery(readers, (column) => `TRY_CAST(regexp_replace(${column}, '[^0-9]+', '.') AS DOUBLE)`),
  },
  {
    code: 'doubtful-numbers',
    start: 'degrees or hours with minutes and seconds, read as categorical',
    end: 'for the degrees or hours, with other cells missing, say',
    are: areSixtieths,
    query: (readers) =>
      numberQuery(readers, (column) => {
        const [a, b, c] = [1, 2, 3].map((place) =>
          numberOf(`regexp_extract_all(${column}, '[0-9]+(?:[.,][0-9]+)?')[${place}]`),
        )
        return `(CASE WHEN regexp_matches(${column}, '^ *[-−]') THEN -1 ELSE 1 END) * (${a} + ${b} / 60 + ${c} / 3600)`
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'places in an order of something, read as categorical',
    end: 'for the places, with other cells missing, say',
    are: (texts) => texts.length >= fewestInOrder && texts.every((text) => placeIn.test(text)),
    query: (readers) =>
      numberQuery(readers, (column) => {
        const digits = `regexp_extract(${column}, '[0-9]+([.,][0-9]{3})*')`
        return `TRY_CAST(replace(replace(${digits}, ',', ''), '.', '') AS DOUBLE)`
      }),
  },
  {
    code: 'doubtful-numbers',
    start: 'numbers with a unit, some of them about so much, read as categorical',
    end: 'for the numbers, with other cells missing, say',
    are: areAbout,
    mayBeMixed: true,
    query: (readers) => numberQuery(readers, (column) => firstNumber(column, '[0-9]+([.,][0-9]+)?')),
  },
  {
    code: 'doubtful-numbers',
    start: 'numbers behind the same word, read as categorical',
    end: 'for the numbers, with other cells missing, say',
    are: areInOrder,
    query: (readers) => numberQuery(readers, (column) => numberOf(`regexp_extract(${column}, '[0-9]+')`)),
  },
]

/** Whether texts are in two units, some of them in both. */
function areOf(texts: readonly string[], { large, small }: TwoUnits): boolean {
  const both = new RegExp(`^${number} ?(?:${large})\\.?,? ?(?:and |& )?${number} ?(?:${small})\\.?$`, 'i')
  const one = new RegExp(`^${number} ?(?:${large}|${small})\\.?$`, 'i')
  return texts.some((text) => both.test(text)) && texts.every((text) => both.test(text) || one.test(text))
}

function isWeek(found: RegExpExecArray | null, pattern: RegExp): boolean {
  const week = Number(found?.[pattern === weekFirst ? 1 : 2] ?? 0)
  return week >= 1 && week <= lastWeek
}

function signOf(text: string): string {
  return text.replace(/[\d ]/g, '')
}

/** Whether texts are numbers with sixtieths: some have more minutes than a date has days, as dates may be written so. */
function areSixtieths(texts: readonly string[]): boolean {
  if (texts.length < fewestSixtieths || !texts.every((text) => sixtieths.test(text))) return false
  return texts.some((text) => Number(/\d+/.exec(text.replace(/^\D*\d+\D/, ''))![0]) > lastDay)
}

/** Whether texts are numbers in one unit, some of them with a word such as `ca.`, or with two words for the unit. */
function areAbout(texts: readonly string[], { texts: all }: ColumnReader): boolean {
  const found = texts.map((text) => about.exec(text) as (string | undefined)[] | null)
  if (found.some((one) => one === null || mayBeThousands.test(one[2]!))) return false
  const isMarked = found.map((one) => one![1] !== undefined)
  // Plain numbers stand beside those that are about so much.
  if (found.every((one, i) => one![3] === undefined && isMarked[i])) return true
  // Numbers with a unit alone are not among the texts.
  const others = [...all!.affixes.units.keys()].map((unit) => about.exec(`1 ${unit}`)?.[3])
  const units = new Set([...found.map((one) => one![3]), ...others].map(usualUnit))
  const areSeveral = new Set(found.map((one) => one![4])).size > 1
  return units.size === 1 && !units.has(undefined) && (isMarked.includes(true) || areSeveral)
}

function usualUnit(unit: string | undefined): string | undefined {
  return unit === undefined ? undefined : (unitNamed(unit) ?? currencyNamed(unit))
}

/** Whether texts are a word for a step in an order and a number that varies. */
function areInOrder(texts: readonly string[]): boolean {
  const found = texts.map((text) => orderWord.exec(text))
  const words = new Set(found.map((one) => one?.[1].toLowerCase()))
  const [word] = words
  const numbers = new Set(found.map((one) => one?.[2]))
  return words.size === 1 && word !== undefined && orderWords.has(word) && numbers.size >= fewestInOrder
}

/** Whether texts are points of two sides, of which each wins some; a ratio has one side that varies less. */
function arePoints(texts: readonly string[]): boolean {
  if (texts.length < fewest || !texts.every((text) => points.test(text))) return false
  const sides = texts.map((text) => text.split(':').map(Number))
  return sides.some(([a, b]) => a > b) && sides.some(([a, b]) => a < b)
}

function areBeforeWords(texts: readonly string[]): boolean {
  const found = texts.map((text) => beforeWords.exec(text))
  const ends = new Set(found.map((one) => one && `${one[2]} ${one[3]}`))
  const unit = found[0]?.[2]
  return ends.size === 1 && unit !== undefined && (unitNamed(unit) ?? currencyNamed(unit)) !== undefined
}
