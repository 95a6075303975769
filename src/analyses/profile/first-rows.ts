import type { Variable, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ScopeColumn } from '../scope/scope.ts'
import { ColumnValues } from './column-values.ts'

/** So many rows show of most columns that nothing is to be found. */
const mostRows = 2048
/** The most values of a table that are asked for at once. */
const valuesAtOnce = 1 << 22
const columnsBetweenPauses = 64

/** Some columns of numbers, one after the other: the values by row, and the place of the first of them. */
type ReadBlock = (block: readonly Float64Array[], from: number, weights: Float64Array) => void

/** Reads whole columns of numbers, a block at a time with a pause after it, if one is due. */
export async function readInBlocks(
  batcher: RequestBatcher,
  columns: readonly Pick<ScopeColumn, 'column'>[],
  view: View,
  read: ReadBlock,
): Promise<void> {
  const atOnce = Math.max(1, Math.floor(valuesAtOnce / batcher.source.rows))
  for (let from = 0; from < columns.length; from += atOnce) {
    const some = columns.slice(from, from + atOnce).map(({ column }): Variable => ({ column, coding: null }))
    const [rows] = await batcher.requestOnce([{ kind: 'rows', columns: some, view }])
    for (let first = 0; first < some.length; first += columnsBetweenPauses) {
      read(rows.columns.slice(first, first + columnsBetweenPauses), from + first, rows.weights)
      await batcher.pauseIfDue()
    }
  }
}

/**
 * Looks at the first rows of columns of numbers that count, where rows cost nothing to read: `look` gets one
 * column after the other, and whether these are all rows. What they prove needs no request.
 */
export async function lookAtFirstRows(
  batcher: RequestBatcher,
  columns: readonly Pick<ScopeColumn, 'column'>[],
  view: View,
  look: (values: ColumnValues, place: number, areAll: boolean) => void,
): Promise<void> {
  if (!batcher.source.rowsAtHand) return
  let values: ColumnValues | null = null
  let areAll = false
  await readInBlocks(batcher, columns, view, (block, from, weights) => {
    if (!values) {
      const counted = rowsOf(weights)
      values = new ColumnValues(counted.subarray(0, mostRows))
      areAll = counted.length <= mostRows
    }
    for (let i = 0; i < block.length; i++) look(values.read(block[i]), from + i, areAll)
  })
}

/** The rows that count: up to the first ones, and one more if there are more. */
function rowsOf(weights: Float64Array): Int32Array {
  const rows = new Int32Array(Math.min(weights.length, mostRows + 1))
  let length = 0
  for (let row = 0; row < weights.length && length < rows.length; row++)
    if (weights[row] > 0) rows[length++] = row
  return rows.subarray(0, length)
}
