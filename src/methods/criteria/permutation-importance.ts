import { firstFew, permuteVariable, splitsOfAll } from '#core'
import type { Answer, Fits, OptionsOf, Request, Splits, View } from '#core'
import { completeIn, taskOf, trialsOf, whyTooManyLevels } from '../learners/learner.ts'
import type { Learner, LearnerMetric, LearningProblem } from '../learners/learner.ts'
import { fittedMetric } from '../learners/metrics.ts'
import { findLearner, learnerOptions } from '../learners/registry.ts'
import { permutationRequest, refuseIncomparable } from '../learners/row-learner.ts'
import {
  isAboveNoise,
  mean,
  pooledGrowths,
  refuseCells,
  targetRequests,
} from './families/permutation-growths.ts'
import { defineRank } from '../shapes/criterion.ts'
import type { RankScores, RankStep } from '../shapes/criterion.ts'
import {
  columnsOfFolds,
  fitWarnings,
  foldsOption,
  metricFor,
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
    default: 10,
    help: 'how often each column is permuted in a fold',
  },
  within: {
    type: 'choice',
    of: ['all', 'correlated'],
    default: 'all',
    help: 'among which held-out rows a column is permuted: all, or those alike in the columns that it is correlated with; not of linear and naive-bayes',
  },
  seed: { type: 'whole', min: 0, default: 0, help: 'seed of the folds, of permutations and of forests' },
} as const

type PermutationStep = RankStep<OptionsOf<typeof options>>

/**
 * Rewards columns whose values a learner of all columns needs to predict rows that it has not seen.
 *
 * J = mean over the folds of by how much the score of the rows held out falls where the values of a column
 * are permuted among them (R² is pooled over the folds: 1 − ΣSSE/ΣSST), mean over `repeats` permutations: in
 * units of the metric, positive where predictions get worse, also for errors. For a column without relation
 * it is around 0; a constant column has 0. Columns that say the same stand in for one another: each has
 * little. With `within=correlated` values move only among held-out rows alike in the columns that it is
 * correlated with (|ρ| above 0.2 in the training rows; with levels the symmetrical uncertainty): in the same
 * leaf of a tree that predicts it from these, of 3 held-out rows or more in the mean. J is then what the
 * column tells beside these, around 0 where it only tells what they do. The learner is fitted once for each
 * fold, never to permuted values; cuts of numbers are those of all rows. A weighted row is held out with all
 * its weight. Draws depend on the seed and the order of rows and columns. It chooses columns whose J is above
 * twice the standard deviation of its folds, as the guide of scikit-learn does with repeats. Unlike
 * `forest-importance:kind=permutation` it holds out folds, and takes any learner. Breiman (2001); Fisher,
 * Rudin and Dominici (2019); Strobl et al. (2008); Molnar et al. (2023).
 *
 * @example rank(table, { target: 'price', by: [permutationImportance({ folds: 10 })] })
 */
export const permutationImportance = defineRank({
  id: 'permutation-importance',
  title: 'Importance to a learner by permutation',
  ...scoresLearner,
  joint: true,
  cut: 'chosen',
  options,
  formula: 'mean over folds of score − score with x_j permuted, on held-out rows',
  reference: 'Breiman 2001; Fisher, Rudin & Dominici 2019; Strobl et al. 2008; Molnar et al. 2023',
  needs: (step) => {
    const { learner, metric, fitted, problem, splits } = lessonOf(step)
    const { options } = step
    const ofTarget = targetRequests(metric, problem.target, splits)
    if (learner.learnsFromRows) {
      const model = learner.learnsFromRows(options)
      return [...ofTarget, permutationRequest(model, problem, fitted.id, options)]
    }
    refuseCells(options.within, learner)
    const ofFolds = splits.splits.flatMap(({ train, test }): readonly Request[] => {
      const parts = [asSource(test), train]
      const plain = learner.needs({ ...problem, ...heldOutFirst, parts })
      return [
        ...plain,
        ...permutedProblems(step, problem).flatMap((permuted) =>
          learner.needs({ ...permuted, ...heldOutFirst, parts }).filter(({ view }) => view === parts[0]),
        ),
      ]
    })
    return [...ofTarget, ...ofFolds]
  },
  fold: (answers, step) => {
    const lesson = lessonOf(step)
    const { metric, problem, splits } = lesson
    const ofTarget = targetRequests(metric, problem.target, splits).length
    const others = answers.slice(ofTarget)
    const found = lesson.learner.learnsFromRows
      ? scoresFromRows(others, lesson)
      : scoresFromStatistics(others, step, lesson)
    const { n, why, residual } = found
    const growths = ofTarget > 0 ? pooledGrowths(found, answers) : found.growths
    const complete = n.reduce((sum, one) => sum + one, 0)
    const few = n.includes(0)
      ? `${complete} rows complete in ${firstFew(step.names, 5)} (needs one for each of ${n.length} folds)`
      : undefined
    const sign = metric.better === 'higher' ? 1 : -1
    return {
      score: Float64Array.from(step.features, (_, i) =>
        why[i] === undefined && few === undefined ? -sign * mean(growths.map((of) => of[i])) || 0 : NaN,
      ),
      n: new Float64Array(step.features.length).fill(complete),
      why: why.map((reason) => reason ?? few),
      chosen: Uint8Array.from(step.features, (_, i) => +isAboveNoise(growths.map((of) => -sign * of[i]))),
      warnings: fitWarnings(residual),
    } satisfies RankScores
  },
})

