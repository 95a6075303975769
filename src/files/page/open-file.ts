import { CribaError } from '#core'
import { foldLevels } from '../cells/fold-levels.ts'
import { splitLists } from '../cells/split-lists.ts'
import { tableFromArrow } from '../cells/from-arrow.ts'
import type { Mend, Run, Table } from '#core'
import { columnsToWrite, indicatorsMade } from '../options/column-choice.ts'
import { tableOfArrow } from '../read/arrow-table.ts'
import { firstRowsOf, writeCells } from '../text/raw-cells.ts'
import type { FirstRows } from '../text/raw-cells.ts'
import { readTextTable } from '../text/read-text-table.ts'
import { openText } from '../text/read-text.ts'
import { textBytes } from '../text/text-bytes.ts'

/** A file that was read where no engine is: in a browser, or in a worker. */
export interface OpenedBlob {
  readonly table: Table
  /** The first rows of a text as they stand. */
  readonly first?: FirstRows
  /** The bytes of a text with some columns, cells as they stand; absent for other formats. */
  readonly reduce?: (columns: readonly string[], run: Run) => Promise<Blob>
}

/**
 * Reads a file: delimited text, also compressed by gzip, Parquet, or Arrow without compression.
 *
 * @throws CribaError naming the file, the column or the row, and the remedy
 */
export async function openBlob(
  file: Blob,
  name: string,
  mend: Mend = {},
  run: Run = {},
): Promise<OpenedBlob> {
  const start = await startOf(file)
  if (start.startsWith('PAR1')) return { table: await parquetTable(file, name, mend) }
  if (start.startsWith('ARROW1') || start.startsWith('\xff\xff\xff\xff'))
    return { table: await tableOfArrow(new Uint8Array(await file.arrayBuffer()), name, choiceOf(mend)) }
  refuseOthers(start, name)
  const isCompressed = start.startsWith('\x1f\x8b')
  return openTextBlob(isCompressed ? await inflated(file, name) : file, name, mend, run)
}

async function openTextBlob(file: Blob, name: string, mend: Mend, run: Run): Promise<OpenedBlob> {
  const { types, sheet: _, ...options } = mend
  const opened = await openText([{ ...textBytes(file), label: name, signal: run.signal }], name, options)
  const { table: read, text } = await readTextTable(opened, choiceOf({ types }), run)
  const { foldLevels: toFold = [], split = {} } = options
  const folded = foldLevels(read, toFold, {}, text.names)
  const table = splitLists(folded, split, [], text.names)
  const made = new Map(Object.keys(split).map((list) => [list, indicatorsMade(list, read, table)]))
  return {
    table,
    first: firstRowsOf(text),
    reduce: async (columns, ofWriting) => {
      const wanted = new Set(columnsToWrite(columns, made))
      const chosen = [...text.names.keys()].filter((index) => wanted.has(text.names[index]))
      const separator = separatorOf(text.files[0].separator)
      const header = chosen.map((index) => quoted(text.names[index], separator)).join(separator)
      const parts: BlobPart[] = [`${header}\n`]
      const style = { separator, isSafe: false }
      await writeCells(text, chosen, style, ofWriting, (records) => parts.push(new Uint8Array(records)))
      return new Blob(parts, { type: 'text/csv' })
    },
  }
}

function choiceOf({ types }: { readonly types?: Mend['types'] | undefined }) {
  return types ? { types } : {}
}

/** A CSV file is never separated by tabs or spaces. */
function separatorOf(separator: string): string {
  return separator.trim() === '' ? ',' : separator
}

function quoted(name: string, separator: string): string {
  return name.includes(separator) || /["\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name
}

async function parquetTable(file: Blob, name: string, { types }: Mend): Promise<Table> {
  const { readParquet } = await import('./read-parquet.ts')
  return tableFromArrow(await readParquet(file, name), types)
}

/** The first bytes, one character each. */
async function startOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, 4096).arrayBuffer())
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

async function inflated(file: Blob, name: string): Promise<Blob> {
  try {
    return await new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).blob()
  } catch (cause) {
    throw new CribaError('unreadable', `unreadable file: ${name} (it is no whole gzip file)`, { cause })
  }
}

/** Formats that only the command line reads, by what a file starts with. */
const others: readonly (readonly [start: string | RegExp, what: string])[] = [
  ['PK\x03\x04', 'a workbook'],
  ['\xd0\xcf\x11\xe0', 'an old workbook'],
  ['\x28\xb5\x2f\xfd', 'compressed by zstd'],
  [/^\s*[{[]/, 'JSON'],
  [/^(%.*\s+)*@relation\s/i, 'ARFF'],
  [/^\s*<(!doctype|html|\?xml)/i, 'a page, or XML'],
]

function refuseOthers(start: string, name: string): void {
  const format = others.find(([sign]) =>
    typeof sign === 'string' ? start.startsWith(sign) : sign.test(start),
  )?.[1]
  if (format === undefined) return
  const remedy =
    'a page reads delimited text, Parquet and Arrow: save it as CSV, or open it with criba studio'
  throw new CribaError('unsuitable', `unsuitable file: ${name} (it is ${format}; ${remedy})`)
}
