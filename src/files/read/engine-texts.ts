import { nonFiniteWarning, notANumber, roundedWarning } from '../../columns/notices.ts'
import { blanks, missingTexts, numberSource, wholeSource } from '../../columns/text-cells.ts'
import { quotedText } from '../../sources/duckdb/dialect.ts'
import type { DuckEngine } from '../../sources/duckdb/engine.ts'
import type { TypedColumn } from '../../sources/sql/typed-view.ts'
import type { Warning } from '../../trace/warning.ts'

/** Rows of the engine that hold texts. */
export interface EngineTexts {
  readonly from: string
  /** The row key. */
  readonly key: string
  readonly place: (row: number) => string
}

/** A column whose type is found, and its warnings. */
export interface FoundColumn {
  readonly column: TypedColumn
  readonly warnings: readonly Warning[]
}

const missing = missingTexts.map(quotedText).join(', ')

/** A column of texts, a VARCHAR `cell` each, taken for numbers by the rules of text files; refuses a text that is none. */
export async function numbersOfTexts(
  engine: DuckEngine,
  { from, key, place }: EngineTexts,
  name: string,
  cell: string,
): Promise<FoundColumn> {
  const text = `trim(${cell}, ${quotedText(blanks)})`
  const value = `TRY_CAST(${text} AS DOUBLE)`
  // The engine alone would take 1_000, +-0 and NAN for numbers too.
  const isNumber = `${value} IS NOT NULL AND regexp_full_match(${text}, ${quotedText(numberSource)})`
  // Not `NOT IN`: the engine makes a join of that.
  const isOdd = `NOT (${isNumber}) AND NOT list_contains([${missing}], ${text})`
  const isRounded = `abs(${value}) > ${Number.MAX_SAFE_INTEGER} AND isfinite(${value}) AND regexp_full_match(${text}, ${quotedText(wholeSource)})`
  const counts = [isOdd, `isinf(${value})`, isRounded].map((condition) => `count_if(${condition})`)
  const [row] = await engine.rows(`SELECT ${counts.join(', ')} FROM ${from}`)
  const [odd, nonFinite, rounded] = row.map(Number)
  if (odd > 0) {
    const first = `SELECT (${key})::DOUBLE, ${cell} FROM ${from} WHERE ${isOdd} ORDER BY ${key} LIMIT 1`
    const [[at, shown]] = await engine.rows(first)
    throw notANumber(name, place(Number(at)), String(shown))
  }
  const warnings: Warning[] = []
  if (nonFinite > 0) warnings.push(nonFiniteWarning(name, nonFinite))
  if (rounded > 0) warnings.push(roundedWarning(name, rounded))
  const sql = `CASE WHEN isfinite(${value}) THEN ${value} END`
  return { column: { name, type: 'numeric', sql }, warnings }
}
