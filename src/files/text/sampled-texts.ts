import { parseFormattedNumber } from '../cells/formatted-numbers.ts'
import type { ColumnReader } from './column-reader.ts'
import { textsOf } from './format-queries.ts'

/** So many different texts show what a column is. */
const mostSampled = 200
/** So few words may stand among texts with digits. */
const mostWords = 3

/** The first different texts of a column that are not missing, in two parts: those with a digit and words. */
interface SampledTexts {
  readonly withDigits: readonly string[]
  readonly words: readonly string[]
}

/** The first different texts of a column; `null` if words are too many beside those with a digit. */
export function sampleOf(reader: ColumnReader): SampledTexts | null {
  const known = reader.knownTexts
    .slice(0, mostSampled)
    .flatMap((text) => (text === null ? [] : [text.trim()]))
  const all = [...new Set(known.length > 0 ? known : textsOf(reader))]
  const withDigits = all.filter((text) => /\d/.test(text))
  const words = all.filter((text) => !/\d/.test(text))
  return withDigits.length > words.length && words.length <= mostWords ? { withDigits, words } : null
}

/** The decimal mark of numbers, which may be none. */
interface Marks {
  readonly mark: '.' | ',' | null
  /** Whether the only mark of some may separate thousands. */
  readonly areGuessed: boolean
}

/** The decimal mark of numbers as they are written; `null` if some are none, or if there are two. */
export function marksOf(numbers: readonly string[], { texts }: ColumnReader): Marks | null {
  const sure = new Set<'.' | ','>()
  const doubtful = new Set<string>()
  for (const text of numbers) {
    const number = parseFormattedNumber(text)
    if (!number) return null
    if (number.decimalMark) sure.add(number.decimalMark)
    else if (/^[-+−–]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) doubtful.add(text.replace(/[^.,]/g, ''))
    else if (/^\S*,\d{3},/.test(text)) sure.add('.')
    else if (/^\S*\.\d{3}\./.test(text)) sure.add(',')
  }
  const given = texts!.options.decimal
  if (given !== undefined) return { mark: given, areGuessed: false }
  if (sure.size > 1 || doubtful.size > 1) return null
  if (sure.size === 1) return { mark: [...sure][0], areGuessed: false }
  const [separator] = doubtful
  return {
    mark: separator === undefined ? null : separator === '.' ? ',' : '.',
    areGuessed: doubtful.size > 0,
  }
}
