import { singles } from '../../statistics/family.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ScopeColumn } from '../scope/scope.ts'
import { leastRows } from '../../spec/min-rows.ts'

/** Columns that take no part for the rows they lack, and what is left. */
export interface SetApart {
  readonly apart: ReadonlyMap<ScopeColumn, number>
  /** Total weight of the rows that have a target. */
  readonly of: number
}

/** What is asked of columns with gaps. */
interface Asked {
  readonly columns: readonly ScopeColumn[]
  readonly view: View
  readonly minRows: number
  /** These are never set apart. */
  readonly kept: ReadonlySet<string>
}

const missingnessOf = ({ column }: ScopeColumn): Variable => ({ column, coding: { kind: 'missingness' } })

/**
 * The columns with fewer rows than `minRows` says, with how many they have, beside the column with the most: where each score
 * is over rows of its own, one over few of them has a bias, and an error, that the others have not. A column without any
 * value in the rows that count is among them, kept or not.
 */
export async function columnsOfFewRows(
  batcher: RequestBatcher,
  { columns, view, minRows, kept }: Asked,
): Promise<SetApart> {
  const open = columns.filter(({ missing }) => missing > 0)
  if (open.length === 0) return { apart: new Map(), of: 0 }
  const [[tables]] = await batcher.request([
    [{ kind: 'counts', family: singles(open.map(missingnessOf)), view }],
  ])
  const [{ cells }] = tables
  const of = cells.reduce((sum, count) => sum + count, 0)
  const rows = tables.map(({ levels: [levels], cells }) => {
    const present = levels.indexOf('present')
    return present < 0 ? 0 : cells[present]
  })
  const most = open.length < columns.length ? of : rows.reduce((most, n) => Math.max(most, n), 0)
  const least = leastRows(minRows, most)
  const apart = open.flatMap((column, i) => {
    const isFew = rows[i] < least && !kept.has(column.name)
    return isFew || rows[i] === 0 ? [[column, rows[i]] as const] : []
  })
  return { apart: new Map(apart), of }
}

/**
 * The columns that cost most rows where only rows complete in all columns count, with the rows they cost: one by one the
 * column whose removal wins back most rows, until as many are left as `minRows` says and no class of the target is lost.
 */
export async function columnsThatCostRows(
  batcher: RequestBatcher,
  { columns, view, minRows, kept }: Asked,
  classes: Variable | null,
): Promise<SetApart> {
  const open = columns.filter(({ missing }) => missing > 0)
  if (open.length === 0) return { apart: new Map(), of: 0 }
  const variables = [...open.map(missingnessOf), ...(classes ? [classes] : [])]
  const [rows] = await batcher.requestOnce([{ kind: 'rows', columns: variables, view }])
  const isMissing = open.map((_, i) => rows.columns[i])
  const classOf = classes ? rows.columns[open.length] : null
  // How many of the columns left have no value in a row, and the sum of their places, which is the place where it is one.
  const lacking = new Int32Array(rows.weights.length)
  const places = new Float64Array(rows.weights.length)
  isMissing.forEach((_, i) => count(i, 1))
  const of = rows.weights.reduce((sum, weight) => sum + weight, 0)
  const present = isMissing.map((missing) => weightOf((row) => missing[row] === 0))
  const most = open.length < columns.length ? of : Math.max(...present)
  const least = leastRows(minRows, most)
  const allClasses = countClasses(() => true)
  const apart = new Map<ScopeColumn, number>()
  const left = new Set(open.keys())
  for (;;) {
    const complete = weightOf((row) => lacking[row] === 0)
    const isEnough = complete >= least && countClasses((row) => lacking[row] === 0) === allClasses
    const removable = [...left].filter((i) => !kept.has(open[i].name))
    if (isEnough || removable.length === 0) return { apart, of }
    const wins = wonBack()
    // Where none wins back a row alone, the one with the most gaps goes first.
    const next = removable.reduce((best, i) =>
      wins[i] > wins[best] || (wins[i] === wins[best] && present[i] < present[best]) ? i : best,
    )
    apart.set(open[next], wins[next])
    left.delete(next)
    count(next, -1)
  }

  function count(i: number, times: 1 | -1): void {
    for (let row = 0; row < lacking.length; row++) {
      lacking[row] += times * isMissing[i][row]
      places[row] += times * i * isMissing[i][row]
    }
  }

  function weightOf(counts: (row: number) => boolean): number {
    let sum = 0
    for (let row = 0; row < lacking.length; row++) if (counts(row)) sum += rows.weights[row]
    return sum
  }

  function countClasses(counts: (row: number) => boolean): number {
    if (!classOf) return 0
    const found = new Set<number>()
    for (let row = 0; row < lacking.length; row++) {
      if (rows.weights[row] > 0 && counts(row)) found.add(classOf[row])
    }
    return found.size
  }

  /** The weight of the rows that lack one column alone, of each. */
  function wonBack(): Float64Array {
    const won = new Float64Array(open.length)
    for (let row = 0; row < lacking.length; row++) {
      if (lacking[row] === 1) won[places[row]] += rows.weights[row]
    }
    return won
  }
}
