import { alternatives, CribaError } from '#core'
import type { OptionValue, Run, SettledEvidence, SettledSelectSpec, Source, Task } from '#core'
import { findLearner, learners, metricsOf } from '#methods'
import type { Learner, LearnerMetric } from '#methods'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'

/** A learner and how its predictions are scored. */
export interface LearnerChoice {
  readonly learner: Learner
  readonly metric: LearnerMetric
  /** Its options beside those that evidence gives it. */
  readonly options?: Readonly<Record<string, OptionValue>>
}

type NamedLearner = Pick<SettledEvidence, 'learner' | 'metric'>

/**
 * The learner and the metric of evidence; an unknown name is an error. Null where the learner depends on an
 * unknown task.
 */
export function learnerOf(
  { learner: id, metric: metricId }: NamedLearner,
  task: Task | null,
): LearnerChoice | null {
  const ofTask = task === 'regression' ? 'regression' : 'classification'
  const learner = findLearner(id, ofTask)
  const metrics = [...new Set(learners.flatMap((learner) => learner.metrics.map((metric) => metric.id)))]
  if (task === null && id === 'auto') {
    if (metricId === 'auto' || metrics.includes(metricId)) return null
    throw new CribaError('invalid', `invalid metric: ${metricId} (needs ${metrics.join(', ')})`)
  }
  if (task !== null && !learner.tasks.includes(ofTask)) {
    const fit = learners.filter((other) => other.tasks.includes(ofTask)).map((other) => other.id)
    throw new CribaError('invalid', `invalid learner: ${id} (${ofTask} needs ${alternatives(fit)})`)
  }
  const metricsOfTask = task === null ? learner.metrics : metricsOf(learner, ofTask)
  const metric = metricsOfTask.find((one) => metricId === 'auto' || one.id === metricId)
  if (metric) return { learner, metric }
  const metricIds = metricsOfTask.map((one) => one.id).join(', ')
  throw new CribaError('invalid', `invalid metric: ${metricId} (${learner.id} has ${metricIds})`)
}

/** Refuses a learner or a metric that does not fit the target, before the search begins. */
export async function checkLearner(
  source: Source,
  settled: SettledSelectSpec,
  evidenceSpec: NamedLearner,
  run: Run,
): Promise<void> {
  if (evidenceSpec.learner === 'auto' && evidenceSpec.metric === 'auto') return
  learnerOf(evidenceSpec, null)
  const { progress: _, ...silent } = run
  const scope = scopeOf(source, { ...settled, missing: 'pairwise' })
  const { task } = await inspectTarget(new RequestBatcher(source, silent), scope, settled)
  learnerOf(evidenceSpec, task)
}
