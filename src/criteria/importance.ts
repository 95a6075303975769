import { learnerOptions } from '../learners/options.ts'
import { taskOf } from '../learners/learner.ts'
import type { Learner, LearnerTask } from '../learners/learner.ts'
import { findLearner, learners } from '../learners/registry.ts'
import type { OptionsOf } from '../spec/options.ts'
import { defineRank } from './criterion.ts'
import type { RankStep } from './criterion.ts'
import { completeIn } from './families/complete-rows.ts'
import { fitWarnings } from './families/fit-warnings.ts'

const options = {
  learner: {
    type: 'choice',
    of: ['auto', 'linear', 'logistic', 'lda', 'linear-svm', 'perceptron'],
    default: 'auto',
    help: 'what learns from all columns; auto: linear for numbers, logistic for classes',
  },
  ridge: { ...learnerOptions.ridge, only: { learner: ['auto', 'linear', 'logistic', 'linear-svm'] } },
  shrinkage: { ...learnerOptions.shrinkage, only: { learner: ['lda'] } },
  epochs: learnerOptions.epochs,
  seed: { ...learnerOptions.seed, only: { learner: ['perceptron'] } },
} as const

type ImportanceStep = RankStep<OptionsOf<typeof options>>

/**
 * Rewards columns that matter to a learner that was trained on all columns at once.
 *
 * J = the standard deviation over the rows of what a column adds to the sum that predicts: |w| of a number at standard
 * deviation 1, √Σ_c w_c² with a list of weights for each class; for the levels of a column likewise, all levels together. For `linear` in
 * units of the target. Weights share what columns have in common, and depend on which others there are: under the search
 * `recursive-elimination` this is recursive feature elimination, `rfe`. Rows that lack a value are left out. Guyon, Weston, Barnhill and
 * Vapnik (2002).
 *
 * @example rank(table, { target: 'price', by: [importance({ ridge: 10 })] })
 */
export const importance = defineRank({
  id: 'importance',
  title: 'Importance to a learner',
  features: { numeric: 'values', categorical: 'levels' },
  target: 'either',
  reads: (options, { target, task }) => {
    const isRegression = task === null ? target === 'numeric' : task === 'regression'
    const wanted = isRegression ? 'regression' : 'classification'
    const learner = learnerFor(options.learner, wanted)
    const predicted = learner.tasks.includes(wanted) ? wanted : learner.tasks[0]
    return {
      features: learner.reads?.(options) ?? learner.features,
      target: predicted === 'regression' ? 'values' : 'classes',
    }
  },
  joint: true,
  better: 'higher',
  units: 'contribution',
  options,
  formula: 'sd(x_j·w_j), w fitted to all columns',
  reference: 'Guyon et al. 2002',
  needs: (step) => importancesOf(step).needs(problemOf(step)),
  fold: (answers, step) => {
    const { n, values, why, residual } = importancesOf(step).fold(answers, problemOf(step))
    return {
      score: values,
      n: new Float64Array(values.length).fill(n),
      why,
      warnings: fitWarnings(residual),
    }
  },
})

/** The learner of a name, or the first for a target that has importances. */
function learnerFor(id: string, task: LearnerTask): Learner {
  if (id !== 'auto') return findLearner(id, task)
  return learners.find(({ tasks, importances }) => tasks.includes(task) && importances)!
}

/** How importances are made by the learner of a step. */
function importancesOf({ target, options }: ImportanceStep) {
  return learnerFor(options.learner, taskOf(target!)).importances!
}

function problemOf({ features, all = features, target, view, options }: ImportanceStep) {
  const read = [...all, target!]
  return { features, all, target: target!, view: completeIn(view, read), options }
}
