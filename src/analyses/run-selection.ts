import type { Table } from '../columns/table.ts'
import type { SearchLimits } from '../search/search.ts'
import type { Run, Source } from '../sources/source.ts'
import { settleSelect } from '../spec/select-spec.ts'
import type { SelectSpec, SettledSelectSpec } from '../spec/select-spec.ts'
import type { Explanation, SelectResult } from '../trace/selection.ts'
import type { Warning } from '../trace/warning.ts'
import { missingnessWarnings } from './profile/missingness.ts'
import { withLeaks } from './profile/profile.ts'
import { inspectColumns, markColumnsLackingRows } from './profile/set-apart.ts'
import type { InspectedColumns } from './profile/set-apart.ts'
import { withWarnings } from './scope/error-warnings.ts'
import { RequestBatcher } from './scope/request-batcher.ts'
import { oneLineEach, sourceOf } from './scope/scope.ts'
import { openCheckpoint } from './selection/checkpoint.ts'
import type { OpenCheckpoint, SelectRun } from './selection/checkpoint.ts'
import { chooseSelection } from './selection/chosen-selection.ts'
import type { ChosenSelection } from './selection/chosen-selection.ts'
import { copyWarnings } from './selection/copy-warnings.ts'
import { explain, unitToExplain } from './selection/explanation.ts'
import { isFunctionCriterion } from './selection/function-criterion.ts'
import { nullTestsOf } from './selection/null-tests.ts'
import { prefilter } from './selection/prefilter.ts'
import type { PrefilteredColumns } from './selection/prefilter.ts'
import { prepareFunction } from './selection/prepared-function.ts'
import { prepareSelection } from './selection/prepared-selection.ts'
import type { PreparedSelection } from './selection/prepared-selection.ts'
import { runSearch, startSearch } from './selection/running-search.ts'
import type { SearchHistory, SearchSetup } from './selection/running-search.ts'
import { SearchBudget } from './selection/search-budget.ts'
import { areAffordable, searchUnitsOf, unitsWith } from './selection/search-units.ts'
import type { SearchUnits } from './selection/search-units.ts'
import { resultOf } from './selection/selection-result.ts'
import { showScores } from './selection/shown-score.ts'
import { checkStartSize, sizeToFind, startOf } from './selection/start-of-search.ts'
import { withoutColumns } from './selection/without-columns.ts'

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
): Promise<SelectResult> {
  const source = sourceOf(data)
  return withWarnings(source.warnings, (warnings) => selectFrom(source, spec, run, warnings))
}

/** The same from a source; each warning is added to `warnings` as soon as it is known. */
async function selectFrom(
  source: Source,
  spec: SelectSpec,
  run: SelectRun,
  warnings: Warning[],
): Promise<SelectResult> {
  const startTime = performance.now()
  const settled = settleSelect(spec)
  const chosen = chooseSelection(settled)
  const { progress = () => {}, checkpoint, ...silent } = run
  const budget = new SearchBudget(settled.budget ?? {}, run.signal)
  // Both batchers are silent, because progress is a share of the search, not of each batch. The budget bounds the search
  // alone: neither the preparation nor what follows the search.
  const batcher = new RequestBatcher(source, { ...silent, ...(budget.signal && { signal: budget.signal }) })
  const unbounded = new RequestBatcher(source, silent)

  const columns = await prepareColumns(unbounded, settled, chosen, silent, warnings)
  const { prepared, searchUnits } = columns
  const { k, start } = await findStart(source, settled, chosen, columns, silent)
  const opened = checkpoint ? await openCheckpoint(checkpoint, unbounded, settled, chosen, prepared) : null
  const unit = unitToExplain(settled.why, searchUnits, prepared)
  const nullTests = nullTestsOf(batcher, chosen.criterion.criterion, prepared, settled.seed)
  const { groups } = settled
  const setup = { batcher, chosen, prepared, searchUnits, groups, nullTests, budget, checkpoint: opened }
  const limits = {
    ...limitsOf(settled, chosen, searchUnits, { k, start, checkpoint: opened, progress }),
    evaluationsLeft: () => budget.left(),
  }

  const running = startSearch(setup, limits)
  const history = await runSearch(running, budget)
  const found = resultOf({ settled, chosen, prepared, searchUnits, history, running, k })
  const search = { setup, limits, history, found, unit }
  const why = await explainColumn(settled.why, search, columns, unbounded, run.signal)
  const isInterrupted = found.stopped === 'interrupted'
  const guards = isInterrupted ? [] : await guardsOf(unbounded, chosen, prepared, found)
  const profile = settled.asIs || isInterrupted ? columns.inspected : await leaksIn(unbounded, columns)
  return {
    ...found,
    ...(why && { why }),
    ...(columns.prefiltered.facts && { prefilter: columns.prefiltered.facts }),
    columns: markColumnsLackingRows(profile.records, prepared.lacking),
    warnings: oneLineEach([...found.warnings, ...profile.warnings, ...guards]),
    seconds: (performance.now() - startTime) / 1000,
  }
}

