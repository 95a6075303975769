import { queryColumn, queryOption, queryValue, replacingQuery } from '#core'
import type { ColumnReader } from './column-reader.ts'

/** Words that may say that an amount is 0, or that nothing is known. */
const wordsForNone = new Set(
  (
    'none nil zero nothing free gratis geen nul kein keine keiner keines nichts nessuno nessuna niente esente ' +
    'isento isenta nenhum nenhuma ninguno ninguna nada cero exento exenta aucun aucune néant zéro'
  ).split(' '),
)

/**
 * A query that makes 0 of words such as `none` beside numbers, and reads the others as they are: one that has another form is
 * an error of the query, and a cell without a digit missing. `null` if there are no such words, or the numbers have more than a unit around them.
 */
export function zeroQuery(
  { name, texts }: ColumnReader,
  words: ReadonlyMap<string, number>,
): { readonly words: readonly string[]; readonly option: string; readonly query: string } | null {
  const found = [...words.keys()].filter((word) => wordsForNone.has(word.toLowerCase()))
  if (found.length === 0 || !texts) return null
  const { units, bounds, styles, multipliers } = texts.affixes
  const isPlain = units.size === 1 && styles.size === 0 && multipliers.size === 0
  const { shown, doubtful } = texts.marksIf(false)
  if (!isPlain || bounds['<'] + bounds['>'] > 0 || shown.length > 1 || doubtful !== null) return null
  const [mark] = texts.options.decimal ? [texts.options.decimal] : shown
  const column = queryColumn(name)
  const isNone = `trim(${column}) IN (${found.map(queryValue).join(', ')})`
  const number = `CAST(${digitsOf(column, mark)} AS DOUBLE)`
  const value = `CASE WHEN ${isNone} THEN 0 WHEN regexp_matches(${column}, '[0-9]') THEN ${number} END`
  const query = replacingQuery({ [name]: value })
  return { words: found, option: queryOption(query), query }
}

/** The number in a cell, without its unit and thousands separators; the whole cell if there is more. */
function digitsOf(column: string, mark: string | undefined): string {
  const digits = `regexp_replace(${column}, '^\\s*(-?)[^-0-9]*(-?)([0-9][0-9., ]*)[^-0-9]*$', '\\1\\2\\3')`
  const joined = `replace(${digits}, ' ', '')`
  if (mark === undefined) return joined
  return mark === ',' ? `replace(replace(${joined}, '.', ''), ',', '.')` : `replace(${joined}, ',', '')`
}
