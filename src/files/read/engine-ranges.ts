import { CribaError, missingTest, notARange, rangesAmong, rangeValue } from '#core'
import { quotedText } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import type { EngineTexts, FoundColumn } from './engine-texts.ts'

/** A query compares each cell with each range. */
const mostRanges = 1000

/**
 * Parses a column of texts (`cell`: a VARCHAR expression) as ranges of numbers, read as their middle, by the rules of
 * text files; refuses any other text.
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
