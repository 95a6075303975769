import type { FittedLearner, Learner, LearnerMetric, Trial } from '../learners/learner.ts'
import { meanAndSd } from '../measures/paired-interval.ts'
import { RequestBatcher } from '../analyses/scope/request-batcher.ts'
import { chooseSelection } from '../analyses/selection/chosen-selection.ts'
import { scopeOf } from '../analyses/scope/scope.ts'
import type { AnalysisScope } from '../analyses/scope/scope.ts'
import { selectOnce } from '../analyses/run-selection.ts'
import { takenColumns } from '../analyses/selection/taken-columns.ts'
import { lookAtTarget } from '../analyses/scope/target.ts'
import type { TargetFacts } from '../analyses/scope/target.ts'
import type { Run, Source } from '../sources/source.ts'
import { CribaError } from '../spec/error.ts'
import type { SettledEvidence } from '../spec/evidence-spec.ts'
import type { SettledSelectSpec } from '../spec/select-spec.ts'
import { foldsOf } from '../statistics/folds.ts'
import type { Fold } from '../statistics/folds.ts'
import type { Variable } from '../statistics/variable.ts'
import type { View } from '../statistics/view.ts'
import type { Evidence } from '../trace/evidence.ts'
import type { SelectResult } from '../trace/selection.ts'
import { columnsFor } from './evidence-columns.ts'
import { partOfRows } from './part-of-rows.ts'
import { pathOf, sizeCurve, sizesOfTrials } from './size-curve.ts'
import type { Curves } from './size-curve.ts'
import { judgeSelected } from './verdict.ts'

/** What evidence is found for. */
export interface EvidenceTask {
  readonly source: Source
  readonly settled: SettledSelectSpec
  readonly asked: SettledEvidence
  readonly learner: Learner
  readonly metric: LearnerMetric
  /** The selection from all rows. */
  readonly result: SelectResult
  /** Whether the columns of the path are cut where fewer do as well. */
  readonly isCut: boolean
}

/**
 * What a selection is worth on rows that it has not seen: of each fold the whole selection is made on the other rows, cuts,
 * levels and rankings before it included, a learner learns there from the columns chosen and from all, and both predict the
 * fold. So a selection that finds its columns by chance shows no better than chance. The learner's statistics are asked for
 * once: those of the rows outside a fold are the sum of the other folds'.
 */
export async function findEvidence(task: EvidenceTask, run: Run): Promise<Evidence> {
  const { source, settled, asked, learner, metric, result } = task
  const { progress = () => {}, ...unseen } = run
  // As many bins as for all rows, so that the spec of the result gives the same folds.
  const inFold = {
    ...settled,
    task: result.spec.task,
    bins: result.spec.bins,
    evidence: false,
    why: null,
  } as const
  const scope = scopeOf(source, {
    ...settled,
    missing: settled.missing === 'complete' ? 'complete' : 'pairwise',
  })
  const batcher = new RequestBatcher(source, unseen)
  const facts = await lookAtTarget(batcher, scope, inFold)
  const folds = foldsOfAll(scope.view, asked, settled.seed, facts)
  const { judge, readable } = await learnAll(task, batcher, scope, facts, folds, unseen)
  const found: Chosen[] = []
  for (const fold of folds) {
    const share = (done: number) => progress((found.length + done) / folds.length)
    const part = partOfRows(source, fold.train.sample!)
    found.push(await chosenFrom(part, inFold, facts, { ...unseen, progress: share }))
  }
  const curves = curvesOf(task, found, judge, readable)
  const sizes = curves && task.isCut ? sizesOfTrials(curves) : found.map(() => null)
  const variablesOf = (names: Iterable<string>) => [...names].flatMap((name) => readable.get(name) ?? [])
  const all = judge.scores(variablesOf(readable.keys()))
  const none = judge.scores([])
  const scores = found.map(({ selected }, trial) => {
    const features = selected.slice(0, sizes[trial] ?? selected.length)
    const steps = [variablesOf(features)]
    return { all: all[trial], selected: judge.path(steps, trial)[1], none: none[trial], features }
  })
  return {
    learner: learner.id,
    metric: metric.id,
    better: metric.better,
    units: metric.units,
    reads: learner.evidence.how,
    columns: readable.size,
    all: meanAndSd(scores.map((fold) => fold.all)),
    selected: meanAndSd(scores.map((fold) => fold.selected)),
    none: meanAndSd(scores.map((fold) => fold.none)),
    ...judgeSelected(scores, asked.folds, metric.better),
    ...(curves && { sizes: sizeCurve(curves) }),
    folds: scores.map((fold, trial) => ({ ...fold, ...(curves && { path: curves.ofTrials[trial] }) })),
  }
}

