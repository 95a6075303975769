import type { Table } from '../columns/table.ts'
import type { Source } from '../sources/source.ts'
import { settleSelect } from '../spec/select-spec.ts'
import type { SelectSpec } from '../spec/select-spec.ts'
import type { SelectResult } from '../trace/selection.ts'
import type { Warning } from '../trace/warning.ts'
import { SearchBudget } from './selection/search-budget.ts'
import { RequestBatcher } from './scope/request-batcher.ts'
import { nullTestsOf } from './selection/null-tests.ts'
import { openCheckpoint } from './selection/checkpoint.ts'
import type { SelectRun } from './selection/checkpoint.ts'
import { chooseSelection } from './selection/chosen-selection.ts'
import type { ChosenSelection } from './selection/chosen-selection.ts'
import { copyWarnings } from './selection/copy-warnings.ts'
import { explain, watchedUnit } from './selection/explanation.ts'
import { isFunctionCriterion } from './selection/function-criterion.ts'
import { areAffordable, searchUnitsOf, unitsWith } from './selection/search-units.ts'
import { lookAtColumns, markLacking } from './profile/set-apart.ts'
import { withLeaks } from './profile/profile.ts'
import { missingnessWarnings } from './profile/missingness.ts'
import { withWarnings } from './scope/failure.ts'
import { oneLineEach, sourceOf } from './scope/scope.ts'
import { prefilter } from './selection/prefilter.ts'
import { prepareFunction } from './selection/prepared-function.ts'
import { prepareSelection } from './selection/prepared-selection.ts'
import type { PreparedSelection } from './selection/prepared-selection.ts'
import { resultOf } from './selection/selection-result.ts'
import { showScores } from './selection/shown-score.ts'
import { checkStartSize, sizeToFind, startOf } from './selection/start-of-search.ts'
import { withoutColumns } from './selection/without-columns.ts'
import { follow, setGoing } from './selection/walk.ts'

/**
 * Selects columns of a table: a criterion says how good candidates are, a search what to try next, a stop when to end.
 * Where values are missing, each term of a score is made over the rows complete in its own columns, if the criterion has such
 * terms; the result says on how many rows it rests.
 *
 * @example const { selected } = await select(wine, { target: 'quality', criterion: jmi(), k: 5 })
 * @throws CribaError naming the column, the method and the mend
 */
export async function selectOnce(
  data: Table | Source,
  spec: SelectSpec,
  run: SelectRun = {},
): Promise<SelectResult> {
  const source = sourceOf(data)
  return withWarnings(source.warnings, (known) => selectFrom(source, spec, run, known))
}

/** The same of a source; what there is to warn of is added to the warnings as soon as it is known. */
async function selectFrom(
  source: Source,
  spec: SelectSpec,
  run: SelectRun,
  known: Warning[],
): Promise<SelectResult> {
  const start = performance.now()
  const settled = settleSelect(spec)
  const chosen = chooseSelection(settled)
  const { progress = () => {}, checkpoint, ...quiet } = run
  const budget = new SearchBudget(settled.budget ?? {}, run.signal)
  // What is done is a share of the search, not of each answer.
  const batcher = new RequestBatcher(source, { ...quiet, ...(budget.signal && { signal: budget.signal }) })
  // A budget bounds the search, not what comes before it, nor a look at what it chose.
  const freely = new RequestBatcher(source, quiet)
  const looked = await lookAtColumns(freely, settled)
  const { apart } = looked
  known.push(...looked.warnings)
  const left = withoutColumns(settled, apart.keys())
  const filtered = await prefilter(source, left, quiet)
  const out = [...filtered.out, ...apart.keys()]
  const prepared = isFunctionCriterion(chosen.criterion.criterion)
    ? await prepareFunction(freely, settled, out)
    : await prepareSelection(freely, settled, chosen, out, known)
  const { all, names } = prepared
  const inScope = new Set(all.features.map(({ name }) => name))
  const searchUnits = searchUnitsOf(names, settled, inScope)
  const k = sizeToFind(settled.k, searchUnits, chosen.criterion.criterion)
  const begin = await startOf(
    withoutColumns(left, filtered.out),
    (columns) => unitsWith(columns, searchUnits, names, inScope),
    (method) => selectOnce(source, method, quiet),
  )
  checkStartSize(begin, k, searchUnits, chosen.search.record)
  const opened = checkpoint ? await openCheckpoint(checkpoint, freely, settled, chosen, prepared) : null
  const watched = watchedUnit(settled.why, searchUnits, prepared)
  const nullTests = nullTestsOf(batcher, chosen.criterion.criterion, prepared, settled.seed)
  const setup = {
    batcher,
    chosen,
    prepared,
    searchUnits,
    nullTests,
    budget,
    checkpoint: opened,
    groups: settled.groups,
  }
  const limits = {
    k,
    halt: chosen.halt,
    cut: chosen.cut,
    start: begin,
    keep: settled.landscape === 'all' ? Infinity : (settled.landscape ?? 1),
    bookmark: opened?.state?.bookmark ?? null,
    affords: (chosen: readonly number[]) => areAffordable(searchUnits, chosen),
    seed: settled.seed,
    progress,
  }
  const underWay = setGoing(setup, limits)
  const trail = await follow(underWay, budget)
  const found = resultOf({ settled, chosen, prepared, searchUnits, trail, underWay, k })
  const again = { ...setup, batcher: freely, budget: new SearchBudget({}, run.signal), checkpoint: null }
  const isInterrupted = found.stopped === 'interrupted'
  const why =
    settled.why === null
      ? null
      : await explain({
          feature: settled.why,
          unit: watched,
          searchUnits,
          trail,
          result: found,
          prepared,
          out: filtered.out,
          apart,
          search: chosen.search.record,
          again: isInterrupted ? null : setGoing(again, limits),
          show: showScores(chosen.criterion.criterion, searchUnits),
        })
  const guards = isInterrupted ? [] : await guardsOf(freely, chosen, prepared, found)
  const { scope, facts, codings } = prepared
  const { records, warnings } =
    settled.asIs || isInterrupted ? looked : await withLeaks(freely, looked, scope, facts, codings)
  return {
    ...found,
    ...(why && { why }),
    ...(filtered.said && { prefilter: filtered.said }),
    columns: markLacking(records, prepared.lacking),
    warnings: oneLineEach([...found.warnings, ...warnings, ...guards]),
    seconds: (performance.now() - start) / 1000,
  }
}

/** What a careful analyst would see in the columns chosen. */
async function guardsOf(
  batcher: RequestBatcher,
  { criterion: { criterion, options } }: ChosenSelection,
  { guarded, scope, facts, codings, names, asked }: PreparedSelection,
  { selected }: Pick<SelectResult, 'selected'>,
): Promise<readonly Warning[]> {
  const chosen = new Set(selected)
  const set = asked.features.filter((_, column) => chosen.has(names[column]))
  const scored = { criterion, options, set, target: asked.question.target }
  return [
    ...(await missingnessWarnings(batcher, guarded, codings.target ?? facts.classes)),
    ...(await copyWarnings(
      batcher,
      [scored],
      names.filter((name) => chosen.has(name)),
      scope.view,
    )),
  ]
}
