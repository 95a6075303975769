import type { OptionsOf, Variable, View } from '#core'
import { completeIn, taskOf } from '../learners/learner.ts'
import type { Learner, LearnerTask } from '../learners/learner.ts'
import { findLearner, learnerOptions, learners } from '../learners/registry.ts'
import { defineRank } from '../shapes/criterion.ts'
import type { RankStep } from '../shapes/criterion.ts'
import {
  fitWarnings,
  importanceKinds,
  learnerReadsGaps,
  readingOf,
  rowsOfScores,
  taskFor,
  unitsOfKind,
} from './families/learner-facts.ts'

const options = {
  learner: {
    type: 'choice',
    of: ['auto', 'linear', 'logistic', 'lda', 'linear-svm', 'perceptron', 'tree', 'forest', 'cox'],
    default: 'auto',
    help: 'what learns from all columns; auto: linear for numbers, logistic for classes, cox for times until an event',
  },
  ridge: { ...learnerOptions.ridge, only: { learner: ['auto', 'linear', 'logistic', 'linear-svm', 'cox'] } },
  ties: learnerOptions.ties,
  shrinkage: { ...learnerOptions.shrinkage, only: { learner: ['lda'] } },
  kind: {
    type: 'choice',
    of: importanceKinds,
    default: 'impurity',
    only: { learner: ['tree', 'forest'] },
    help: 'of tree and forest: what counts: the impurity that splits take away; shap: mean |SHAP value|; of forest also the kinds of forest-importance',
  },
  rows: {
    type: 'whole',
    min: 0,
    default: 0,
    only: { learner: ['tree', 'forest'], kind: ['shap'] },
    help: 'of shap: how many rows, drawn at random, it is the mean of; 0: all',
  },
  split: learnerOptions.split,
  depth: learnerOptions.depth,
  leaf: learnerOptions.leaf,
  gain: learnerOptions.gain,
  prune: learnerOptions.prune,
  trees: learnerOptions.trees,
  mtry: learnerOptions.mtry,
  epochs: learnerOptions.epochs,
  seed: { ...learnerOptions.seed, only: { learner: ['perceptron', 'forest'] } },
} as const

type ImportanceStep = RankStep<OptionsOf<typeof options>>

/**
 * Rewards columns that matter to a learner that was trained on all columns at once.
 *
 * J = the standard deviation over the rows of what a column adds to the sum that predicts: |w| of a number at
 * standard deviation 1, √Σ_c w_c² with a list of weights for each class; for the levels of a column likewise,
 * all levels together. For `linear` in units of the target. Of `tree` and `forest` J is the share of all
 * impurity that the splits of a column take away, or another `kind`, as in `forest-importance`: with `shap`
 * the mean over rows of |φ|, φ the SHAP value of the column in what the tree, or the forest, predicts of the
 * row; of classes the mean of |φ| over the shares of the classes. Weights share what columns have in common,
 * and depend on which others there are: under the search `recursive-elimination` this is recursive feature
 * elimination, `rfe`. Rows that lack a value are left out, but for `tree` and `forest`. Guyon, Weston,
 * Barnhill and Vapnik (2002); Breiman (2001); Lundberg, Erion and Lee (2018).
 *
 * @example rank(table, { target: 'price', by: [importance({ ridge: 10 })] })
 */
export const importance = defineRank({
  id: 'importance',
  title: 'Importance to a learner',
  features: { numeric: 'values', categorical: 'levels' },
  target: 'either',
  reads: (options, { target, task }) => {
    const wanted = taskFor(task, target === 'numeric')
    const learner = learnerFor(options.learner, wanted)
    const predicted = learner.tasks.includes(wanted) ? wanted : learner.tasks[0]
    return {
      features: learner.reads?.(options) ?? learner.features,
      target: readingOf(predicted),
    }
  },
  joint: true,
  readsGaps: learnerReadsGaps,
  better: 'higher',
  units: 'contribution',
  unitsUnder: ({ learner, kind }, task) => (isOfTrees(learner) ? unitsOfKind(kind, task) : 'contribution'),
  options,
  formula: 'sd(x_j·w_j), w fitted to all columns; of trees the impurity taken away, or mean |φ|',
  reference: 'Guyon et al. 2002; Breiman 2001; Lundberg et al. 2018',
  needs: (step) => importancesOf(step).needs(problemOf(step)),
  fold: (answers, step) => {
    const { n, values, why, residual } = importancesOf(step).fold(answers, problemOf(step))
    return {
      score: values,
      n: rowsOfScores(n, values, why),
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
function importancesOf({ target, event, options }: ImportanceStep) {
  return learnerFor(options.learner, taskOf(target!, event)).importances!
}

function problemOf({ features, all = features, target, event, view, options }: ImportanceStep) {
  const rows = learnerReadsGaps(options) ? view : completeRows(view, all, target!)
  return { features, all, target: target!, ...(event && { event }), view: rows, options }
}

/** The complete rows of the last step, by the list of all columns of a run, which lives as long. */
const completed = new WeakMap<readonly Variable[], { view: View; target: Variable; rows: View }>()

/** The rows complete in all columns and the target: one view for all steps of a run. */
function completeRows(view: View, all: readonly Variable[], target: Variable): View {
  const last = completed.get(all)
  if (last?.view === view && last.target === target) return last.rows
  const rows = completeIn(view, [...all, target])
  completed.set(all, { view, target, rows })
  return rows
}

function isOfTrees(learner: string): boolean {
  return learner === 'tree' || learner === 'forest'
}
