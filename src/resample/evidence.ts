import { cv } from '../criteria/cv.ts'
import { findLearner } from '../learners/registry.ts'
import type { Learner, Lesson, Metric } from '../learners/learner.ts'
import { Asker } from '../select/play/ask.ts'
import { assign, wantedBy } from '../select/play/assignment.ts'
import { chooseSelection } from '../select/selection/chosen-selection.ts'
import { fitCodings } from '../select/play/codings.ts'
import { withFeatures } from '../select/play/play.ts'
import type { Play } from '../select/play/play.ts'
import { select } from '../select/select.ts'
import { takenColumns } from '../select/selection/taken-columns.ts'
import { lookAtTarget } from '../select/play/target.ts'
import type { TargetFacts } from '../select/play/target.ts'
import type { Run, Source } from '../sources/source.ts'
import { CribaError } from '../spec/error.ts'
import { resolveOptions } from '../spec/options.ts'
import type { SelectSpec, SettledSelectSpec } from '../spec/select-spec.ts'
import { foldsOf } from '../statistics/folds.ts'
import type { Fold } from '../statistics/folds.ts'
import type { Variable } from '../statistics/variable.ts'
import type { View } from '../statistics/view.ts'
import type { Evidence, EvidenceOfFold, SelectResult, Spread } from '../trace/selection.ts'
import { partOfRows } from './part-of-rows.ts'

/** How many folds the rows are dealt into. */
export const evidenceFolds = 5

/**
 * What a selection is worth on rows that it has not seen: of each fold the whole selection is made on the other rows, cuts,
 * levels and rankings before it included, a learner learns there from the columns chosen and from all, and both predict the
 * fold. So a selection that finds its columns by chance shows no better than chance.
 */
export async function findEvidence(
  source: Source,
  asked: SettledSelectSpec,
  { spec: resolved }: SelectResult,
  run: Run,
): Promise<Evidence> {
  const { progress = () => {}, ...unseen } = run
  // As many bins as for all rows, so that the spec of the result gives the same folds.
  const settled = { ...asked, task: resolved.task, bins: resolved.bins, evidence: false, why: null }
  const { criterion, second } = chooseSelection(settled)
  const taken = takenColumns([criterion, ...(second ? [second] : [])], source, settled, []).play
  const play = withFeatures(taken, taken.features, settled.missing)
  const facts = await lookAtTarget(new Asker(source, unseen), play, settled)
  const learner = findLearner('auto', facts.task === 'regression' ? 'regression' : 'classification')
  const [metric] = learner.metrics
  const by = facts.classes ? { by: facts.classes } : {}
  const lessons = { source, settled, play, facts, learner, metric, run: unseen }
  const folds: (EvidenceOfFold & { readonly columns: number })[] = []
  for (const fold of foldsOf(play.view, { folds: evidenceFolds, seed: settled.seed, number: 0, ...by })) {
    const part = partOfRows(source, fold.train.sample!)
    const share = (done: number) => progress((folds.length + done) / evidenceFolds)
    const features = await chosenFrom(part, settled, facts, play.view, { ...unseen, progress: share })
    const { judge, readable } = await learn(lessons, fold, part)
    const scoreOf = (names: readonly string[]) =>
      judge.scores(names.flatMap((name) => readable.get(name) ?? []))[0]
    const scores = { all: scoreOf([...readable.keys()]), selected: scoreOf(features), none: scoreOf([]) }
    folds.push({ ...scores, features, columns: readable.size })
  }
  const columns = Math.max(...folds.map((fold) => fold.columns))
  if (columns === 0) {
    throw new CribaError('unsuitable', `unsuitable columns: ${learner.id} can learn from none of them`)
  }
  const over = (what: 'all' | 'selected' | 'none') => spreadOf(folds.map((fold) => fold[what]))
  return {
    learner: learner.id,
    metric: metric.id,
    better: metric.better,
    units: metric.units,
    columns,
    all: over('all'),
    selected: over('selected'),
    none: over('none'),
    folds: folds.map(({ columns: _, ...fold }) => fold),
  }
}

/** What a learner is taught from, whichever the fold. */
interface Lessons {
  readonly source: Source
  readonly settled: SettledSelectSpec
  readonly play: Play
  readonly facts: TargetFacts
  readonly learner: Learner
  readonly metric: Metric
  readonly run: Run
}

/** What a learner makes of the rows outside a fold, and the columns it can read, by name. */
async function learn(
  { source, settled, play, facts, learner, metric, run }: Lessons,
  { train, test }: Fold,
  part: Source,
) {
  const within: Play = { ...play, source: part }
  const asker = new Asker(part, run)
  const seen = { ...facts, n: (await targetOf(asker, facts, play.view)).n }
  const chosen = { criterion: cv.criterion, options: resolveOptions('cv', cv.criterion.options) }
  // A learner reads all rows: a missing level is one of its own, a missing number the median of the rows it learns from.
  const missing = settled.missing === 'pairwise' ? 'level-or-median' : settled.missing
  const wanted = wantedBy([chosen], within, seen)
  const codings = await fitCodings(asker, within, seen, wanted, { ...settled, missing })
  const { columns, features, target } = assign(chosen, within, seen, codings, missing)
  const lesson: Lesson = {
    features,
    target: target!,
    parts: [train, test],
    trials: [{ train: [0], test: 1 }],
    options: chosen.options,
  }
  const judge = learner.judge(await source.answer(learner.needs(lesson), run), lesson, metric)
  if (judge.held.includes(0)) {
    throw new CribaError(
      'missing',
      `missing rows: a fold has none (needs one for each of ${evidenceFolds} folds)`,
    )
  }
  const read = columns.map(({ name }, i): readonly [string, Variable] => [name, features[i]])
  return { judge, readable: new Map(read.filter(([, feature]) => judge.whyNot(feature) === undefined)) }
}

/** The columns that the selection chooses from a part of the rows; none where the target is always the same there. */
async function chosenFrom(
  part: Source,
  settled: SettledSelectSpec,
  facts: TargetFacts,
  view: View,
  run: Run,
): Promise<readonly string[]> {
  const { signal } = run
  const { isConstant } = await targetOf(new Asker(part, signal ? { signal } : {}), facts, view)
  if (isConstant) return []
  const { selected, stopped } = await select(part, settled as SelectSpec, run)
  if (stopped === 'interrupted') throw new CribaError('interrupted', 'interrupted')
  return selected
}

/** The weight of the rows that have a target, and whether it is the same in all of them. */
async function targetOf(asker: Asker, { classes, values }: TargetFacts, view: View) {
  if (!classes) {
    const order = { kind: 'order', variable: values!, at: [], distinctUpTo: 1, view } as const
    const [[{ n, distinct }]] = await asker.ask([[order]])
    return { n, isConstant: distinct?.length === 1 }
  }
  const [[[{ cells }]]] = await asker.ask([
    [{ kind: 'counts', family: { list: [[classes]] }, view }] as const,
  ])
  return {
    n: cells.reduce((sum, count) => sum + count, 0),
    isConstant: cells.filter((count) => count > 0).length === 1,
  }
}

function spreadOf(scores: readonly number[]): Spread {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const squares = scores.reduce((sum, score) => sum + (score - mean) * (score - mean), 0)
  return { mean, sd: Math.sqrt(squares / (scores.length - 1)) }
}
