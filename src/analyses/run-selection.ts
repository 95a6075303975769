import type { Table } from '../columns/table.ts'
import type { SearchLimits } from '../search/search.ts'
import type { Source } from '../sources/source.ts'
import { settleSelect } from '../spec/select-spec.ts'
import type { SelectSpec, SettledSelectSpec } from '../spec/select-spec.ts'
import type { SelectResult } from '../trace/selection.ts'
import { withWarnings } from './scope/error-warnings.ts'
import type { Reporter } from './scope/error-warnings.ts'
import { RequestBatcher } from './scope/request-batcher.ts'
import { oneLineEach, sourceOf } from './scope/scope.ts'
import { openCheckpoint } from './selection/checkpoint.ts'
import type { SelectRun } from './selection/checkpoint.ts'
import { chooseSelection } from './selection/chosen-selection.ts'
import { explainColumn, unitToExplain } from './selection/explanation.ts'
import { findingsAfter } from './selection/findings-after.ts'
import { nullTestsOf } from './selection/null-tests.ts'
import { reportedPositions } from './selection/reported-positions.ts'
import { runSearch, startSearch } from './selection/running-search.ts'
import type { SearchSetup } from './selection/running-search.ts'
import { SearchBudget } from './selection/search-budget.ts'
import { areAffordable } from './selection/search-units.ts'
import { findStart, prepareColumns } from './selection/selection-columns.ts'
import { resultOf } from './selection/selection-result.ts'
import { findSynergies } from './selection/synergies.ts'

/**
 * Selects columns of a table: a criterion scores candidates, a search decides what to try next, a stop when to end. Where
 * values are missing, each term of a score uses the rows complete in its own columns, if the criterion has such terms; the
 * result gives the number of rows behind the scores.
 *
 * @example const { selected } = await select(wine, { target: 'quality', criterion: jmi(), k: 5 })
 * @throws CribaError naming the column, the method and the remedy
 */
export async function selectOnce(
  data: Table | Source,
  spec: SelectSpec,
  run: SelectRun = {},
  after: AfterSearch = {},
): Promise<SelectResult> {
  const source = sourceOf(data)
  const { on, ...rest } = run
  return withWarnings(source.warnings, on, (reporter) => selectFrom(source, spec, rest, reporter, after))
}

/** What follows a search of all rows, but not one of folds or replicas. */
export interface AfterSearch {
  /** Whether pairs are screened for synergy. */
  readonly screensPairs?: boolean
}

/** The same from a source; each warning is added to `warnings` as soon as it is known. */
async function selectFrom(
  source: Source,
  spec: SelectSpec,
  { progress = () => {}, checkpoint, ...run }: Omit<SelectRun, 'on'>,
  { warnings, report }: Reporter,
  { screensPairs = false }: AfterSearch,
): Promise<SelectResult> {
  const startTime = performance.now()
  const settled = settleSelect(spec)
  const chosen = chooseSelection(settled)
  const budget = new SearchBudget(settled.budget ?? {}, run.signal)
  // The batchers are silent, because progress is a share of the search, not of each batch. The budget bounds the search alone:
  // neither the preparation nor what follows the search.
  const unbounded = new RequestBatcher(source, run)
  const batcher = new RequestBatcher(source, { ...run, ...(budget.signal && { signal: budget.signal }) })

  const columns = await prepareColumns(unbounded, settled, chosen, run, warnings)
  const { prepared, prefiltered } = columns
  const start = await findStart(source, settled, chosen, columns, (...method) => selectOnce(...method, run))
  const saved = checkpoint ? await openCheckpoint(checkpoint, unbounded, settled, chosen, prepared) : null
  const unit = unitToExplain(settled.why, columns)

  const nullTests = nullTestsOf(batcher, chosen.scorer, prepared, settled.seed)
  const setup = { ...columns, batcher, chosen, groups: settled.groups, nullTests, budget, checkpoint: saved }
  const limits = { ...limitsOf(settled, setup), ...start, progress }
  const running = startSearch(setup, limits)
  const history = await runSearch(running, budget, report && reportedPositions(report, setup, running))

  const found = resultOf({ ...columns, settled, chosen, history, running, k: start.k })
  const ended = { setup: { ...setup, batcher: unbounded }, limits, history, result: found, unit, columns }
  const why = await explainColumn(settled.why, ended, run.signal)
  const after = await findingsAfter(unbounded, settled, chosen.scorer, columns, found)
  const search = { settled, chosen, prepared, found, pause: () => budget.pause() }
  const synergies = screensPairs ? await findSynergies(unbounded, search) : undefined
  return {
    ...found,
    ...(why && { why }),
    ...(prefiltered.facts && { prefilter: prefiltered.facts }),
    ...(synergies && { synergies }),
    columns: after.columns,
    warnings: oneLineEach([...found.warnings, ...after.warnings]),
    seconds: (performance.now() - startTime) / 1000,
  }
}

/** The limits of a search that its spec and its stop set. */
function limitsOf(
  { landscape, seed }: SettledSelectSpec,
  { chosen: { halt, cut, scorer }, searchUnits, checkpoint, budget }: SearchSetup,
): Omit<SearchLimits, 'k' | 'start' | 'progress'> {
  return {
    halt,
    cut,
    keep: landscape === 'all' ? Infinity : (landscape ?? 1),
    bookmark: checkpoint?.state?.bookmark ?? null,
    setsAtOnce: scorer.setsAtOnce,
    evaluationsLeft: () => budget.left(),
    fitsBudget: (chosen: readonly number[]) => areAffordable(searchUnits, chosen),
    seed,
  }
}
