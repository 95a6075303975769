import { CribaError, leastInWords, leastRows, shareInWords, singles } from '#core'
import type { RowPolicy, SettledSelectSpec, Variable, View } from '#core'
import { readsOf } from '#methods'
import { typesOf } from '../coding/assignment.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { withFeatures } from '../scope/scope.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import { scorersOf } from './chosen-selection.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import { methodOf } from './method-parts.ts'
import type { RefusedColumns } from './taken-columns.ts'

/** The rows that a selection uses, and the columns that take no part because of the rows they lack. */
interface ResolvedRows {
  readonly scope: AnalysisScope
  readonly policy: RowPolicy
  /** Columns set apart because of the rows they lack, and why. */
  readonly refused: RefusedColumns
}

/**
 * Resolves how missing values are treated. Every policy but `pairwise` is used as it is. Under `pairwise`
 * each term uses the rows complete in its own columns, if the criterion is made of terms of pairs and the
 * stop tests no more columns together. Other criteria compare sets over the same rows: missing is a level of
 * its own where levels are read, and of numbers the rows complete in all columns are used. Either way columns
 * that leave too few rows are set apart, except columns to keep.
 */
export async function resolveRowPolicy(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  settled: SettledSelectSpec,
  chosen: ChosenSelection,
): Promise<ResolvedRows> {
  const { features, view } = scope
  const { missing, minRows } = settled
  if (missing !== 'pairwise') {
    const policy = missing
    return { scope: withFeatures(scope, features, policy), policy, refused: new Map() }
  }
  const required = { columns: features, view, minRows, kept: new Set(settled.keep) }
  if (areTermsOfPairs(chosen)) {
    const found = await columnsOfFewRows(batcher, required)
    return without(scope, features, found, 'pairwise', minRows)
  }
  if (features.every((column) => column.missing === 0)) {
    return { scope, policy: 'complete', refused: new Map() }
  }
  const facts = await inspectTarget(batcher, scope, settled)
  const reads = scorersOf(chosen).map(({ criterion, options }) =>
    readsOf(criterion, options, typesOf(scope, facts)),
  )
  const isRead = ({ type }: ScopeColumn) => reads.some((of) => of.features[type] !== 'levels')
  const numbers = features.filter(isRead)
  const found = await columnsThatCostRows(batcher, { ...required, columns: numbers }, facts.classes)
  return without(scope, numbers, found, policyFor(features, numbers), minRows)
}

/** Whether every term, and every test of a gain, is of one column or a pair with the target. */
function areTermsOfPairs(chosen: ChosenSelection): boolean {
  const { stop } = chosen
  const isOfSets = stop?.startsWith('significance') && (methodOf(stop).options?.['null'] ?? 'min') !== 'min'
  return !isOfSets && scorersOf(chosen).every(({ can }) => can.pairRows)
}

/** The policy where some columns are read as numbers and the others as levels. */
function policyFor(features: readonly ScopeColumn[], numbers: readonly ScopeColumn[]): RowPolicy {
  if (numbers.length === 0) return 'level'
  return numbers.length === features.length ? 'complete' : 'level-or-complete'
}

/** The scope without the columns set apart, over the rows complete in the remaining columns of `counted`. */
function without(
  scope: AnalysisScope,
  counted: readonly ScopeColumn[],
  { apart, total }: ColumnsSetApart,
  policy: RowPolicy,
  minRows: number,
): ResolvedRows {
  const left = scope.features.filter((column) => !apart.has(column))
  const [first] = apart
  if (left.length === 0) {
    throw new CribaError(
      'missing',
      `missing rows: no column has ${leastInWords(minRows)} (${first[0].name} has ${shareInWords(first[1], total)}; lower minRows)`,
    )
  }
  const why = (rows: number) =>
    policy === 'pairwise'
      ? `has a value in ${shareInWords(rows, total)}`
      : `costs ${shareInWords(rows, total)}`
  return {
    scope: withFeatures(
      scope,
      left,
      policy,
      counted.filter((column) => !apart.has(column)),
    ),
    policy,
    refused: new Map(Array.from(apart, ([column, rows]) => [column, why(rows)])),
  }
}

