import { foldLevels } from '../cells/fold-levels.ts'
import { splitLists } from '../cells/split-lists.ts'
import type { Table, TextOptions } from '#core'
import type { ColumnTypes } from '../cells/column-types.ts'
import type { TextRun } from './read-rows.ts'
import { textBytes } from './text-bytes.ts'

/** Options for reading a text into a table. */
interface CsvOptions extends Omit<TextOptions, 'sheet'>, TextRun {
  /** Types by column name; `'*'` for every column not named. */
  readonly types?: ColumnTypes
  /** Columns that are not read. */
  readonly drop?: readonly string[]
}

/**
 * Makes a table from delimited text with a header line: a string, its bytes, or a `File` in a browser.
 * Separator, quote and encoding are detected from the first lines, types from all cells.
 *
 * @example await tableFromCsv('height,sex\n1.7,f\n1.6,m')
 */
export async function tableFromCsv(text: string | Uint8Array | Blob, given: CsvOptions = {}): Promise<Table> {
  // A page loads the reader with the first text.
  const [{ openText }, { readTextTable }, { givenTextOptions }] = await Promise.all([
    import('./read-text.ts'),
    import('./read-text-table.ts'),
    import('../options/given-options.ts'),
  ])
  const { types, drop, threads, signal, progress, ...options } = givenTextOptions(given)
  const bytes = textBytes(text)
  const choice = { ...(types && { types }), ...(drop && { drop }) }
  const opened = await openText([{ ...bytes, signal }], bytes.label ?? 'the text', options)
  const { table, text: read } = await readTextTable(opened, choice, { threads, signal, progress })
  const { foldLevels: toFold = [], split = {} } = options
  return splitLists(foldLevels(table, toFold, {}, read.names), split, [], read.names)
}
