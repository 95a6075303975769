import { CribaError, leastInWords, shareInWords } from '#core'
import type { RowPolicy, SettledSelectSpec } from '#core'
import { readsOf } from '#methods'
import { typesOf } from '../coding/assignment.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { withFeatures } from '../scope/scope.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import { scorersOf } from './chosen-selection.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import { columnsOfFewRows, columnsThatCostRows } from './columns-lacking-rows.ts'
import type { ColumnsSetApart } from './columns-lacking-rows.ts'
import { methodOf } from './method-parts.ts'
import type { RefusedColumns } from './taken-columns.ts'

/** The rows that a selection uses, and the columns that take no part because of the rows they lack. */
export interface ResolvedRows {
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
