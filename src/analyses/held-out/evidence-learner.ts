import { alternatives, CribaError, resolveOptions, singles } from '#core'
import type {
  EventVariable,
  OptionValue,
  OrderRequest,
  Run,
  SettledEvidence,
  SettledSelectSpec,
  Source,
  Task,
  Variable,
} from '#core'
import { cv, findLearner, learners, metricsOf } from '#methods'
import type { Learner, LearnerMetric } from '#methods'
import { assign, codingNeedsOf } from '../coding/assignment.ts'
import { fitCodings } from '../coding/codings.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf } from '../scope/scope.ts'
import type { AnalysisScope } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import type { TargetFacts } from '../scope/target.ts'

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
  const ofTask = task === 'regression' || task === 'survival' ? task : 'classification'
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

/** How numbers are cut for a learner of levels: no target is looked at. */
const cutWithoutTarget = 'equal-frequency'

/**
 * The inputs of a learner of evidence: the variables that it reads of each column, the target, its options.
 */
export interface LearnerColumns {
  readonly variables: ReadonlyMap<string, readonly Variable[]>
  readonly target: Variable
  /** What the target is the time until. */
  readonly event?: EventVariable
  readonly options: Readonly<Record<string, OptionValue>>
}

/**
 * Codes every column in scope for a learner, independently of the criterion and its codings: numbers as they
 * are, levels by their names. A missing value carries no information. But for a learner that has to fill it,
 * and under the policy `level`, an indicator of missing values is added to numbers, and missing is one more
 * level of levels. Nothing depends on the target, so all folds share the coding.
 */
export async function codeForLearner(
  { learner, options: given }: Pick<LearnerChoice, 'learner' | 'options'>,
  batcher: RequestBatcher,
  scope: AnalysisScope,
  facts: TargetFacts,
  settled: SettledSelectSpec,
): Promise<LearnerColumns> {
  const { options: own, fillsMissing = false, levelsUpTo = 0 } = learner.evidence
  const asked = { learner: learner.id, ...own, ...given }
  const options = resolveOptions('cv', cv.criterion.options, asked, settled.seed)
  const chosen = { criterion: cv.criterion, options }
  const marksMissing = fillsMissing || settled.missing === 'level'
  const missing = marksMissing ? 'level' : 'pairwise'
  const read = await withFewAsLevels(batcher, scope, levelsUpTo)
  const codingNeeds = codingNeedsOf([chosen], read, facts)
  const codings = await fitCodings(batcher, read, facts, codingNeeds, {
    discretise: cutWithoutTarget,
    bins: null,
    missing,
  })
  const { columns, features, target, event } = assign(chosen, read, facts, codings, 'pairwise')
  const incomplete = columns.flatMap(({ missing }, i) =>
    missing > 0 && features[i].coding === null ? [features[i]] : [],
  )
  const means = fillsMissing && incomplete.length > 0 ? await meansOf(batcher, incomplete, scope) : null
  const readingsOf = (feature: Variable): readonly Variable[] => {
    if (!marksMissing || !incomplete.includes(feature)) return [feature]
    const { column } = feature
    const isMissing: Variable = { column, coding: { kind: 'missingness' } }
    const mean = means?.get(feature)
    return [mean === undefined ? feature : { ...feature, fill: mean }, isMissing]
  }
  return {
    variables: new Map(columns.map(({ name }, i) => [name, readingsOf(features[i])])),
    target: target!,
    ...(event && { event }),
    options,
  }
}

async function meansOf(batcher: RequestBatcher, numbers: readonly Variable[], { view }: AnalysisScope) {
  const request = { kind: 'moments', family: singles(numbers), of: 'values', view } as const
  const [[{ mean }]] = await batcher.request([[request]])
  // Sources may sum in another order: rounded, they fill in the same number.
  return new Map(numbers.map((number, i) => [number, Number(mean[i].toPrecision(12))]))
}

/** Reads numbers of at most `most` distinct values as levels. */
async function withFewAsLevels(
  batcher: RequestBatcher,
  scope: AnalysisScope,
  most: number,
): Promise<AnalysisScope> {
  const numbers = most === 0 ? [] : scope.features.filter(({ type }) => type === 'numeric')
  const requests = numbers.map(({ column }): OrderRequest => {
    return { kind: 'order', variable: { column, coding: null }, at: [], distinctUpTo: most, view: scope.view }
  })
  const [found] = await batcher.request([requests])
  const few = new Map(numbers.map((column, i) => [column, found[i].distinct?.length ?? 0]))
  return {
    ...scope,
    features: scope.features.map((column) => {
      const distinct = few.get(column) ?? 0
      return distinct > 0 ? { ...column, type: 'categorical', distinct } : column
    }),
  }
}
