import { isCutShort, resolveOptions } from '#core'
import type { ColumnRecord, SelectResult, SettledSelectSpec, Warning } from '#core'
import { isSignificance, significanceOptions } from '#methods'
import { missingnessWarnings } from '../profile/missingness.ts'
import { withLeaks } from '../profile/profile.ts'
import { markColumnsLackingRows } from '../profile/set-apart.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import { copyWarnings } from './copy-warnings.ts'
import { methodOf } from './method-parts.ts'
import { warningsOfSet } from './open-problem.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import type { Scorer } from './scorer.ts'
import type { SelectionColumns } from './selection-columns.ts'

/** What is found of the columns once the search has ended. */
interface FindingsAfter {
  readonly columns: readonly ColumnRecord[]
  readonly warnings: readonly Warning[]
}

/**
 * The records of all columns, with those marked that predict the target almost perfectly, and warnings about
 * the columns chosen. Nothing more is requested once the user has interrupted the search.
 */
export async function findingsAfter(
  batcher: RequestBatcher,
  { asIs }: Pick<SettledSelectSpec, 'asIs'>,
  { scorer, stop }: ChosenSelection,
  { inspected, prepared }: SelectionColumns,
  found: Pick<SelectResult, 'selected' | 'stopped'>,
): Promise<FindingsAfter> {
  const isInterrupted = isCutShort(found)
  const { scope, facts, codings, lacking } = prepared
  const guards = isInterrupted ? [] : await warningsOfChosen(batcher, scorer, prepared, found)
  const few =
    isInterrupted || !stop || !isSignificance(stop) ? [] : await warningsOfGroups(batcher, stop, prepared)
  const { records, warnings } =
    asIs || isInterrupted ? inspected : await withLeaks(batcher, inspected, scope, facts, codings)
  return { columns: markColumnsLackingRows(records, lacking), warnings: [...warnings, ...few, ...guards] }
}

/** Warnings about the groups of rows that are exchanged as a whole. */
async function warningsOfGroups(
  batcher: RequestBatcher,
  stop: string,
  prepared: PreparedSelection,
): Promise<readonly Warning[]> {
  if (!prepared.input.context.splitBy?.together) return []
  const { fewGroupsWarnings } = await import('../on-demand/exchange.ts')
  const { alpha } = resolveOptions('significance', significanceOptions, methodOf(stop).options)
  return fewGroupsWarnings(batcher, alpha, prepared)
}

/**
 * Warnings about the columns chosen: what the criterion tells of them, missing values that depend on the
 * target, and columns that coincide.
 */
async function warningsOfChosen(
  batcher: RequestBatcher,
  scorer: Scorer,
  { warnedScope, scope, facts, codings, names, input }: PreparedSelection,
  { selected }: Pick<SelectResult, 'selected'>,
): Promise<readonly Warning[]> {
  const chosen = new Set(selected)
  const places = [...names.keys()].filter((column) => chosen.has(names[column]))
  const set = places.map((column) => input.features[column])
  const { criterion, options } = scorer
  const scored = { criterion, options, set, target: input.context.target }
  return [
    ...(places.length > 0 ? await warningsOfSet(scorer, batcher, input, places) : []),
    ...(await missingnessWarnings(batcher, warnedScope, codings.target ?? facts.classes)),
    ...(await copyWarnings(
      batcher,
      [scored],
      names.filter((name) => chosen.has(name)),
      scope.view,
    )),
  ]
}