interface Lesson {
  readonly learner: Learner
  readonly metric: LearnerMetric
  /** The metric of the predictions: mean squared errors, where R² is made of those of all folds. */
  readonly fitted: LearnerMetric
  readonly problem: LearningProblem
  readonly splits: Splits
}

/**
 * For each fold by how much the score is greater, in the mean, after permutations of each column; and the
 * weight of each fold.
 */
interface FoldScores {
  readonly growths: readonly (readonly number[])[]
  readonly n: readonly number[]
  readonly why: readonly (string | undefined)[]
  readonly residual: number
}

function lessonOf({
  features,
  all = features,
  target,
  event,
  view,
  options,
  splitBy,
}: PermutationStep): Lesson {
  const task = taskOf(target!, event)
  const learner = findLearner(options.learner, task)
  const metric = metricFor(learner, task, options.metric)
  const rows = learner.readsGaps ? view : completeIn(view, [...all, target!])
  const { folds, seed } = options
  const splits = splitsOfAll(rows, [{ folds, seed, number: 0, ...columnsOfFolds(target, event, splitBy) }])
  const problem = {
    features,
    target: target!,
    ...(event && { event }),
    parts: splits.parts,
    trials: trialsOf(splits),
    sets: [{ columns: features, trials: splits.splits.map((_, trial) => trial) }],
    options,
  }
  return { learner, metric, fitted: fittedMetric(learner, metric), problem, splits }
}

/** The held-out rows are the first part, those to learn from the second. */
const heldOutFirst = { trials: [{ train: [1], test: 0 }] }

/** A part among whose rows values are permuted. */
function asSource(view: View): View {
  return { ...view, sample: { ...view.sample!, isSource: true } }
}

/** For each column, and each repeat, the problem with this column permuted. */
function permutedProblems(
  { options: { repeats, seed } }: PermutationStep,
  problem: LearningProblem,
): readonly LearningProblem[] {
  return problem.features.flatMap((_, i) =>
    Array.from({ length: repeats }, (_, number) => ({
      ...problem,
      features: problem.features.map((feature, j) =>
        i === j ? permuteVariable(feature, { seed, number }) : feature,
      ),
    })),
  )
}

function scoresFromRows([answer]: readonly Answer[], { problem }: Lesson): FoldScores {
  refuseIncomparable(answer as Fits, problem)
  const { values, heldOut, residual } = answer as Fits
  const why = problem.features.map(whyTooManyLevels)
  return {
    growths: values[0].map(([, ...permuted]) => {
      const own = permuted.values()
      return why.map((reason) => (reason === undefined ? own.next().value! : NaN))
    }),
    n: [...heldOut],
    why,
    residual,
  }
}

/**
 * Of a learner of statistics: it is fitted to plain statistics of the rows to learn from, beside those of
 * permuted held-out rows.
 */
function scoresFromStatistics(
  answers: readonly Answer[],
  step: PermutationStep,
  { learner, fitted: metric, problem, splits }: Lesson,
): FoldScores {
  const { repeats } = step.options
  let next = 0
  const why: (string | undefined)[] = problem.features.map(() => undefined)
  const n: number[] = []
  const folds = splits.splits.map(({ train, test }) => {
    const own = { ...problem, ...heldOutFirst, parts: [asSource(test), train] }
    const requests = learner.needs(own)
    const isHeldOut = requests.map(({ view }) => view === own.parts[0])
    const plain = answers.slice(next, (next += requests.length))
    const fitted = learner.fit(plain, own, metric)
    n.push(fitted.heldOutWeights[0])
    problem.features.forEach((feature, i) => (why[i] ??= fitted.whyUnusable(feature)))
    const permuted = problem.features.flatMap(() =>
      Array.from({ length: repeats }, () => {
        const mixed = plain.map((answer, i) => (isHeldOut[i] ? answers[next++] : answer))
        return learner.fit(mixed, own, metric)
      }),
    )
    return [fitted, ...permuted]
  })
  const usable = problem.features.filter((_, i) => why[i] === undefined)
  return {
    growths: folds.map((fitted) => {
      const [whole, ...permuted] = fitted.map((one) => one.scores(usable)[0])
      return problem.features.map((_, i) =>
        mean(permuted.slice(i * repeats, (i + 1) * repeats).map((score) => score - whole)),
      )
    }),
    n,
    why,
    residual: 0,
  }
}
