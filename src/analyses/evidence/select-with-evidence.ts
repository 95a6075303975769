import { CribaError, isCutShort, settleSelect } from '#core'
import type {
  Evidence,
  Run,
  SelectResult,
  SelectSpec,
  SettledEvidence,
  SettledSelectSpec,
  Source,
  Table,
  Warning,
} from '#core'
import { checkLearner, learnerOf } from '../held-out/evidence-learner.ts'
import { withoutColumnsSetApart } from '../held-out/inner-selection.ts'
import { innerSpecOf, outerOf, selectAny } from '../outer/select-any.ts'
import { foldWarnings } from '../scope/weights.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { underOneTarget } from '../scope/one-target.ts'
import { oneLineEach, sourceOf } from '../scope/scope.ts'
import { checkAlternatives } from '../selection/selection-checks.ts'
import type { SelectRun } from '../selection/checkpoint.ts'
import { chooseSelection } from '../selection/chosen-selection.ts'
import type { AfterSearch } from '../selection/run-selection.ts'
import { withTraining } from '../transform/training.ts'
import type { ScoredBy } from './alternatives.ts'
import { findEvidence } from './evidence.ts'
import type { GoingOn } from './saved-selection.ts'
import { targetWarnings, withMetricOfTarget } from './target-of-evidence.ts'

/** What `select` does. */
export async function selectColumns(
  data: Table | Source,
  spec: SelectSpec,
  run: SelectRun,
): Promise<SelectResult> {
  const start = performance.now()
  return underOneTarget(sourceOf(data, run), spec, settleSelect, run, async (source, one) => {
    const settled = settleSelect(one)
    if (settled.asIs) return selectSaved(source, one, settled, run, start)
    const { withRowsTogether } = await import('../on-demand/rows-together.ts')
    return withRowsTogether(source, settled, run, (from, change) => {
      const changed = { ...one, ...change }
      return selectSaved(from, changed, settleSelect(changed), run, start)
    })
  })
}

/** The selection, which goes on from a checkpoint if there is one. */
async function selectSaved(
  source: Source,
  spec: SelectSpec,
  settled: SettledSelectSpec,
  { checkpoint, ...run }: SelectRun,
  start: number,
): Promise<SelectResult> {
  if (!checkpoint) return selectFrom({ source, after: source }, spec, settled, run, start)
  const { saveSelection } = await import('../on-demand/checkpoint.ts')
  const saves = { answers: savesAnswers(settled), evidence: settled.evidence !== false }
  return saveSelection(source, checkpoint, saves, run, (from) => selectFrom(from, spec, settled, run, start))
}

/**
 * Whether a checkpoint saves the answers of the source; that of a search of sets saves their merits instead.
 */
function savesAnswers(settled: SettledSelectSpec): boolean {
  if (outerOf(settled)) return false
  const { count, checkpoint } = chooseSelection(settled).scorer.can
  return count && !checkpoint
}

/** The selection from a source, its evidence and its alternatives. */
async function selectFrom(
  { source, after, checkpoint, once }: GoingOn,
  spec: SelectSpec,
  settled: SettledSelectSpec,
  run: Run,
  start: number,
): Promise<SelectResult> {
  const given = settled.evidence
  checkAlternatives(settled, innerSpecOf(settled))
  if (!given) {
    const all = { ...run, ...(checkpoint && { checkpoint }) }
    const chosen = await selectAny(source, spec, all, ofAllRows)
    const found = await withAlternatives(source, settled, chosen, null, run)
    return { ...(await withTraining(source, found, run)), seconds: (performance.now() - start) / 1000 }
  }
  if (settled.target === null) throw new CribaError('missing', 'missing target (evidence needs one)')
  refuseLeakingFunction(settled)
  const { progress, on, ...silent } = run
  await checkLearner(source, settled, given, silent)
  const part = (from: number, to: number): Run => ({
    ...silent,
    ...(progress && { progress: (share) => progress(from + share * (to - from)) }),
  })
  const search = 1 / (1 + (given.folds ?? 1) * given.repeats)
  const first = { ...part(0, search), ...(checkpoint && { checkpoint }), ...(on && { on }) }
  const result = await selectAny(source, spec, first, ofAllRows)
  if (isCutShort(result)) return result
  const evidenceSpec = await withMetricOfTarget(source, settled, given, silent)
  const { learner, metric } = learnerOf(evidenceSpec, result.spec.task)!
  const isCut = evidenceSpec.size === 'one-error'
  const task = {
    source,
    after,
    ...(once && { once }),
    settled: withoutColumnsSetApart(settled, result),
    evidenceSpec,
    learner,
    metric,
    result,
    isCut,
  }
  const { evidence, warning } = await tryEvidence(() => findEvidence(task, part(search, 1), on))
  const { selected, ...cut } = evidence && isCut ? cutToSize(result, evidence) : { selected: result.selected }
  const hasNoPath = evidence !== undefined && !evidence.sizes
  const resolved: SettledEvidence = {
    ...evidenceSpec,
    learner: learner.id,
    metric: metric.id,
  }
  const said = new Set(result.warnings.map(({ message }) => message))
  const later = oneLineEach([
    ...(warning ? [warning] : []),
    ...(isCut && hasNoPath ? [noPathWarning] : []),
    ...(evidence ? await weightWarnings(source, settled, result, silent) : []),
    ...(evidence && (ofSquares.includes(metric.id) || result.data.task === 'classification')
      ? await targetWarnings(source, task.settled, evidenceSpec, silent)
      : []),
  ]).filter(({ message }) => !said.has(message))
  for (const warning of later) on?.({ kind: 'warning', warning })
  const found = {
    ...result,
    spec: { ...result.spec, evidence: resolved },
    selected,
    ...cut,
    ...(evidence && { evidence }),
    warnings: [...result.warnings, ...later],
  }
  const inEvidence = evidence ? { evidenceSpec, learner, metric } : null
  const whole = await withAlternatives(after, settled, found, inEvidence, run)
  return { ...(await withTraining(after, whole, run)), seconds: (performance.now() - start) / 1000 }
}

