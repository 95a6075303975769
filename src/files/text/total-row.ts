import { firstRecords } from './first-records.ts'
import { kindOf } from './first-cells.ts'
import type { ColumnReader } from './column-reader.ts'
import type { TextFile } from './text-file.ts'

/** The words with which a row of totals begins, in several languages. */
const words =
  /^(?:grand |sub)?total(?:e|s|es|en)?(?: (?:général|general|geral|generale))?:?$|^(?:summe|gesamt(?:summe)?|insgesamt|suma|sumas|somme|somma|soma|sum|sums|итого|всего|合计|合計|总计|suma total|celkem|razem|totaal|yhteensä|i alt|totalt):?$/iu
/** So many columns have to end with their sum to tell of a total without a word. */
const fewestSums = 2

/**
 * How many rows at the end of a text are totals: rows with a word for a total, or one in which numbers are the
 * sums of those above.
 */
export function totalRows(file: TextFile, lastBytes: Uint8Array, readers: readonly ColumnReader[]): number {
  const text = new TextDecoder(file.encoding).decode(lastBytes)
  // The first line may be cut off.
  const rows = firstRecords(text.slice(text.search(/[\r\n]/) + 1), file, true, Infinity)
    .map(({ cells }) => cells)
    .filter((cells) => cells.length === file.names.length)
  let count = 0
  while (count < rows.length && isTotal(rows[rows.length - 1 - count])) count++
  if (count > 0 && count < rows.length) return count
  return readers.filter(({ endsWithSum }) => endsWithSum).length >= fewestSums ? 1 : 0
}

function isTotal(cells: readonly string[]): boolean {
  const given = cells.filter((cell) => cell.trim() !== '')
  return words.test(given[0]?.trim() ?? '') && given.slice(1).some((cell) => kindOf(cell) === 'value')
}