/** Columns set apart because of the rows they lack. */
interface ColumnsSetApart {
  /** Each column with the weight of the rows that it has, or that it costs. */
  readonly apart: ReadonlyMap<ScopeColumn, number>
  /** Total weight of the rows that have a target. */
  readonly total: number
}

/** How many rows columns with gaps need. */
interface RowRequirement {
  readonly columns: readonly ScopeColumn[]
  readonly view: View
  readonly minRows: number
  /** These are never set apart. */
  readonly kept: ReadonlySet<string>
}

const missingnessOf = ({ column }: ScopeColumn): Variable => ({ column, coding: { kind: 'missingness' } })

/**
 * The columns with fewer rows than `minRows` requires, compared with the column that has the most, and how
 * many they have. Where each score uses rows of its own, a score of few rows has a larger bias and error than
 * the others. A column without any value in the rows used is always set apart, even if it is kept.
 */
async function columnsOfFewRows(
  batcher: RequestBatcher,
  { columns, view, minRows, kept }: RowRequirement,
): Promise<ColumnsSetApart> {
  const open = columns.filter(({ missing }) => missing > 0)
  if (open.length === 0) return { apart: new Map(), total: 0 }
  const [[tables]] = await batcher.request([
    [{ kind: 'counts', family: singles(open.map(missingnessOf)), view }],
  ])
  const [{ cells }] = tables
  const total = cells.reduce((sum, count) => sum + count, 0)
  const rows = tables.map(({ levels: [levels], cells }) => {
    const present = levels.indexOf('present')
    return present < 0 ? 0 : cells[present]
  })
  const most = open.length < columns.length ? total : rows.reduce((most, n) => Math.max(most, n), 0)
  const least = leastRows(minRows, most)
  const apart = open.flatMap((column, i) => {
    const isFew = rows[i] < least && !kept.has(column.name)
    return isFew || rows[i] === 0 ? [[column, rows[i]] as const] : []
  })
  return { apart: new Map(apart), total }
}

/**
 * The columns that cost most rows where only rows complete in all columns are used, with the rows they cost.
 * Removes one by one the column whose removal regains most rows, until there are as many as `minRows`
 * requires and no class of the target is lost.
 */
async function columnsThatCostRows(
  batcher: RequestBatcher,
  { columns, view, minRows, kept }: RowRequirement,
  classes: Variable | null,
): Promise<ColumnsSetApart> {
  const open = columns.filter(({ missing }) => missing > 0)
  if (open.length === 0) return { apart: new Map(), total: 0 }
  const variables = [...open.map(missingnessOf), ...(classes ? [classes] : [])]
  const [rows] = await batcher.requestOnce([{ kind: 'rows', columns: variables, view }])
  const isMissing = open.map((_, i) => rows.columns[i])
  const classOf = classes ? rows.columns[open.length] : null
  // For each row the number of remaining columns without a value, and the sum of their indices: for one
  // column, its index.
  const lacking = new Int32Array(rows.weights.length)
  const places = new Float64Array(rows.weights.length)
  isMissing.forEach((_, i) => count(i, 1))
  const total = rows.weights.reduce((sum, weight) => sum + weight, 0)
  const present = isMissing.map((missing) => weightOf((row) => missing[row] === 0))
  const most = open.length < columns.length ? total : Math.max(...present)
  const least = leastRows(minRows, most)
  const allClasses = countClasses(() => true)
  const apart = new Map<ScopeColumn, number>()
  const left = new Set(open.keys())
  for (;;) {
    const complete = weightOf((row) => lacking[row] === 0)
    const isEnough = complete >= least && countClasses((row) => lacking[row] === 0) === allClasses
    const removable = [...left].filter((i) => !kept.has(open[i].name))
    if (isEnough || removable.length === 0) return { apart, total }
    const regained = regainedRows()
    // Where no removal regains a row by itself, the column with the most gaps goes first.
    const next = removable.reduce((best, i) =>
      regained[i] > regained[best] || (regained[i] === regained[best] && present[i] < present[best])
        ? i
        : best,
    )
    apart.set(open[next], regained[next])
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

  /** For each column the weight of the rows that lack only this column. */
  function regainedRows(): Float64Array {
    const regained = new Float64Array(open.length)
    for (let row = 0; row < lacking.length; row++) {
      if (lacking[row] === 1) regained[places[row]] += rows.weights[row]
    }
    return regained
  }
}
