import { powerNamed, unitNamed } from '../cells/number-units.ts'
import { captured, literal, numberWith, valueWith } from './cell-patterns.ts'
import type { ColumnReader } from './column-reader.ts'
import { numberQuery } from './format-queries.ts'
import type { LetteredText } from './format-queries.ts'
import { marksOf, sampleOf } from './sampled-texts.ts'
import { digits } from './worded-numbers.ts'

/** 1845P beside 1790: a letter or two behind few of the numbers. */
const lettered = new RegExp(String.raw`^(?<number>[-+−]?${digits})\s?(?<flag>\p{L}{1,2})$`, 'u')
const plain = new RegExp(String.raw`^[-+−]?${digits}$`)
/** Letters of houses such as 12b, and those of a compass. */
const noFlag = /^(?:[a-f]|[NSEWO]{1,2})$/i
const fewestBare = 8
const mostFlags = 3
const leastMeasured = 1000
/** Longer whole numbers are codes, and a letter behind one may be a check digit: 359607538X. */
const longest = 9_999_999

/** The letters behind few of the numbers of a column, which are no units; `null` if there are none, or others. */
function flagsOf(
  reader: ColumnReader,
): { readonly flags: readonly string[]; readonly mark: '.' | ',' | null } | null {
  const texts = sampleOf(reader)?.withDigits ?? []
  const found = texts.flatMap((text) => [lettered.exec(text)?.groups].filter((one) => one !== undefined))
  const bare = texts.filter((text) => !lettered.test(text))
  if (found.length === 0 || bare.length < fewestBare || found.length * 2 > bare.length) return null
  // £1.40 beside 50p is money in two coins.
  if (!bare.every((text) => plain.test(text) && Math.abs(Number(text) || 0) <= longest)) return null
  const flags = [...new Set(found.map(({ flag }) => flag))]
  const areFlags = flags.every(
    (flag) => !noFlag.test(flag) && unitNamed(flag) === undefined && powerNamed(flag) === undefined,
  )
  // Small whole numbers with a letter may be rooms and lines of a bus.
  const areMeasured = bare.every((text) => /[.,]/.test(text) || Math.abs(Number(text)) >= leastMeasured)
  const marks = marksOf([...bare, ...found.map(({ number }) => number)], reader)
  if (!areFlags || !areMeasured || flags.length > mostFlags || !marks || marks.areGuessed) return null
  return { flags, mark: marks.mark }
}

/** Numbers of which few have a letter behind them, with the query that reads them. */
export const letterFlags: readonly LetteredText[] = [
  {
    code: 'doubtful-numbers',
    start: 'numbers of which some have a letter behind them, read as categorical',
    end: 'if it is a flag, for the numbers, with other cells missing, say',
    are: (_, reader) => flagsOf(reader) !== null,
    mayBeMixed: true,
    shown: (reader) => [sampleOf(reader)!.withDigits.find((text) => lettered.test(text))!],
    query: (readers) =>
      numberQuery(readers, (column, reader) => {
        const { flags, mark } = flagsOf(reader)!
        const letters = flags.map(literal).join('|')
        const pattern = new RegExp(String.raw`^([-+−]?${numberWith(mark)})\s?(?:${letters})?$`)
        return valueWith(mark, captured(column, pattern))
      }),
  },
]
