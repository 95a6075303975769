import { firstFew, queryColumn, queryWarning, replacingQuery, singles } from '#core'
import { namesCounts, namesThings } from '#files/cells'
import type { CountsRequest, View, Warning } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ColumnContents } from './contents.ts'
import { mostColumns } from './level-texts.ts'
import { previousNumber } from './previous-number.ts'

/** Where fewer rows have no count, 0 may not have come. */
const fewestGaps = 0.1
/** Where no name says that they are counts: more gaps, … */
const manyGaps = 0.25
/** … larger numbers than those of answers on a scale, … */
const leastMost = 6
/** … and as many columns, not all with the same largest number, as the answers of a questionnaire have. */
const fewestColumns = 3
/** Of counts from 1 on, so many are 1, and more than are 2. */
const fewestOnes = 0.2

/**
 * The warning about counts from 1 on that no row has 0 of, and many rows nothing: an empty cell may mean 0, as in
 * pivot tables and lists of species by site.
 */
export async function blankCountWarning(
  batcher: RequestBatcher,
  contents: readonly ColumnContents[],
  view: View,
): Promise<readonly Warning[]> {
  const { rows } = batcher.source
  const suspects = contents.filter(({ column: { name, time, missing }, numbers, values }) => {
    if (
      time ||
      namesThings(name) ||
      numbers?.min !== 1 ||
      numbers.max < 3 ||
      !values?.every(Number.isInteger)
    )
      return false
    return missing >= (namesCounts(name) ? fewestGaps : manyGaps) * rows
  })
  const isNamed = ({ column }: ColumnContents) => namesCounts(column.name)
  const largest = new Set(suspects.map(({ numbers }) => numbers!.max))
  const areSeveral = suspects.length >= fewestColumns && largest.size > 1
  const mayCount = suspects.filter((one) => isNamed(one) || (areSeveral && Math.max(...largest) >= leastMost))
  if (mayCount.length === 0) return []
  const { complete: _, ...all } = view
  const coding = { kind: 'cuts' as const, cuts: [previousNumber(1), 1, 2] }
  const each = mayCount.map(({ column }) => ({ column: column.column, coding }))
  const request: CountsRequest = { kind: 'counts', family: singles(each), view: all }
  const [tables] = await batcher.requestOnce([request])
  const found = mayCount.filter((_, i) => {
    const [below, ones, twos, more] = tables[i].cells
    return below === 0 && ones > twos && ones >= fewestOnes * (ones + twos + more)
  })
  if (found.length === 0 || (found.length < fewestColumns && !found.some(isNamed))) return []
  const columns = found.map(({ column }) => column.name)
  const list = found.map(
    ({ column, numbers }) => `${column.name} (1 to ${numbers!.max}, ${column.missing} empty)`,
  )
  const why = `counts without a 0 whose empty cells may mean 0: ${firstFew(list, mostColumns)}`
  const query = replacingQuery(
    Object.fromEntries(columns.map((name) => [name, `coalesce(${queryColumn(name)}, 0)`])),
  )
  return [queryWarning({ code: 'missingness', columns, why, query }, 'if they do, say')]
}
