import { emptyFoldError, membersOf, refuseRepeatsInTime, splitsOfAll, variablesOf, weightText } from '#core'
import type { Answer, Division, OptionsOf, Splits, Variable } from '#core'
import { taskOf, trialsOf } from '../learners/learner.ts'
import type { FittedLearner, Learner, LearnerMetric, LearningProblem } from '../learners/learner.ts'
import { fittedMetric, meanSquaresOf, pooledR2 } from '../learners/metrics.ts'
import { findLearner, learnerOptions } from '../learners/registry.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'
import type { SubsetStep } from '../shapes/subset-criterion.ts'
import {
  columnsOfFolds,
  fitWarnings,
  foldsOption,
  metricFor,
  metricNamed,
  metricOption,
  scoresLearner,
} from './families/learner-facts.ts'

const options = {
  ...learnerOptions,
  metric: metricOption,
  folds: foldsOption,
  repeats: {
    type: 'whole',
    min: 1,
    max: 1000,
    default: 1,
    help: 'how often the rows are divided into folds anew',
  },
  seed: { type: 'whole', min: 0, default: 0, help: 'seed of the folds, of forests, perceptron and mlp' },
} as const

type CvOptions = OptionsOf<typeof options>

/**
 * Rewards sets of columns from which a learner predicts rows it has not seen.
 *
 * J = mean over the folds of the learner's score on the rows held out, having learned from all others: R²
 * (pooled over the folds, 1 − ΣSSE/ΣSST about the mean of the training rows: at most 1; 0 is what that mean
 * does) or the mean squared error for numbers, accuracy, the mean of the classes' own, macro F₁ or log-loss
 * in bits for classes, Harrell's C of the held-out rows for times until an event. A constant column changes nothing, a copy little. Rows are assigned to folds by seed
 * and by place, the levels of a target of classes evenly: other orders of the rows fall into other folds. A
 * weighted row is held out with all its weight, where copies of it would part. Cuts that look at the target
 * are made anew from the other folds. What was asked of the data once serves every set, so a search learns
 * nothing from its rows anew. It is a wrapper: the score of the set that a search found best is optimistic,
 * the more so the more sets were looked at, as the folds that chose it are those that score it; for an honest
 * figure take `evidence`, which searches inside the folds. Kohavi and John (1997); Stone (1974).
 *
 * @example select(table, { target: 'price', criterion: cv({ folds: 10 }) })
 */
export const cv = defineSubset({
  id: 'cv',
  title: 'Cross-validated score of a learner',
  ...scoresLearner,
  // The same cuts as for the criteria of pairs.
  together: 2,
  betterUnder: ({ metric }) => metricNamed(metric)?.better ?? 'higher',
  options,
  formula: 'mean over folds of score(learned from the other folds, on this fold)',
  reference: 'Kohavi & John 1997; Stone 1974',
  learnsFrom: (step) => {
    return splitsFor(step).splits.map(({ train }) => train)
  },
  needs: (step) => {
    const { learner, lessons } = problemsOf(step)
    return lessons.flatMap((lesson) => learner.needs(lesson))
  },
  fold: (answers, step) => {
    const fitted = fittedFor(answers, step)
    const { folds, repeats } = step.options
    const n = fitted.heldOutWeights.reduce((sum, held) => sum + held, 0) / repeats
    const isEmpty = fitted.heldOutWeights.includes(0)
    if (isEmpty) refuseFewGroups(step)
    const few = isEmpty ? `${weightText(n)} complete rows (needs one for each of ${folds} folds)` : undefined
    const sets = [...membersOf(step.sets)]
    const why = sets.map(
      (set) => few ?? set.map((one) => fitted.whyUnusable(one)).find((reason) => reason !== undefined),
    )
    return {
      score: Float64Array.from(sets, (set, i) => (why[i] === undefined ? meanOf(fitted.scores(set)) : NaN)),
      n: new Float64Array(sets.length).fill(n),
      ...(why.some((reason) => reason !== undefined) && { why }),
      warnings: fitWarnings(fitted.residual ?? 0),
    }
  },
})

type Step = SubsetStep<CvOptions>

