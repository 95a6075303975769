import { firstFew, queryColumn, queryOption, queryValue } from '#core'
import type { Warning } from '#core'
import { parseCell } from '../cells/cell-format.ts'
import { isTotal, isTotalOf, partOfTotal } from '../cells/total-words.ts'
import type { ColumnReader } from './column-reader.ts'
import { firstRecords } from './first-records.ts'
import type { TextFile } from './text-file.ts'
import { decoded } from './text-head.ts'

/** So many columns have to be sums at once: one may be by chance. */
const fewestColumns = 2
/** Smaller sums of small numbers are too often those of other rows. */
const leastSum = 20
const fewestRows = 8
const fewestGroups = 2
/** A group has at least so many rows. */
const fewestInGroup = 2
/** The parts of a sum may be rounded. */
const tolerance = 2e-5
/** A message and a query name so many rows. */
const [mostShown, mostQueried] = [3, 40]

/**
 * The warning about rows that sum up the rows above or below them, as those of a pivot table do, where no
 * word says so. Only a text that was read whole with its first lines is searched.
 */
export function subtotalWarnings(file: TextFile, readers: readonly ColumnReader[]): Warning[] {
  const [first] = readers
  const numbers = readers.filter(({ isNumeric, time }) => isNumeric && time === undefined)
  if (!file.isWhole || !first?.isOfTexts || first.isNumeric || numbers.length < fewestColumns) return []
  const rows = firstRecords(file.text.slice(file.from), file, true, Infinity)
    .slice(1)
    .map(({ cells }) => cells.map((cell) => decoded(cell, file.encoding)))
    .filter((cells) => cells.length === file.names.length)
  if (rows.length < fewestRows) return []
  const values = rows.map((cells) => numbers.map((reader) => valueOf(cells[reader.index], reader)))
  const below = sumsBelow(values)
  const found = below.length > 0 ? below : sumsAbove(values)
  const labels = rows.map((cells) => cells[first.index].trim())
  const names = new Set(labels)
  const isNamed = (label: string) =>
    isTotal(label) || partOfTotal(label) !== null || isTotalOf(label, (name) => names.has(name))
  if (found.length === 0 || found.every((row) => isNamed(labels[row]))) return []
  return [warningOf(first.name, labels, new Set(found), below.length > 0 ? 'above' : 'below')]
}

function warningOf(
  name: string,
  labels: readonly string[],
  found: ReadonlySet<number>,
  where: 'above' | 'below',
): Warning {
  const sums = [...new Set([...found].sort((a, b) => a - b).map((row) => labels[row]))]
  const others = new Set(labels.filter((_, row) => !found.has(row)))
  const column = queryColumn(name)
  const isApart = sums.length <= mostQueried && !sums.some((label) => others.has(label))
  const areNameless = sums.length === 1 && sums[0] === ''
  const condition = areNameless
    ? `${column} IS NOT NULL`
    : `coalesce(trim(${column}), '') NOT IN (${sums.map(queryValue).join(', ')})`
  const query = isApart ? `SELECT * FROM data WHERE ${condition}` : undefined
  const shown = areNameless
    ? ''
    : ` (${firstFew(
        sums.map((label) => JSON.stringify(label)),
        mostShown,
      )})`
  const how = query === undefined ? 'leave them out' : `leave them out by ${queryOption(query)}`
  const why = `${found.size} rows may sum up those ${where} them: ${name}${shown}`
  return {
    code: 'totals',
    columns: [name],
    why,
    message: `${why}; ${how}`,
    ...(query !== undefined && { query }),
  }
}

/**
 * Rows that are the sums of those before them since the last such row, if the table ends with one, or with a
 * row for the sum of all; else none.
 */
function sumsBelow(rows: readonly (readonly number[])[]): readonly number[] {
  const found: number[] = []
  const none: readonly number[] = rows[0].map(() => 0)
  let sums = none
  let total = none
  let inGroup = 0
  rows.forEach((values, row) => {
    const isGroup = inGroup >= fewestInGroup && isSum(values, sums)
    const isOfAll = inGroup === 0 && found.length >= fewestGroups && isSum(values, total)
    if (isGroup || isOfAll) {
      found.push(row)
      if (isGroup) total = added(total, values)
      sums = none
      inGroup = 0
    } else {
      sums = added(sums, values)
      inGroup++
    }
  })
  return found.length >= fewestGroups && inGroup < fewestInGroup ? found : []
}

function added(sums: readonly number[], values: readonly number[]): readonly number[] {
  return sums.map((sum, i) => sum + (Number.isNaN(values[i]) ? 0 : values[i]))
}

/** Rows that are the sums of those after them up to the next one; the sum of all may stand at the end. */
function sumsAbove(rows: readonly (readonly number[])[]): readonly number[] {
  const [all, others] = [rows, rows.slice(0, -1)].map((some) =>
    sumsBelow(some.toReversed()).map((row) => some.length - 1 - row),
  )
  return all.length > 0 ? all : others
}

function isSum(values: readonly number[], sums: readonly number[]): boolean {
  const found = values.filter((value, i) => {
    const isLarge = Math.abs(value) >= leastSum
    return isLarge && Math.abs(value - sums[i]) <= tolerance * Math.abs(value)
  })
  // Columns that are equal tell no more than one.
  return new Set(found).size >= fewestColumns
}

/** A cell as it was read. */
function valueOf(cell: string, { format }: ColumnReader): number {
  if (cell.trim() === '') return NaN
  return Number(format ? (parseCell(cell, format) ?? NaN) : cell.replace(',', '.'))
}
