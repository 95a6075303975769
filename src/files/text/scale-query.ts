import { queryColumn, queryOption, queryValue, replacingQuery } from '#core'
import { scaleWords } from '../cells/scale-words.ts'
import type { ColumnReader } from './column-reader.ts'

/** A scale has whole steps, and no more than so many. */
const mostSteps = 12

/** Words at the ends of a scale, and the query that reads them as the steps beyond its numbers. */
interface ScaleQuery {
  readonly words: readonly string[]
  readonly option: string
  readonly query: string
}

/**
 * A query that makes the step below all numbers of a word such as `never`, and the one above them of one such
 * as `always`. `unclear` if there are several words at an end, or others between; `null` if there are no such
 * words, or the numbers are no steps: `low` among measured values is none.
 */
export function scaleQuery(
  { name, knownTexts }: ColumnReader,
  words: ReadonlyMap<string, number>,
): ScaleQuery | 'unclear' | null {
  const found = scaleWords(words.keys())
  if (!found) return null
  const plain = /^-?\d+(?:\.\d+)?$/
  const texts = knownTexts.flatMap((text) => text?.trim() ?? [])
  const numbers = texts.filter((text) => plain.test(text)).map(Number)
  const others = texts.filter((text) => /\d/.test(text) && !plain.test(text))
  if (numbers.length < 2 || others.length > 0 || !numbers.every(Number.isInteger)) return null
  if (Math.max(...numbers) - Math.min(...numbers) >= mostSteps) return null
  if (found.hasOthers || found.lower.length > 1 || found.upper.length > 1) return 'unclear'
  const column = queryColumn(name)
  const cases = [
    ...found.lower.map((word) => `WHEN ${queryValue(word)} THEN ${Math.min(...numbers) - 1}`),
    ...found.upper.map((word) => `WHEN ${queryValue(word)} THEN ${Math.max(...numbers) + 1}`),
  ]
  const value = `CASE trim(${column}) ${cases.join(' ')} ELSE TRY_CAST(${column} AS DOUBLE) END`
  const query = replacingQuery({ [name]: value })
  return { words: [...found.lower, ...found.upper], option: queryOption(query), query }
}
