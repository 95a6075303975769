import { CribaError, isCutShort, settleSelect } from '#core'
import type { Run, SelectResult, SelectSpec, SettledSelectSpec, Source, Table, Warning } from '#core'
import type { SearchLimits } from '#methods'
import { withWarnings } from '../scope/error-warnings.ts'
import type { Reporter } from '../scope/error-warnings.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { oneLineEach, sourceOf } from '../scope/scope.ts'
import { openCheckpoint } from './checkpoint.ts'
import type { SelectRun } from './checkpoint.ts'
import { chooseSelection } from './chosen-selection.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import { explainColumn, unitToExplain } from './explanation.ts'
import { findingsAfter } from './findings-after.ts'
import { nullTestsOf } from './null-tests.ts'
import { reportedPositions, runSearch, startSearch } from './running-search.ts'
import type { SearchHistory } from './running-search.ts'
import { SearchBudget } from './search-budget.ts'
import type { SearchSetup } from './search-setup.ts'
import { areAffordable, columnsOf } from './search-units.ts'
import { findStart, prepareColumns } from './selection-columns.ts'
import { resultOf } from './selection-result.ts'

/**
 * Selects columns of a table: a criterion scores candidates, a search decides what to try next, a stop when
 * to end. Where values are missing, each term of a score uses the rows complete in its own columns, if the
 * criterion has such terms; the result gives the number of rows behind the scores.
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
  const source = sourceOf(data, run)
  const { on, ...rest } = run
  return withWarnings(source.warnings, on, (reporter) => selectFrom(source, spec, rest, reporter, after))
}

/** What follows a search of all rows, but not one of folds or replicas. */
export interface AfterSearch {
  /**
   * Whether pairs are screened for synergy, and the columns that were not chosen for a relation to the
   * target.
   */
  readonly screensPairs?: boolean
}

/** Which of the chosen columns are named. */
export interface NamedColumns {
  /**
   * Without those that a model never takes in, where the criterion fits one: their score is 0, and their
   * order that of the table.
   */
  readonly onlyEntered?: boolean
}

/** The columns that the same selection chooses, in the order of its result; an interruption is an error. */
export async function selectNames(
  source: Source,
  spec: SelectSpec,
  { on: _, ...run }: Run,
  { onlyEntered = false }: NamedColumns = {},
): Promise<readonly string[]> {
  const { selected } = await withWarnings(source.warnings, undefined, async (reporter) => {
    const names = { isWhole: false, ...reporter }
    const { history, columns, chosen } = await search(source, settleSelect(spec), run, names)
    if (isCutShort(history.ending)) {
      throw history.ending.failure ?? new CribaError('interrupted', 'interrupted')
    }
    const { searchUnits, prepared } = columns
    const left = onlyEntered ? neverEntered(chosen, history) : []
    const units = (history.last?.selected ?? []).filter((unit) => !left.includes(unit))
    const selected = columnsOf(searchUnits, units).map((i) => prepared.names[i])
    return { selected, warnings: reporter.warnings }
  })
  return selected
}

/** Selects columns of a source; each warning is added to `warnings` as soon as it is known. */
async function selectFrom(
  source: Source,
  spec: SelectSpec,
  run: Omit<SelectRun, 'on'>,
  reporter: Reporter,
  { screensPairs = false }: AfterSearch,
): Promise<SelectResult> {
  const startTime = performance.now()
  const settled = settleSelect(spec)
  // Loaded before the search, so that a page that cannot load it loses no result.
  // Both look at the target alone, not given other columns.
  const isScreened = screensPairs && settled.given.length === 0
  const following = isScreened ? await import('../on-demand/after-search.ts') : undefined
  const whole = { isWhole: true, ...reporter }
  const { chosen, columns, start, setup, batcher, limits, running, history, unit } = await search(
    source,
    settled,
    run,
    whole,
  )
  const found = resultOf({ ...columns, settled, chosen, history, running, k: start.k })
  const ended = { setup, limits, history, result: found, unit, columns }
  const why = await explainColumn(settled.why, ended, run.signal)
  const { facts } = columns.prefiltered
  const ofSearch = { settled, chosen, prepared: columns.prepared, found, pause: () => setup.budget.pause() }
  const unfinished: Warning[] = []
  const findAfter = (of: typeof found) => findingsAfter(batcher, settled, chosen, columns, of)
  const after =
    (await unlessInterrupted('the chosen columns are not checked', unfinished, () => findAfter(found))) ??
    (await findAfter({ ...found, stopped: 'interrupted' }))
  const alsoRelated = isScreened
    ? await unlessInterrupted('what else follows the target is not listed', unfinished, () =>
        following!.findAlsoRelated(batcher, { settled, chosen, columns, found }),
      )
    : undefined
  const synergies = isScreened
    ? await unlessInterrupted(
        'pairs that tell of the target only together were not sought',
        unfinished,
        async () => following!.findSynergies(batcher, ofSearch),
      )
    : undefined
  return {
    ...found,
    ...(why && { why }),
    ...(facts && { prefilter: facts }),
    ...(alsoRelated && { alsoRelated }),
    ...(synergies && { synergies }),
    columns: after.columns,
    warnings: oneLineEach([
      ...found.warnings,
      ...columns.prefiltered.warnings,
      ...setup.nullTests.warnings,
      ...after.warnings,
      ...unfinished,
    ]),
    seconds: (performance.now() - startTime) / 1000,
  }
}

