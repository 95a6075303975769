import type { OptionsOf, OptionTable } from '#core'
import { optionRows } from '../learners/options.ts'
import { importancesOfRows } from '../learners/row-learner.ts'
import { defineRank } from '../shapes/criterion.ts'
import type { RankStep } from '../shapes/criterion.ts'
import { rowsOfScores, unitsOfKind } from './families/learner-facts.ts'

const options = {
  kind: {
    type: 'choice',
    of: ['debiased', 'impurity', 'permutation', 'conditional', 'shap'],
    default: 'debiased',
    help: 'what counts: impurity; debiased: less that of a permuted copy; permutation: loss out of the bag; conditional: within groups alike in correlated columns; shap: mean |SHAP value|',
  },
  rows: {
    type: 'whole',
    min: 0,
    default: 0,
    only: { kind: ['shap'] },
    help: 'of shap: how many rows, drawn by the seed, it is the mean of; 0: all',
  },
  trees: { ...optionRows.trees, default: 500 },
  mtry: optionRows.mtry,
  split: optionRows.split,
  depth: optionRows.depth,
  leaf: optionRows.leaf,
  gain: optionRows.gain,
  seed: { type: 'whole', min: 0, default: 0, help: 'seed of the draws' },
} as const satisfies OptionTable

type ForestStep = RankStep<OptionsOf<typeof options>>

const importances = importancesOfRows(({ kind, rows, ...growth }: ForestStep['options']) => ({
  id: 'forest',
  ...growth,
  importance: kind,
  explained: rows,
}))

/**
 * Rewards columns that a random forest of all columns predicts the target by, alone or with others.
 *
 * J = a mean over trees. `impurity`: the share of all impurity (Gini, entropy, variance) that the splits of a
 * column take away, 0 to 1. It favours columns of many values, and columns of noise have some. `debiased`:
 * less what a copy of the column takes away whose values are permuted among the rows; such copies of all
 * columns grow with it. `permutation`: by how much the rows out of a tree's bag are predicted worse where the
 * column is permuted among them: the share of rows, or the mean squared error. `conditional`: the same among
 * rows that no cut of the tree parts in the columns with an association above 0.2 (|ρ|; with levels the
 * symmetrical uncertainty), so that a column is not credited with what others say. These three are centred on
 * 0 for noise, and may be negative. `shap`: the mean over rows of |φ|, where φ is the SHAP value of the
 * column in the prediction of the row by the forest: the Shapley value of games in which columns that do not
 * take part let a row go both ways at their cuts, by the weight of the rows of the bag on each side; of
 * classes the mean of |φ| of the share of each class. For each row φ sum to its prediction less the mean of
 * those of the bags. A constant column has 0; copies of a column share what it would have. Rows that lack a
 * value take part, see the learner `tree`. A row of weight 3 is three rows; a broken weight is one row in
 * permutations. Draws depend on the seed and the order of rows and columns. Breiman (2001); Nembrini, König
 * and Wright (2018); Strobl et al. (2008); Lundberg, Erion and Lee (2018).
 *
 * @example rank(table, { target: 'species', by: [forestImportance({ kind: 'permutation' })] })
 */
export const forestImportance = defineRank({
  id: 'forest-importance',
  title: 'Importance to a random forest',
  features: { numeric: 'values', categorical: 'levels' },
  target: 'either',
  reads: (_, { target, task }) => {
    const isRegression = task === null ? target === 'numeric' : task === 'regression'
    return {
      features: { numeric: 'values', categorical: 'levels' },
      target: isRegression ? 'values' : 'classes',
    }
  },
  joint: true,
  readsGaps: true,
  better: 'higher',
  units: 'share of impurity',
  unitsUnder: ({ kind }, task) => unitsOfKind(kind, task),
  options,
  formula: 'mean over trees of impurity taken away, or of loss by permutation; mean over rows of |φ|',
  reference: 'Breiman 2001; Nembrini et al. 2018; Strobl et al. 2008; Lundberg et al. 2018',
  needs: (step) => importances.needs(problemOf(step)),
  fold: (answers, step) => {
    const { n, values, why } = importances.fold(answers, problemOf(step))
    return { score: values, n: rowsOfScores(n, values, why), why }
  },
})

function problemOf({ features, all = features, target, view, options }: ForestStep) {
  return { features, all, target: target!, view, options }
}