/** What was chosen, and how. */
type Chosen = Pick<SelectResult, 'selected' | 'steps'>

/** Every fold of every division. */
function foldsOfAll(
  view: View,
  { folds, repeats }: SettledEvidence,
  seed: number,
  { classes }: TargetFacts,
): readonly Fold[] {
  const by = classes ? { by: classes } : {}
  return Array.from({ length: repeats }, (_, number) => foldsOf(view, { folds, seed, number, ...by })).flat()
}

/** What a learner makes of the rows outside each fold, and the columns it can read, by name. */
async function learnAll(
  { source, settled, asked, learner, metric }: EvidenceTask,
  batcher: RequestBatcher,
  scope: AnalysisScope,
  facts: TargetFacts,
  folds: readonly Fold[],
  run: Run,
) {
  const { variables, target, options } = await columnsFor(learner, batcher, scope, facts, settled)
  const lesson = {
    features: [...variables.values()].flat(),
    target,
    parts: folds.map(({ test }) => test),
    trials: folds.map((_, test) => trialOf(test, asked.folds)),
    options,
    unseenIsMissing: true,
  } as const
  const judge = learner.fit(await source.answer(learner.needs(lesson), run), lesson, metric)
  if (judge.heldOutWeights.includes(0)) {
    throw new CribaError(
      'missing',
      `missing rows: a fold has none (needs one for each of ${asked.folds} folds)`,
    )
  }
  const isReadable = (all: readonly Variable[]) => all.every((one) => judge.whyUnusable(one) === undefined)
  const readable = new Map([...variables].filter(([, all]) => isReadable(all)))
  if (readable.size > 0) return { judge, readable }
  throw new CribaError('unsuitable', `unsuitable columns: ${learner.id} can learn from none of them`)
}

/** One fold is held out, the others of its division are learned from. */
function trialOf(test: number, folds: number): Trial {
  const first = test - (test % folds)
  const division = Array.from({ length: folds }, (_, fold) => first + fold)
  return { test, train: division.filter((fold) => fold !== test) }
}

/** Where all selections are paths: how well the first so many columns of each predict its fold, up to as many as were chosen. */
function curvesOf(
  { result, settled, asked, metric }: EvidenceTask,
  found: readonly Chosen[],
  judge: FittedLearner,
  readable: ReadonlyMap<string, readonly Variable[]>,
): Curves | null {
  const path = pathOf(result, settled)
  const paths = found.flatMap((one) => pathOf(one, settled) ?? [])
  const from = path?.begins ?? 0
  if (!path || path.columns.length === from || paths.length < found.length) return null
  if (paths.some(({ begins, columns }) => begins !== from && columns.length > 0)) return null
  const ofTrials = paths.map(({ columns }, trial) => {
    const scores = judge.path(
      columns.map((name) => readable.get(name) ?? []),
      trial,
    )
    // Where the fold chose fewer, it has no more to offer.
    const at = (size: number) => scores[Math.min(size, scores.length - 1)]
    return Array.from({ length: path.columns.length - from + 1 }, (_, place) => at(from + place))
  })
  return { from, ofTrials, better: metric.better, folds: asked.folds }
}

/** What the selection chooses from a part of the rows: nothing where the target is always the same there. */
async function chosenFrom(
  part: Source,
  settled: SettledSelectSpec,
  facts: TargetFacts,
  run: Run,
): Promise<Chosen> {
  const { signal } = run
  const { criterion, second } = chooseSelection(settled)
  const { scope } = takenColumns([criterion, ...(second ? [second] : [])], part, settled, [])
  if (await isConstant(new RequestBatcher(part, signal ? { signal } : {}), facts, scope.view)) {
    return { selected: [], steps: [] }
  }
  const result = await selectOnce(part, settled, run)
  if (result.stopped === 'interrupted') throw new CribaError('interrupted', 'interrupted')
  return result
}

/** Whether the target is the same in all rows that have one. */
async function isConstant(
  batcher: RequestBatcher,
  { classes, values }: TargetFacts,
  view: View,
): Promise<boolean> {
  if (!classes) {
    const order = { kind: 'order', variable: values!, at: [], distinctUpTo: 1, view } as const
    const [[{ distinct }]] = await batcher.request([[order]])
    return distinct?.length === 1
  }
  const counts = { kind: 'counts', family: { list: [[classes]] }, view } as const
  const [[[{ cells }]]] = await batcher.request([[counts]])
  return cells.filter((count) => count > 0).length === 1
}
