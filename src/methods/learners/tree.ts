import { CribaError } from '#core'
import { rankMetrics, rowNumberMetrics } from './metrics.ts'
import { optionRows } from './options.ts'
import { defineRowLearner } from './row-learner.ts'

/**
 * A tree of binary splits (CART): each node is divided by the column and the cut that take away most
 * impurity, until its rows are of one class or number, or a limit is met. Impurity is the Gini impurity, the
 * entropy, or for numbers the variance; `gain-ratio` takes, of the columns whose gain is at least the mean
 * gain, the one with the greatest gain per bit of the split. A leaf predicts the share of each class, or the
 * mean; of equally likely classes the first.
 *
 * Numbers are read in bins of the training rows: each of up to 256 distinct values is a bin, more are divided
 * into at most 256 bins of about the same number of rows. A cut is half way between the values on both sides
 * of it. Levels go left or right by their order: by mean, or share of the second class, which finds the best
 * of all divisions; of more classes by the share of each class in turn. Missing numbers go to the side where
 * the gain is greater, and a missing level is one more level. What a node has not seen goes where most of its
 * rows go. Of equal splits the first by column, then by cut; a constant column has none. Breiman, Friedman,
 * Olshen and Stone (1984); Quinlan (1993).
 */
export const tree = defineRowLearner({
  id: 'tree',
  title: 'Decision tree',
  tasks: ['classification', 'regression'],
  features: { numeric: 'values', categorical: 'levels' },
  metrics: [...rankMetrics, ...rowNumberMetrics],
  options: {
    split: optionRows.split,
    depth: optionRows.depth,
    leaf: optionRows.leaf,
    gain: optionRows.gain,
    prune: optionRows.prune,
  },
  evidence: {
    options: {},
    how: 'numbers in up to 256 bins, levels as they are; missing values go to the better side of each split',
  },
  readsGaps: true,
  reference: 'Breiman et al. 1984; Quinlan 1993',
  model: ({ split, depth, leaf, gain, prune }) => ({ id: 'tree', split, depth, leaf, gain, prune }),
  weighs: ({ split, depth, leaf, gain, prune, kind, rows }) => {
    if (kind !== 'impurity' && kind !== 'shap') {
      throw new CribaError('invalid', `invalid kind: ${kind} (tree needs impurity or shap; forest takes any)`)
    }
    return { id: 'tree', split, depth, leaf, gain, prune, importance: kind, explained: rows }
  },
})
