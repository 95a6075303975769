import { readsOf } from '../../criteria/criterion.ts'
import { isPairwise } from '../../criteria/families/gaps.ts'
import { CribaError } from '../../spec/error.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { RowPolicy } from '../../trace/used-rows.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { typesOf } from '../scope/assignment.ts'
import { withFeatures } from '../scope/scope.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import { leastInWords, shareInWords } from '../../spec/min-rows.ts'
import { lookAtTarget } from '../scope/target.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import { methodOf } from './method-parts.ts'
import { columnsOfFewRows, columnsThatCostRows } from './columns-lacking-rows.ts'
import type { SetApart } from './columns-lacking-rows.ts'
import type { Refused } from './taken-columns.ts'

/** Which rows a selection counts, and which columns take no part for that. */
export interface RowsThatCount {
  readonly scope: AnalysisScope
  readonly policy: RowPolicy
  /** Columns set apart for the rows they lack, and why. */
  readonly refused: Refused
}

/**
 * Settles what is done where values are missing. Any policy but `pairwise` means itself. `pairwise` is each term over the
 * rows complete in its own columns, where the criterion is made of such terms and the stop tests no more of them together.
 * Other criteria compare sets over the same rows: there a gap is a level of its own where levels are read, and of numbers the
 * rows complete in all columns count. Either way columns that leave too few rows are set apart, but none that is kept.
 */
export async function rowsThatCount(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  settled: SettledSelectSpec,
  chosen: ChosenSelection,
): Promise<RowsThatCount> {
  const { features, view } = scope
  const { missing, minRows } = settled
  if (missing !== 'pairwise') {
    const policy = missing
    return { scope: withFeatures(scope, features, policy), policy, refused: new Map() }
  }
  const asked = { columns: features, view, minRows, kept: new Set(settled.keep) }
  if (areTermsOfPairs(chosen)) {
    const found = await columnsOfFewRows(batcher, asked)
    return without(scope, features, found, 'pairwise', minRows)
  }
  if (features.every((column) => column.missing === 0)) {
    return { scope, policy: 'complete', refused: new Map() }
  }
  const facts = await lookAtTarget(batcher, scope, settled)
  const criteria = [chosen.criterion, ...(chosen.second ? [chosen.second] : [])]
  const reads = criteria.map(({ criterion, options }) => readsOf(criterion, options, typesOf(scope, facts)))
  const isRead = ({ type }: ScopeColumn) => reads.some((of) => of.features[type] !== 'levels')
  const numbers = features.filter(isRead)
  const found = await columnsThatCostRows(batcher, { ...asked, columns: numbers }, facts.classes)
  return without(scope, numbers, found, policyFor(features, numbers), minRows)
}

/** Whether every term, and every test of a gain, is of one column or a pair beside the target. */
function areTermsOfPairs({ criterion, second, stop }: ChosenSelection): boolean {
  const isOfSets = stop?.startsWith('significance') && (methodOf(stop).options?.['null'] ?? 'min') !== 'min'
  return !isOfSets && [criterion, ...(second ? [second] : [])].every((one) => isPairwise(one.criterion))
}

/** What is done where some columns are read as numbers and the others as levels. */
function policyFor(features: readonly ScopeColumn[], numbers: readonly ScopeColumn[]): RowPolicy {
  if (numbers.length === 0) return 'level'
  return numbers.length === features.length ? 'complete' : 'level-or-complete'
}

/** The play without the columns set apart; over the rows complete in those of `counted` that stay, where rows are left out. */
function without(
  scope: AnalysisScope,
  counted: readonly ScopeColumn[],
  { apart, of }: SetApart,
  policy: RowPolicy,
  minRows: number,
): RowsThatCount {
  const left = scope.features.filter((column) => !apart.has(column))
  const [first] = apart
  if (left.length === 0) {
    throw new CribaError(
      'missing',
      `missing rows: no column has ${leastInWords(minRows)} (${first[0].name} has ${shareInWords(first[1], of)}; lower minRows)`,
    )
  }
  const why = (rows: number) =>
    policy === 'pairwise' ? `has a value in ${shareInWords(rows, of)}` : `costs ${shareInWords(rows, of)}`
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
