import { currencyNamed } from '../cells/number-units.ts'
import { captured, literal, numberWith, valueWith } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'
import { marksOf, sampleOf } from './sampled-texts.ts'
import { digits } from './worded-numbers.ts'

/** 450 €/mois, 1 017 € CC, 990 EUR + NK: what is said behind a currency. */
const amount = new RegExp(
  String.raw`^(?<number>${digits})\s?(?<currency>\p{Sc}|[A-Z]{2,3}|Euros?)(?<words>(?:\s?[/+(]|\s)\s?[\p{L}.]{1,12}(?:[\s./][\p{L}.]{1,12}){0,2}\)?)?$`,
  'iu',
)
const fewest = 3
const mostWords = 6
/** Of amounts for different times, of one and of the whole, or with and without taxes, a number alone says nothing. */
const per =
  /^[\s(+]*(?:\/|per|pro|par|por|al|a|each|hour|dai|day|week|month|year|annu|stünd|täg|woch|monat|jahr|jähr|jour|sem|mens|mes|an[nou]|horas?|giorn|ora|brutt?o?|nett?o?|gross|ht|ttc|inkl|exkl|zzgl|incl|excl)/iu
/** Millions and thousands are more than words. */
const aPower =
  /(?:^|[^\p{L}])(?:k|m|mio|mill?\p{L}*|mln|mld|mrd|milliard\p{L}*|billion\p{L}*|bn|tsd|tausend|thousand|mil|mila|mille)(?:$|[^\p{L}])/iu

interface Amounts {
  readonly currencies: readonly string[]
  readonly words: readonly string[]
  readonly mark: '.' | ','
}

/** Amounts in one currency, some of them with words behind it; `null` if a column has others. */
function amountsOf(reader: ColumnReader): Amounts | null {
  const found = sampleOf(reader)?.withDigits.map((text) => amount.exec(text.trim())?.groups)
  if (!found || found.length < fewest || found.includes(undefined)) return null
  const all = found as Readonly<Record<string, string | undefined>>[]
  const currencies = [...new Set(all.map(({ currency }) => currency!))]
  const names = new Set(currencies.map(currencyNamed))
  const words = [...new Set(all.map(({ words = '' }) => words.trim()))]
  const marks = marksOf(
    all.map(({ number }) => number!),
    reader,
  )
  const isOne = names.size === 1 && !names.has(undefined)
  const hasPower = words.some((one) => aPower.test(one))
  const areWords =
    words.length > 1 && words.length <= mostWords && words.filter((one) => per.test(one)).length <= 1
  return isOne && !hasPower && areWords && marks && !marks.areGuessed
    ? { currencies, words, mark: marks.mark ?? '.' }
    : null
}

export const amountsWithWords: LetteredText = {
  code: 'doubtful-numbers',
  start: 'amounts in one currency with different words behind it, read as categorical',
  end: 'for the numbers, if they are amounts of the same, with other cells missing, say',
  are: (_, reader) => amountsOf(reader) !== null,
  mayBeMixed: true,
  shown: (reader) => amountsOf(reader)!.words.filter((words) => words !== ''),
  query: (readers) =>
    numberQuery(readers, (column, reader) => {
      const { currencies, words, mark } = amountsOf(reader)!
      const behind = words.map(literal).join('|')
      const pattern = new RegExp(
        String.raw`^(${numberWith(mark, true)})\s?(?:${currencies.map(literal).join('|')})\s?(?:${behind})$`,
      )
      return valueWith(mark, captured(column, pattern))
    }),
}
