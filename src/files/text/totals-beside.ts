import { firstFew, queryColumn, queryValue, queryWarning } from '#core'
import type { Warning } from '#core'
import type { DeviatingCells } from '../cells/detected-format.ts'
import { isTotal, partOfTotal } from '../cells/total-words.ts'
import type { ColumnReader } from './column-reader.ts'

/** A query names at most so many, and a message so many. */
const [mostNamed, mostShown] = [40, 3]

/**
 * The warning about rows that sum up others, where all cells that are no numbers or dates are words for a total;
 * `null` if some are not. One at the end is said otherwise.
 */
export function totalsBeside({ name, knownTexts }: ColumnReader, { count }: DeviatingCells): Warning | null {
  const totals = knownTexts.filter((text) => text !== null && (isTotal(text) || partOfTotal(text) !== null))
  if (totals.length !== count || count < 2 || count > mostNamed) return null
  const column = queryColumn(name)
  const texts = totals.map((text) => text!.trim())
  const shown = firstFew(
    texts.map((text) => JSON.stringify(text)),
    mostShown,
  )
  const why = `${count} rows may sum up others: ${name} (${shown})`
  const query = `SELECT * FROM data WHERE coalesce(trim(${column}), '') NOT IN (${texts.map(queryValue).join(', ')})`
  return queryWarning({ code: 'totals', columns: [name], why, query }, 'leave them out by')
}
