import { CribaError, nonFiniteWarning, roundedWarning } from '#core'
import { blanks, numberSource, wholeSource } from '../cells/text-cells.ts'
import { missingTest, missingTexts, missingWordsOf, textsAmongNumbers } from '../cells/missing-words.ts'
import { notANumber, notARange } from '../cells/column-messages.ts'
import { rangesAmong } from '../cells/ranges-of-texts.ts'
import { rangeValue } from '../cells/range-texts.ts'
import type { Warning } from '#core'
import { quotedText } from '#sql'
import type { TypedColumn } from '#sql'
import type { DuckEngine } from '#sql/on-demand'

/** Rows of the engine with a column of texts. */
export interface EngineTexts {
  readonly from: string
  /** The row key. */
  readonly key: string
  readonly place: (row: number) => string
  /** Words for a missing value that the user named. */
  readonly words?: readonly string[] | undefined
}

/** A column with its type, and its warnings. */
export interface FoundColumn {
  readonly column: TypedColumn
  readonly warnings: readonly Warning[]
}

const missing = missingTexts.map(quotedText).join(', ')
const missingAmongNumbers = textsAmongNumbers.map(quotedText).join(', ')

/**
 * Parses a column of texts (`cell`: a VARCHAR expression) as numbers, by the rules of text files; refuses any
 * other text.
 */
export async function numbersOfTexts(
  engine: DuckEngine,
  { from, key, place, words }: EngineTexts,
  name: string,
  cell: string,
): Promise<FoundColumn> {
  const named = namedMissing(words, cell)
  const text = named ? `CASE WHEN NOT ${named} THEN ${trimmed(cell)} END` : trimmed(cell)
  const inCase = `CASE WHEN ${text} = ${quotedText('None')} THEN ${text} ELSE lower(${text}) END`
  const value = `TRY_CAST(${text} AS DOUBLE)`
  // The engine by itself would also parse 1_000, +-0 and NAN as numbers.
  const isNumber = `${value} IS NOT NULL AND regexp_full_match(${text}, ${quotedText(numberSource)})`
  // Not `NOT IN`, which the engine turns into a join.
  const isInvalid = `NOT (${isNumber}) AND NOT list_contains([${missing}], ${text}) AND NOT list_contains([${missingAmongNumbers}], ${inCase})`
  const isRounded = `abs(${value}) > ${Number.MAX_SAFE_INTEGER} AND isfinite(${value}) AND regexp_full_match(${text}, ${quotedText(wholeSource)})`
  const counts = [isInvalid, `isinf(${value})`, isRounded].map((condition) => `count_if(${condition})`)
  const [row] = await engine.rows(`SELECT ${counts.join(', ')} FROM ${from}`)
  const [invalid, nonFinite, rounded] = row.map(Number)
  if (invalid > 0) {
    const first = `SELECT (${key})::DOUBLE, ${cell} FROM ${from} WHERE ${isInvalid} ORDER BY ${key} LIMIT 1`
    const [[at, shown]] = await engine.rows(first)
    throw notANumber(name, place(Number(at)), String(shown))
  }
  const warnings: Warning[] = []
  if (nonFinite > 0) warnings.push(nonFiniteWarning(name, nonFinite))
  if (rounded > 0) warnings.push(roundedWarning(name, rounded))
  const sql = `CASE WHEN isfinite(${value}) THEN ${value} END`
  return { column: { name, type: 'numeric', sql }, warnings }
}

function trimmed(cell: string): string {
  return `trim(${cell}, ${quotedText(blanks)})`
}

/** SQL for whether a text is a word for a missing value that the user named; `null` if none is. */
export function namedMissing(given: readonly string[] | undefined, cell: string): string | null {
  if (!given || given.length === 0) return null
  const { named, numbers } = missingWordsOf(given)
  const isWord = `list_contains([${named.map(quotedText).join(', ')}], ${trimmed(cell)})`
  if (numbers.length === 0) return `(${isWord})`
  return `(${isWord} OR coalesce(list_contains([${numbers.join(', ')}]::DOUBLE[], TRY_CAST(${trimmed(cell)} AS DOUBLE)), false))`
}

/** A column without the values that the user named as missing. */
export function withoutNamed(found: FoundColumn, given: readonly string[] | undefined): FoundColumn {
  const { column } = found
  const { sql, type, time } = column
  if (!given || time === 'time') return found
  const { numbers: plain, times } = missingWordsOf(given)
  const numbers = time === undefined ? plain : times[time]
  if (type === 'categorical') {
    const named = namedMissing(given, sql)
    return named ? { ...found, column: { ...column, sql: `CASE WHEN NOT ${named} THEN ${sql} END` } } : found
  }
  if (numbers.length === 0) return found
  const isNamed = `list_contains([${numbers.join(', ')}]::DOUBLE[], (${sql})::DOUBLE)`
  return { ...found, column: { ...column, sql: `CASE WHEN NOT ${isNamed} THEN ${sql} END` } }
}

/** A query compares each cell with each range. */
const mostRanges = 1000

/**
 * Parses a column of texts (`cell`: a VARCHAR expression) as ranges of numbers, read as their middle, by the
 * rules of text files; refuses any other text.
 */
export async function rangesOfEngineTexts(
  engine: DuckEngine,
  { from, key, place }: EngineTexts,
  name: string,
  cell: string,
): Promise<FoundColumn> {
  const isMissing = missingTest()
  const rows = new Map<string, number>()
  const distinct = `SELECT ${cell}, min((${key})::DOUBLE) AS first FROM ${from} WHERE ${cell} IS NOT NULL GROUP BY ALL ORDER BY first`
  for await (const block of engine.blocks(distinct))
    for (let i = 0; i < block.rows; i++) {
      const text = String(block.value(0, i))
      if (!isMissing(text)) rows.set(text, Number(block.value(1, i)))
      if (rows.size > mostRanges)
        throw new CribaError('unsuitable', `unsuitable column ${name}: it has more than ${mostRanges} ranges`)
    }
  const cases = [...rangesAmong(rows.keys())].map(([text, range]) => {
    if (!range) throw notARange(name, place(rows.get(text)!), text)
    return `WHEN ${quotedText(text)} THEN ${rangeValue(range)}::DOUBLE`
  })
  const sql = cases.length === 0 ? 'CAST(NULL AS DOUBLE)' : `CASE ${cell} ${cases.join(' ')} END`
  return { column: { name, type: 'numeric', sql }, warnings: [] }
}
