import { currencyNamed } from '../cells/number-units.ts'
import { captured, literal, numberWith, valueWith } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery } from './format-queries.ts'
import type { LetteredText, WarningText } from './format-queries.ts'
import { marksOf, sampleOf } from './sampled-texts.ts'
import { digits } from './worded-numbers.ts'

/* Amounts that look like two units and are one: money in two coins, and months. */

const [readAs, missing] = ['read as categorical', 'with other cells missing, say']
const fewest = 3

/** The smaller coin of a currency, and its word or sign. */
const coins = [
  { of: /^(?:£|GBP)$/, words: 'p|pence|penny' },
  { of: /^(?:CHF|Fr\.)$/, words: String.raw`rp\.?|rappen|ct\.?|cts\.?|centimes?` },
  {
    of: /^(?:\p{Sc}|EUR|USD|CAD|AUD|NZD|MXN|BRL|R\$|US\$)$/u,
    words: String.raw`¢|cents?|cts?\.?|c\.?|centimes?|c[eé]ntimos?|centesim[io]|centavos?`,
  },
] as const
const aSign = String.raw`(?<sign>\p{Sc}|[A-Z]{3}|Fr\.|R\$|US\$)`
const money = new RegExp(
  String.raw`^(?:${aSign}\s?(?<behind>${digits})|(?<before>${digits})\s?${aSign.replace('sign', 'last')})$`,
  'u',
)

/** The sign of a currency, and the words for its smaller coin. */
interface Coins {
  readonly sign: string
  readonly words: string
  readonly mark: '.' | ',' | null
}

/** In which currency and coin amounts of money are; `null` if they are none, or all in one of them. */
function coinsOf(reader: ColumnReader): Coins | null {
  const texts = sampleOf(reader)?.withDigits ?? []
  const found = texts.flatMap((text) => [money.exec(text)?.groups].filter((one) => one !== undefined))
  const signs = new Set(found.map(({ sign, last }) => sign ?? last))
  const [sign] = signs
  const words = sign === undefined ? undefined : coins.find(({ of }) => of.test(sign))?.words
  if (signs.size !== 1 || words === undefined || currencyNamed(sign) === undefined) return null
  const small = texts.filter((text) => coinPattern(words).test(text))
  const marks = marksOf(
    found.map(({ behind, before }) => behind ?? before),
    reader,
  )
  if (small.length < 2 || small.length + found.length < texts.length || !marks || marks.areGuessed)
    return null
  return { sign, words, mark: marks.mark }
}

function coinPattern(words: string): RegExp {
  return new RegExp(String.raw`^(\d{1,3})\s?(?:${words})$`, 'i')
}

/** What is said of amounts of money in two coins, which may look like two units. */
export const coinsText: LetteredText = {
  code: 'doubtful-numbers',
  start: `amounts of money, some of them in hundredths, ${readAs}`,
  end: `for the amounts, ${missing}`,
  are: (_, reader) => coinsOf(reader) !== null,
  mayBeMixed: true,
  shown: (reader) => {
    const texts = sampleOf(reader)!.withDigits
    return [texts.find((text) => money.test(text))!, texts.find((text) => !money.test(text))!]
  },
  query: (readers) =>
    numberQuery(readers, (column, reader) => {
      const { sign, words, mark } = coinsOf(reader)!
      const number = numberWith(mark)
      const pattern = new RegExp(
        String.raw`^(?:${literal(sign)}\s?(${number})|(${number})\s?${literal(sign)})$`,
      )
      const whole = valueWith(
        mark,
        `concat(${[1, 2].map((group) => captured(column, pattern, group)).join(', ')})`,
      )
      return `coalesce(${whole}, ${valueWith(null, captured(column, coinPattern(words)))} / 100)`
    }),
}

/** 1 m and 3 ms: months, one and several. */
const shortMonths = /^(?:1\s?m|(?!1\s)\d{1,3}\s?ms)\.?$/

/** Whether numbers have the letter of a month behind 1 alone, and that of several behind others. */
export function areShortMonths(reader: ColumnReader): boolean {
  const texts = sampleOf(reader)?.withDigits ?? []
  return texts.length >= fewest && texts.every((text) => shortMonths.test(text))
}

/** What is said of such months, which look like two units. */
export const shortMonthsText = {
  code: 'doubtful-numbers',
  start: `numbers with m behind 1 and ms behind others, which may be months, ${readAs}`,
  end: 'for the numbers say',
  query: (readers) =>
    numberQuery(readers, (column) => `TRY_CAST(regexp_extract(${column}, '[0-9]+') AS DOUBLE)`),
} as const satisfies WarningText
