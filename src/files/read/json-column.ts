import { timeOfType } from '#core'
import { isNearlyNumeric, mixedWarning, wordsAmong } from '../cells/column-messages.ts'
import { typeOf } from '../cells/column-types.ts'
import { quotedName } from '#sql'
import type { KeyedView } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import type { ColumnChoice } from '../options/column-choice.ts'
import { namedMissing, numbersOfTexts, rangesOfEngineTexts } from './engine-texts.ts'
import type { FoundColumn } from './engine-texts.ts'
import { timesOfEngineTexts } from './engine-times.ts'
import { isNumberText, numbersAsTexts } from './numbers-as-texts.ts'

/** The rows of a file, how messages name it, and which words mean a missing value. */
interface JsonRows extends Pick<KeyedView, 'from' | 'key'> {
  readonly label: string
  readonly words?: readonly string[] | undefined
}

/** A JSON column whose values are of several kinds, or all null. */
export async function jsonColumn(
  engine: DuckEngine,
  { from, key, label, words }: JsonRows,
  { name }: { readonly name: string },
  types: ColumnChoice['types'],
): Promise<FoundColumn> {
  const value = `(${quotedName(name)} ->> '$')`
  const named = namedMissing(words, value)
  const cell = named ? `(CASE WHEN NOT ${named} THEN ${value} END)` : value
  const kind = `json_type(${quotedName(name)})`
  const isNumber = `${kind} IN ('BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT', 'DOUBLE')`
  const isDeviating = `${cell} IS NOT NULL AND NOT ${isNumber}`
  const counts = [
    `${cell} IS NOT NULL AND ${isNumber}`,
    isDeviating,
    `${isDeviating} AND ${isNumberText(cell)}`,
  ]
  const filters = counts.map((condition) => `count_if(${condition})`)
  const [row] = await engine.rows(`SELECT ${filters.join(', ')} FROM ${from}`)
  const [numbers, deviating, written] = row.map(Number)
  const mixed = { present: numbers + deviating, deviating }
  const type = typeOf(types, name)
  const texts = { from, key, place: (at: number) => `row ${at + 1} of ${label}` }
  if (timeOfType(type)) return timesOfEngineTexts(engine, texts, name, cell, type!)
  if (type === 'range') return rangesOfEngineTexts(engine, texts, name, cell)
  const areNumbers = mixed.deviating === 0 && (mixed.present === 0 || named !== null)
  if (type === 'numeric' || (areNumbers && type !== 'categorical'))
    return numbersOfTexts(engine, texts, name, cell)
  const built = (warnings: FoundColumn['warnings']): FoundColumn => ({
    column: { name, type: 'categorical', sql: cell },
    warnings,
  })
  if (numbers > 0 && written > 0 && written === deviating)
    return built([numbersAsTexts(name, written, numbers + written)])
  if (!isNearlyNumeric(mixed)) return built([])
  const cells = `SELECT (${key})::DOUBLE + 1 AS place, ${cell} AS cell, ${isNumber} AS is_number FROM ${from}`
  const firsts = await engine.rows(
    `SELECT min(place) AS place, cell, count(*) FROM (${cells}) WHERE cell IS NOT NULL AND NOT is_number GROUP BY cell ORDER BY place LIMIT 6`,
  )
  const counted = new Map(firsts.map(([, text, count]) => [String(text), Number(count)]))
  const [[place, text]] = firsts
  const found = { ...mixed, words: wordsAmong(counted) }
  return built([mixedWarning(name, found, `row ${Number(place)} of ${label}`, String(text))])
}
