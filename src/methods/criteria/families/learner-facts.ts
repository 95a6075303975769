import { alternatives, CribaError } from '#core'
import type { EventVariable, OptionValue, Task, Variable, Warning } from '#core'
import { metricsOf } from '../../learners/learner.ts'
import type { Learner, LearnerMetric, LearnerTask } from '../../learners/learner.ts'
import { findLearner, learners } from '../../learners/registry.ts'
import type { RankStep, Reading, Reads, Types } from '../../shapes/criterion.ts'

/* Facts of criteria that train a learner, under their options. */

type LearnerOptions = Readonly<Record<string, OptionValue>> & { readonly learner: string }

const metrics = learners.flatMap((learner) => learner.metrics)

export const metricOption = {
  type: 'choice',
  of: ['auto', ...new Set(metrics.map(({ id }) => id))],
  default: 'auto',
  help: 'how held-out rows are scored; auto: r2 for numbers, accuracy for classes, concordance for times until an event',
} as const

/** The metric with that name; undefined for `auto`. */
export function metricNamed(name: string): LearnerMetric | undefined {
  return metrics.find(({ id }) => id === name)
}

/** How the learner reads columns and the target. */
function readsOfLearner(options: LearnerOptions, { target, task }: Types): Reads {
  const ofTask = taskFor(task, target === 'numeric')
  const learner = findLearner(options.learner, ofTask)
  return {
    features: learner.reads?.(options) ?? learner.features,
    // A learner of one task refuses the other one's target.
    target: readingOf(learner.tasks.length === 1 ? learner.tasks[0] : ofTask),
  }
}

/** How a target of a task is read. */
export function readingOf(task: LearnerTask): Reading {
  return task === 'survival' ? 'events' : task === 'regression' ? 'values' : 'classes'
}

/** Whether the learner uses rows that lack values. */
export function learnerReadsGaps({ learner: id }: LearnerOptions): boolean {
  return learners.some((learner) => learner.id === id && learner.readsGaps)
}

/** The task of an analysis; where none is known yet, that of the type of the target. */
export function taskFor(task: Task | null, isNumeric: boolean): LearnerTask {
  if (task === 'survival') return task
  return (task === null ? isNumeric : task === 'regression') ? 'regression' : 'classification'
}

/** The first metric of a learner for a task, or where it has none, of all. */
function defaultMetric(id: string, task: LearnerTask): LearnerMetric {
  const learner = findLearner(id, task)
  return metricsOf(learner, task)[0] ?? learner.metrics[0]
}

/** The learners of a task, in words. */
function able(task: LearnerTask): string {
  return alternatives(learners.filter(({ tasks }) => tasks.includes(task)).map(({ id }) => id))
}

/** The metric of a learner that a user names, or its default. */
export function metricFor(learner: Learner, task: LearnerTask, name: string): LearnerMetric {
  const ofTask = metricsOf(learner, task)
  if (ofTask.length === 0) {
    throw new CribaError(
      'unsuitable',
      `unsuitable learner: ${learner.id} takes no ${task} (${task} needs ${able(task)})`,
    )
  }
  const metric = ofTask.find(({ id }) => name === 'auto' || id === name)
  if (!metric) {
    const known = alternatives(ofTask.map(({ id }) => id))
    throw new CribaError('invalid', `invalid metric: ${name} (${learner.id} needs ${known})`)
  }
  return metric
}

/** What criteria that score a learner on held-out rows have in common. */
export const scoresLearner = {
  features: { numeric: 'values', categorical: 'levels' },
  target: 'either',
  reads: readsOfLearner,
  readsGaps: learnerReadsGaps,
  better: 'higher',
  units: 'R², or share of rows',
  unitsUnder: ({ learner, metric }: LearnerOptions & { readonly metric: string }, task: Task) =>
    (metricNamed(metric) ?? defaultMetric(learner, taskFor(task, false))).units,
} as const

export const foldsOption = {
  type: 'whole',
  min: 2,
  max: 10_000,
  default: 5,
  help: 'parts of the rows, each held out once',
} as const

/**
 * The columns that divide the rows into folds: the levels of a target of classes, or of an event, are spread
 * evenly, unless the spec names others.
 */
export function columnsOfFolds(
  target: Variable | null,
  event: EventVariable | undefined,
  splitBy: RankStep['splitBy'],
) {
  const levels = event?.variable ?? (target!.coding ? target! : null)
  return { ...(levels && !splitBy?.along && { by: levels }), ...splitBy }
}

/** A fit farther from its optimum is reported. */
const largeResidual = 1e-6

/** What the user should know of a model that was fitted: that it did not converge. */
export function fitWarnings(residual: number): readonly Warning[] {
  if (residual <= largeResidual) return []
  return [
    {
      code: 'not-converged',
      message: `the fit did not converge: a slope of ${residual.toPrecision(2)} of a row is left (raise ridge)`,
    },
  ]
}

/* How importances of trees are made. */

/** What counts; of a single tree the first two. */
export const importanceKinds = ['impurity', 'shap', 'debiased', 'permutation', 'conditional'] as const

/** The units of the importances of a kind. */
export function unitsOfKind(kind: (typeof importanceKinds)[number], task: Task): string {
  if (kind === 'impurity' || kind === 'debiased') return 'share of impurity'
  if (kind === 'shap') return task === 'regression' ? 'units of the target' : 'probability'
  return task === 'regression' ? 'mean squared error' : 'share of rows'
}

/** The weight of the rows of each score: none where a column has no value in them. */
export function rowsOfScores(
  n: number,
  values: Float64Array,
  why: readonly (string | undefined)[],
): Float64Array {
  return values.map((value, i) => (Number.isNaN(value) && why[i] === undefined ? 0 : n))
}