/** What is learned: one lesson of all folds; where columns are cut anew for each, one of each fold. */
function problemsOf(step: Step): {
  readonly learner: Learner
  readonly lessons: readonly LearningProblem[]
  readonly metric: LearnerMetric
} {
  const { sets, target, event, options, recuts, all = variablesOf(sets) } = step
  const task = taskOf(target!, event)
  const learner = findLearner(options.learner, task)
  const metric = metricFor(learner, task, options.metric)
  const splits = splitsFor(step)
  const lesson = { target: target!, ...(event && { event }), options }
  const none: readonly (readonly Variable[])[] = metric.id === 'r2' ? [[]] : []
  const asked = learner.learnsFromRows ? [...membersOf(sets), ...none] : []
  const lessons = recuts
    ? splits.splits.map(({ train, test }) => ({
        ...lesson,
        features: all.map(recuts.get(train)!),
        parts: [train, test],
        trials: [{ train: [0], test: 1 }],
        sets: asked.map((set) => ({ columns: set.map(recuts.get(train)!), trials: [0] })),
      }))
    : [
        {
          ...lesson,
          features: all,
          parts: splits.parts,
          trials: trialsOf(splits),
          sets: asked.map((columns) => ({ columns, trials: splits.splits.map((_, trial) => trial) })),
        },
      ]
  return { learner, lessons, metric }
}

/** Refuses groups or times that are too few for the folds: no column could have a score. */
function refuseFewGroups(step: Step): void {
  const [{ test }] = splitsFor(step).splits
  const { division } = test.sample!
  if (division.together || division.along) throw emptyFoldError(division)
}

/**
 * The splits of all repeats. The levels of a target of classes are spread evenly, unless the spec names other
 * strata.
 */
function splitsFor({ target, event, view, options: { folds, repeats, seed }, splitBy }: Step): Splits {
  // A criterion knows the column of times, but not its name.
  refuseRepeatsInTime(splitBy?.along ? 'time' : null, repeats)
  const columns = columnsOfFolds(target, event, splitBy)
  const divisions = Array.from({ length: repeats }, (_, number): Division => ({
    folds,
    seed,
    number,
    ...columns,
  }))
  return splitsOfAll(view, divisions)
}

interface CachedLearner {
  /** The first of the answers that it was fitted from. */
  readonly first: Answer | undefined
  readonly fitted: FittedLearner
}

/**
 * By the list of all columns, which lives as long as the run. Where every step of a run requests the same of
 * them, it gets the same answers; another first answer means that other sets were asked for, or the same
 * columns counted anew.
 */
const fittedLearners = new WeakMap<readonly Variable[], CachedLearner>()

/** The learner fitted from the answers, once for all steps of a run. */
function fittedFor(answers: readonly Answer[], step: Step): FittedLearner {
  const { all } = step
  const [first] = answers
  const cached = all && fittedLearners.get(all)
  if (cached?.first === first) return cached.fitted
  const { learner, lessons, metric } = problemsOf(step)
  let from = 0
  const ofLessons = lessons.map((lesson) => {
    const { length } = learner.needs(lesson)
    from += length
    return learner.fit(answers.slice(from - length, from), lesson, fittedMetric(learner, metric))
  })
  const scored = step.recuts ? combineFolds(ofLessons, lessons, step) : ofLessons[0]
  const fitted = metric.id === 'r2' ? pooledR2(scored, meanSquaresOf(scored)) : scored
  if (all) fittedLearners.set(all, { first, fitted })
  return fitted
}

/** The learners of single folds as one; each reads a column as it was cut for its fold. */
function combineFolds(
  ofFolds: readonly FittedLearner[],
  lessons: readonly LearningProblem[],
  { sets, all }: Step,
): FittedLearner {
  const asked = all ?? variablesOf(sets)
  const readings = lessons.map(({ features }) => new Map(asked.map((variable, i) => [variable, features[i]])))
  return {
    heldOutWeights: Float64Array.from(ofFolds, ({ heldOutWeights }) => heldOutWeights[0]),
    residual: Math.max(...ofFolds.map(({ residual = 0 }) => residual)),
    whyUnusable: (feature) =>
      ofFolds
        .map((fitted, i) => fitted.whyUnusable(readings[i].get(feature)!))
        .find((why) => why !== undefined),
    scores: (set) =>
      Float64Array.from(ofFolds, (fitted, i) => fitted.scores(set.map((one) => readings[i].get(one)!))[0]),
    path: (steps, trial) => {
      const read = steps.map((set) => set.map((one) => readings[trial].get(one)!))
      return ofFolds[trial].path(read, 0)
    },
  }
}

function meanOf(scores: Float64Array): number {
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}
