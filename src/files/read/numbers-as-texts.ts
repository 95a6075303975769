import { remedy } from '#core'
import type { Warning } from '#core'
import { quotedName } from '#sql'
import type { DuckEngine } from '#sql/on-demand'

/* Numbers that a typed file has as texts, as services write amounts: `"10.07"`. */

/** So many rows are looked at. */
const mostRows = 2048

/** Whether an SQL text is a number as JSON writes them. */
export function isNumberText(cell: string): string {
  return `regexp_full_match(${cell}, '-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?')`
}

/** The warning about a column in which `written` of `present` numbers are texts. */
export function numbersAsTexts(column: string, written: number, present: number, where = ''): Warning {
  const mend = remedy(
    { types: { [column]: 'numeric' } },
    `numbers of ${column} are written as texts`,
    written,
  )
  const message = `column ${column}: ${written} of ${present} numbers${where} are written as texts, so it is read as categorical; to read them as numbers: ${mend.option}`
  return { code: 'mixed-types', column, message, remedy: mend }
}

/**
 * The warnings about columns of texts of which all in the first rows are numbers, some with a fraction: whole ones are names as
 * often as numbers.
 */
export async function numbersInTexts(
  engine: DuckEngine,
  from: string,
  columns: readonly { readonly name: string }[],
): Promise<readonly (readonly [name: string, warning: Warning])[]> {
  const cells = columns.map(({ name }) => quotedName(name))
  const counts = cells.flatMap((cell) => [
    `count(${cell})`,
    `count_if(${isNumberText(cell)})`,
    `count_if(contains(${cell}, '.'))`,
  ])
  const first = `SELECT ${cells.join(', ')} FROM ${from} LIMIT ${mostRows}`
  const [row] = await engine.rows(`SELECT ${counts.join(', ')} FROM (${first})`)
  return columns.flatMap(({ name }, i) => {
    const [present, numbers, fractions] = row.slice(3 * i, 3 * i + 3).map(Number)
    return fractions > 0 && numbers === present
      ? [
          [
            name,
            numbersAsTexts(name, numbers, present, present < mostRows ? '' : ' in the first rows'),
          ] as const,
        ]
      : []
  })
}