/**
 * What is found after a search; where the run is interrupted meanwhile, undefined, and a warning says what is
 * missing.
 */
async function unlessInterrupted<T>(
  missing: string,
  warnings: Warning[],
  find: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await find()
  } catch (error) {
    if (!(error instanceof CribaError) || error.code !== 'interrupted') throw error
    warnings.push({ code: 'untested', message: `interrupted after the search: ${missing}` })
    return undefined
  }
}

/** Whether a whole result is made of a selection, or only the names of the columns that it chooses. */
interface Telling extends Reporter {
  readonly isWhole: boolean
}

/** Prepares a search and runs it. */
async function search(
  source: Source,
  settled: SettledSelectSpec,
  { progress = () => {}, checkpoint, ...run }: Omit<SelectRun, 'on'>,
  { isWhole, warnings, report }: Telling,
) {
  const chosen = chooseSelection(settled)
  const budget = new SearchBudget(settled.budget ?? {}, run.signal)
  // The batchers are silent, because progress is a share of the search, not of each batch. The budget bounds
  // the search alone: neither the preparation nor what follows the search.
  const unbounded = new RequestBatcher(source, run)
  const bounded = { ...run, ...(budget.signal && { signal: budget.signal }) }
  const batcher = new RequestBatcher(source, bounded)

  const columns = await prepareColumns(unbounded, settled, chosen, run, warnings)
  const { prepared } = columns
  const start = await findStart(source, settled, chosen, columns, (...method) => selectOnce(...method, run))
  const saved = checkpoint ? await openCheckpoint(checkpoint, unbounded, settled, chosen, prepared) : null
  const unit = unitToExplain(settled.why, columns)

  const given = prepared.given?.source
  const scoring = given ? new RequestBatcher(given, bounded) : batcher
  const nullTests = nullTestsOf(batcher, scoring, chosen.scorer, prepared, settled.seed)
  const most = isWhole ? null : mostUsed(settled, chosen, start.k)
  const setup = {
    ...columns,
    batcher: scoring,
    chosen,
    groups: settled.groups,
    nullTests,
    budget,
    most,
    checkpoint: saved,
  }
  const limits = { ...limitsOf(settled, setup), ...start, progress }
  const running = startSearch(setup, limits)
  const history = await runSearch(running, budget, report && reportedPositions(report, setup, running))
  const again = { ...setup, batcher: given ? new RequestBatcher(given, run) : unbounded }
  return { chosen, columns, start, setup: again, batcher: unbounded, limits, running, history, unit }
}

/** The units that a ranking chose though its model never takes them in. */
function neverEntered({ scorer, search }: ChosenSelection, { positions }: SearchHistory): readonly number[] {
  if (search.record.id !== 'ranking' || scorer.ranker?.cut !== 'chosen') return []
  return positions.flatMap(({ move }) => (move?.merit === 0 ? [move.candidate] : []))
}

/** How many of the best columns a ranking takes; null where others may take part, or another order counts. */
function mostUsed(
  { keep, groups, costs, budget }: SettledSelectSpec,
  { search: { record }, stop, cut }: ChosenSelection,
  k: number | null,
): number | null {
  const isBounded = record.id === 'ranking' && stop === 'none' && cut === null
  const isPlain = keep.length === 0 && Object.keys(groups).length === 0 && costs === null && budget === null
  return isBounded && isPlain ? k : null
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
    pause: () => budget.pause(),
    fitsBudget: (chosen: readonly number[]) => areAffordable(searchUnits, chosen),
    seed,
  }
}
