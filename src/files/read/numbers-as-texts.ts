import { remedy } from '#core'
import type { Warning } from '#core'
import { quotedName } from '#sql'
import type { DuckEngine } from '#sql/on-demand'
import { namesPostcodes, namesRows, namesThings } from '../cells/code-names.ts'
import { namedMissing } from './engine-texts.ts'

/* Numbers that a typed file has as texts, as services write amounts: `"10.07"`. */

/** So many rows are looked at. */
const mostRows = 2048

/** Whether an SQL text is a number as JSON writes them. */
export function isNumberText(cell: string): string {
  return `regexp_full_match(${cell}, '-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?')`
}

/** The warning about a column in which `written` of `present` numbers are texts. */
export function numbersAsTexts(
  column: string,
  written: number,
  present: number,
  where = '',
  mayBeNames = false,
): Warning {
  const mend = remedy(
    { types: { [column]: 'numeric' } },
    `numbers of ${column} are written as texts`,
    written,
    mayBeNames,
  )
  const message = `column ${column}: ${written} of ${present} numbers${where} are written as texts, so it is read as categorical; to read them as numbers: ${mend.option}`
  return { code: 'mixed-types', column, message, remedy: mend }
}

/** Whole numbers that may be a scale or counts: without a zero in front, small, at least so many, and some come again. */
const smallWhole = '-?(?:0|[1-9][0-9]{0,2})'
const fewestDifferent = 5

/**
 * The warnings about columns of texts of which all in the first rows are numbers: some with a fraction, or small whole ones, which
 * are names too. `words`: those that the user named as missing.
 */
export async function numbersInTexts(
  engine: DuckEngine,
  from: string,
  columns: readonly { readonly name: string }[],
  words: readonly string[] | undefined,
): Promise<readonly (readonly [name: string, warning: Warning])[]> {
  const cells = columns.map(({ name }) => quotedName(name))
  const counts = cells.flatMap((cell) => [
    `count(${cell})`,
    `count_if(${isNumberText(cell)})`,
    `count_if(contains(${cell}, '.'))`,
    `count_if(regexp_full_match(${cell}, '${smallWhole}'))`,
    `count(DISTINCT ${cell})`,
  ])
  const withoutWords = cells.map((cell) => {
    const named = namedMissing(words, cell)
    return named === null ? cell : `CASE WHEN NOT ${named} THEN ${cell} END AS ${cell}`
  })
  const first = `SELECT ${withoutWords.join(', ')} FROM ${from} LIMIT ${mostRows}`
  const [row] = await engine.rows(`SELECT ${counts.join(', ')} FROM (${first})`)
  return columns.flatMap(({ name }, i) => {
    const [present, numbers, fractions, whole, different] = row.slice(5 * i, 5 * i + 5).map(Number)
    const where = present < mostRows ? '' : ' in the first rows'
    if (numbers < present || present === 0) return []
    if (fractions > 0) return [[name, numbersAsTexts(name, numbers, present, where)] as const]
    const mayCount = whole === present && different >= fewestDifferent && different < present
    const isNamed = namesRows(name) || namesThings(name) || namesPostcodes(name) !== null
    return mayCount && !isNamed ? [[name, numbersAsTexts(name, numbers, present, where, true)] as const] : []
  })
}
