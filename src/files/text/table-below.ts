import { firstRecords } from './first-records.ts'
import type { Delimiters, TextRecord } from './first-records.ts'
import { isSureHeader, isTable } from './frame.ts'
import { decoded } from './text-head.ts'
import type { TextHead } from './text-head.ts'

/** A table has so many rows below its header, and lines of a title above it at most. */
const fewestRows = 2
const mostTitles = 2

/** A table below another one. */
interface TableBelow {
  /** Where its first line starts, which may be a title, and where its header does. */
  readonly from: number
  readonly header: number
  readonly names: readonly string[]
}

/**
 * The first table below another of some names in a text: behind an empty line, or where rows have another
 * width, names that are not these stand above numbers. With `column`, the first that has it. `null` if there
 * is none.
 */
export function tableBelow(
  text: string,
  { encoding, header, ...delimiters }: Delimiters & Pick<TextHead, 'encoding' | 'header'>,
  column?: string,
): TableBelow | null {
  const width = header.names.length
  if (width < 2) return null
  const records = firstRecords(text, delimiters, true, Infinity)
  const cellsOf = ({ cells }: TextRecord) => cells.map((cell) => decoded(cell, encoding).trim())
  for (let i = 1; i < records.length - fewestRows; i++) {
    const isOther = records[i].cells.length !== width
    if (isEmpty(records[i]) || (!isOther && !isApart(records, i))) continue
    const above = records.slice(0, i).filter((record) => !isEmpty(record))
    const isHeader = (cells: readonly string[]) =>
      cells.every((cell, at) => cell === header.names[at]?.trim())
    const own = above
      .filter(({ cells }) => cells.length === width)
      .map(cellsOf)
      .filter((cells) => !isHeader(cells))
    if (above.at(-1)?.cells.length !== width || !isTable(header.names, own)) continue
    const start = firstOf(records, i)
    if (start === null) continue
    const names = withoutEnd(cellsOf(records[start]))
    const rows = blockFrom(records, start + 1)
    const areRows = rows.every(
      (row) => row.cells.length === records[start].cells.length && isEmptyFrom(row, names.length),
    )
    const isSame = names.length === width && names.every((name, at) => name === header.names[at].trim())
    if (names.length < 2 || rows.length < fewestRows || !areRows || isSame) continue
    // A row of words that stand above too is no header.
    if (names.some((name, at) => own.some((cells) => cells[at] === name))) continue
    const cells = rows.map((row) => cellsOf(row).slice(0, names.length))
    if (!isSureHeader(names, cells) || (column !== undefined && !names.includes(column))) continue
    return { from: records[i].from, header: records[start].from, names }
  }
  return null
}

/** The first record from a place on that is no title; `null` if more titles stand above it. */
function firstOf(records: readonly TextRecord[], from: number): number | null {
  for (let at = from; at <= from + mostTitles && at < records.length; at++)
    if (!isEmptyFrom(records[at], 1)) return at
  return null
}

/** The records from a place on up to an empty line. */
function blockFrom(records: readonly TextRecord[], from: number): readonly TextRecord[] {
  let end = from
  while (end < records.length && !isEmpty(records[end]) && (end === from || !isApart(records, end))) end++
  return records.slice(from, end)
}

/** Whether an empty line, or one of empty cells, stands before a record. */
function isApart(records: readonly TextRecord[], at: number): boolean {
  const before = records[at - 1]
  return before.to < records[at].from || isEmpty(before)
}

function isEmpty(record: TextRecord): boolean {
  return isEmptyFrom(record, 0)
}

function isEmptyFrom({ cells }: TextRecord, from: number): boolean {
  for (let at = from; at < cells.length; at++) if (cells[at].trim() !== '') return false
  return true
}

function withoutEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}