/** The columns of a selection, ready for the search. */
interface SelectionColumns {
  readonly inspected: InspectedColumns
  readonly prefiltered: PrefilteredColumns
  readonly prepared: PreparedSelection
  readonly searchUnits: SearchUnits
  /** The spec without the columns that were set apart. */
  readonly remaining: SettledSelectSpec
  /** The names of all columns in scope. */
  readonly namesInScope: ReadonlySet<string>
}

/** Sets unfit columns apart, filters the others and codes the candidates. */
async function prepareColumns(
  batcher: RequestBatcher,
  settled: SettledSelectSpec,
  chosen: ChosenSelection,
  run: Run,
  warnings: Warning[],
): Promise<SelectionColumns> {
  const inspected = await inspectColumns(batcher, settled)
  warnings.push(...inspected.warnings)
  const remaining = withoutColumns(settled, inspected.apart.keys())
  const prefiltered = await prefilter(batcher.source, remaining, run)
  const excluded = [...prefiltered.excluded, ...inspected.apart.keys()]
  const prepared = isFunctionCriterion(chosen.criterion.criterion)
    ? await prepareFunction(batcher, settled, excluded)
    : await prepareSelection(batcher, settled, chosen, excluded, warnings)
  const namesInScope = new Set(prepared.all.features.map(({ name }) => name))
  const searchUnits = searchUnitsOf(prepared.names, settled, namesInScope)
  return { inspected, prefiltered, prepared, searchUnits, remaining, namesInScope }
}

/** How many units the search has to find, and the units it starts from. */
async function findStart(
  source: Source,
  settled: SettledSelectSpec,
  chosen: ChosenSelection,
  { prefiltered, prepared, searchUnits, remaining, namesInScope }: SelectionColumns,
  run: Run,
): Promise<Pick<SearchLimits, 'k' | 'start'>> {
  const k = sizeToFind(settled.k, searchUnits, chosen.criterion.criterion)
  const start = await startOf(
    withoutColumns(remaining, prefiltered.excluded),
    (columns) => unitsWith(columns, searchUnits, prepared.names, namesInScope),
    (method) => selectOnce(source, method, run),
  )
  checkStartSize(start, k, searchUnits, chosen.search.record)
  return { k, start }
}

function limitsOf(
  { landscape, seed }: SettledSelectSpec,
  { halt, cut }: ChosenSelection,
  searchUnits: SearchUnits,
  {
    checkpoint,
    ...limits
  }: Pick<SearchLimits, 'k' | 'start' | 'progress'> & { readonly checkpoint: OpenCheckpoint | null },
): SearchLimits {
  return {
    ...limits,
    halt,
    cut,
    keep: landscape === 'all' ? Infinity : (landscape ?? 1),
    bookmark: checkpoint?.state?.bookmark ?? null,
    fitsBudget: (chosen: readonly number[]) => areAffordable(searchUnits, chosen),
    seed,
  }
}

/** A search that has ended, with what it takes to run it again. */
interface EndedRun {
  readonly setup: SearchSetup
  readonly limits: SearchLimits
  readonly history: SearchHistory
  readonly found: Omit<SelectResult, 'columns' | 'seconds'>
  /** The unit of the column to explain. */
  readonly unit: number | null
}

/** Explains why a column was chosen or not; null where none was named. The explanation costs nothing of the budget. */
async function explainColumn(
  feature: string | null,
  { setup, limits, history, found, unit }: EndedRun,
  { inspected, prefiltered, prepared, searchUnits }: SelectionColumns,
  batcher: RequestBatcher,
  signal: AbortSignal | undefined,
): Promise<Explanation | null> {
  if (feature === null) return null
  const { chosen } = setup
  const unbounded = { ...setup, batcher, budget: new SearchBudget({}, signal), checkpoint: null }
  return explain({
    feature,
    unit,
    searchUnits,
    history,
    result: found,
    prepared,
    prefiltered: prefiltered.excluded,
    apart: inspected.apart,
    search: chosen.search.record,
    rerun: found.stopped === 'interrupted' ? null : startSearch(unbounded, limits),
    show: showScores(chosen.criterion.criterion, searchUnits),
  })
}

/** The inspected columns, with those marked that predict the target almost perfectly. */
function leaksIn(batcher: RequestBatcher, { inspected, prepared }: SelectionColumns) {
  const { scope, facts, codings } = prepared
  return withLeaks(batcher, inspected, scope, facts, codings)
}

/** Warnings about the columns chosen: missing values that depend on the target, and columns that coincide. */
async function guardsOf(
  batcher: RequestBatcher,
  { criterion: { criterion, options } }: ChosenSelection,
  { warnedScope, scope, facts, codings, names, input }: PreparedSelection,
  { selected }: Pick<SelectResult, 'selected'>,
): Promise<readonly Warning[]> {
  const chosen = new Set(selected)
  const set = input.features.filter((_, column) => chosen.has(names[column]))
  const scored = { criterion, options, set, target: input.context.target }
  return [
    ...(await missingnessWarnings(batcher, warnedScope, codings.target ?? facts.classes)),
    ...(await copyWarnings(
      batcher,
      [scored],
      names.filter((name) => chosen.has(name)),
      scope.view,
    )),
  ]
}