/** What follows the search of all rows. */
const ofAllRows: AfterSearch = { screensPairs: true }

/** The result with its alternatives, if they are asked for; nothing is added to an interrupted selection. */
async function withAlternatives(
  source: Source,
  settled: SettledSelectSpec,
  result: SelectResult,
  scoredBy: ScoredBy | null,
  run: SelectRun,
): Promise<SelectResult> {
  if (!settled.alternatives || isCutShort(result)) return result
  return (await import('../on-demand/after-search.ts')).findAlternatives(
    source,
    settled,
    result,
    scoredBy,
    run,
  )
}

/**
 * Refuses a function that decides which rows it uses: inside a fold it would see the rows that are held out.
 */
function refuseLeakingFunction(settled: SettledSelectSpec): void {
  const { scorer } = chooseSelection(innerSpecOf(settled))
  if (scorer.can.holdOut) return
  throw new CribaError(
    'unsuitable',
    'unsuitable criterion for evidence: a function of the columns alone sees the held-out rows (make it a function of (subset, { train, test }), or leave evidence out)',
  )
}

/** The metrics that are sums of squares. */
const ofSquares = ['r2', 'mse']

const noPathWarning: Warning = {
  code: 'no-path',
  message: 'size one-error cuts nothing: the columns were not added one by one',
}

/** The warning of weighted rows in folds, unless the selection gave it already. */
async function weightWarnings(
  source: Source,
  { weights }: SettledSelectSpec,
  result: SelectResult,
  run: Run,
): Promise<readonly Warning[]> {
  if (weights === null || result.warnings.some(({ code }) => code === 'weighted-folds')) return []
  const column = source.columns.findIndex(({ name }) => name === weights)
  return foldWarnings(new RequestBatcher(source, run), { weights: column }, 'evidence')
}

/** A selection is valid without evidence: where evidence is not possible, a warning says why. */
async function tryEvidence(
  find: () => Promise<Evidence>,
): Promise<{ readonly evidence?: Evidence; readonly warning?: Warning }> {
  try {
    return { evidence: await find() }
  } catch (error) {
    // A checkpoint that cannot be written is no fault of the evidence.
    if (!(error instanceof CribaError) || error.code === 'unwritable') throw error
    return { warning: { code: 'no-evidence', message: `evidence is left out: ${error.message}` } }
  }
}

/** Cuts the selection to the smallest size within one standard error of the best, if it is larger. */
function cutToSize(
  { selected, steps, score, why }: SelectResult,
  { sizes }: Evidence,
): Pick<SelectResult, 'selected' | 'score' | 'uncut' | 'why'> {
  // Where no column at all predicts as well, the learner cannot use what the criterion finds; so nothing is
  // cut.
  if (!sizes || sizes.oneError === 0 || sizes.oneError >= selected.length) return { selected, score }
  const size = sizes.oneError
  const last = steps[size - (selected.length - steps.length) - 1]
  const isCut = why !== undefined && selected.indexOf(why.feature) >= size
  return {
    selected: selected.slice(0, size),
    score: last?.score ?? score,
    uncut: selected,
    ...(isCut && {
      why: {
        ...why,
        explanation: `${why.explanation}; cut, as the first ${size} are within one standard error of the best`,
      },
    }),
  }
}
