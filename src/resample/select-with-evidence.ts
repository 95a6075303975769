import type { Table } from '../columns/table.ts'
import type { SelectRun } from '../analyses/selection/checkpoint.ts'
import { RequestBatcher } from '../analyses/scope/request-batcher.ts'
import { foldWarnings } from '../analyses/scope/fold-warnings.ts'
import { scopeOf, oneLineEach, sourceOf } from '../analyses/scope/scope.ts'
import { withoutColumns } from '../analyses/selection/without-columns.ts'
import { lookAtTarget } from '../analyses/scope/target.ts'
import { selectOnce } from '../analyses/run-selection.ts'
import type { TypedSelectSpec } from '../analyses/typed-specs.ts'
import type { Run, Source } from '../sources/source.ts'
import { CribaError } from '../spec/error.ts'
import type { SettledEvidence } from '../spec/evidence-spec.ts'
import { settleSelect } from '../spec/select-spec.ts'
import type { SelectSpec, SettledSelectSpec } from '../spec/select-spec.ts'
import type { Evidence } from '../trace/evidence.ts'
import type { SelectResult } from '../trace/selection.ts'
import type { Warning } from '../trace/warning.ts'
import { cutToSize, isToBeCut } from './cut-to-size.ts'
import { learnerOf } from './evidence-learner.ts'
import { findEvidence } from './evidence.ts'

/**
 * Selects columns of a table: a criterion says how good candidates are, a search what to try next, a stop when to end.
 * Where values are missing, each term of a score is made over the rows complete in its own columns, if the criterion has such
 * terms; the result says on how many rows it rests. With `evidence` the result says how well a learner predicts held-out rows
 * from all columns and from those that the same selection chooses without these rows, and how well from fewer: where nothing
 * else bounds the selection, it ends where fewer do as well.
 *
 * @example const { selected } = await select(wine, { target: 'quality', criterion: jmi(), k: 5 })
 * @throws CribaError naming the column, the method and the mend
 */
export function select(data: Table | Source, spec: TypedSelectSpec, run?: SelectRun): Promise<SelectResult>
/** The same once more, by the spec of a result. */
export function select(data: Table | Source, spec: SettledSelectSpec, run?: SelectRun): Promise<SelectResult>
export async function select(
  data: Table | Source,
  spec: SelectSpec,
  run: SelectRun = {},
): Promise<SelectResult> {
  const start = performance.now()
  const settled = settleSelect(spec)
  const asked = settled.evidence
  if (!asked) return selectOnce(data, spec, run)
  if (settled.target === null) throw new CribaError('missing', 'missing target (evidence needs one)')
  const source = sourceOf(data)
  const { progress, checkpoint, ...unseen } = run
  await checkLearner(source, settled, asked, unseen)
  const part = (from: number, to: number): Run => ({
    ...unseen,
    ...(progress && { progress: (share) => progress(from + share * (to - from)) }),
  })
  const search = 1 / (1 + asked.folds * asked.repeats)
  const result = await selectOnce(source, spec, { ...part(0, search), ...(checkpoint && { checkpoint }) })
  if (result.stopped === 'interrupted') return result
  const { learner, metric } = learnerOf(asked, result.spec.task)!
  const isCut = isToBeCut(settled, asked)
  const task = { source, settled: withoutApart(settled, result), asked, learner, metric, result, isCut }
  const { evidence, warning } = await tryEvidence(() => findEvidence(task, part(search, 1)))
  const { selected, ...cut } = evidence && isCut ? cutToSize(result, evidence) : { selected: result.selected }
  const resolved: SettledEvidence = {
    ...asked,
    learner: learner.id,
    metric: metric.id,
    size: isCut && (!evidence || evidence.sizes || asked.size !== 'auto') ? 'one-error' : 'stop',
  }
  const added = [warning, isCut && evidence && !evidence.sizes && asked.size !== 'auto' ? noPath : undefined]
  const isTold = result.warnings.some(({ code }) => code === 'weighted-folds')
  const weighted =
    evidence && settled.weights !== null && !isTold
      ? await foldWarnings(
          new RequestBatcher(source, unseen),
          { weights: source.columns.findIndex(({ name }) => name === settled.weights) },
          'evidence',
        )
      : []
  return {
    ...result,
    spec: { ...result.spec, evidence: resolved },
    selected,
    ...cut,
    ...(evidence && { evidence }),
    warnings: [
      ...result.warnings,
      ...oneLineEach([...added.filter((one) => one !== undefined), ...weighted]),
    ],
    seconds: (performance.now() - start) / 1000,
  }
}

/** The same selection of the columns that took part in it. */
function withoutApart(settled: SettledSelectSpec, { columns }: SelectResult): SettledSelectSpec {
  const apart = columns.filter(({ setApart }) => setApart).map(({ name }) => name)
  return withoutColumns(settled, apart)
}

const noPath: Warning = {
  code: 'no-path',
  message: 'size one-error cuts nothing: the columns did not join one after the other',
}

/** A learner or a metric that the target cannot have is an error before anything is searched. */
async function checkLearner(
  source: Source,
  settled: SettledSelectSpec,
  asked: SettledEvidence,
  run: Run,
): Promise<void> {
  if (asked.learner === 'auto' && asked.metric === 'auto') return
  learnerOf(asked, null)
  const { progress: _, ...quiet } = run
  const scope = scopeOf(source, { ...settled, missing: 'pairwise' })
  const { task } = await lookAtTarget(new RequestBatcher(source, quiet), scope, settled)
  learnerOf(asked, task)
}

/** A selection stands without its evidence: where that cannot be had, a warning says why. */
async function tryEvidence(
  find: () => Promise<Evidence>,
): Promise<{ readonly evidence?: Evidence; readonly warning?: Warning }> {
  try {
    return { evidence: await find() }
  } catch (error) {
    if (!(error instanceof CribaError)) throw error
    return { warning: { code: 'no-evidence', message: `evidence is left out: ${error.message}` } }
  }
}
