import { rankMetrics, rowNumberMetrics } from './metrics.ts'
import { optionRows } from './options.ts'
import { defineRowLearner } from './row-learner.ts'

/**
 * A random forest: each tree (see `tree`) grows from as many rows as there are, drawn with replacement, and
 * each of its nodes is divided by the best of `mtry` columns drawn anew; if none of these divides the rows,
 * more are looked at. It predicts the mean of the shares of each class in the leaves of its trees, or of
 * their means. A row of weight 3 is drawn as three rows; missing values are read as `tree` reads them. The
 * draws depend on the seed, the number of the tree and the order of the rows, not on the number of threads.
 * Breiman (2001).
 */
export const forest = defineRowLearner({
  id: 'forest',
  title: 'Random forest',
  tasks: ['classification', 'regression'],
  features: { numeric: 'values', categorical: 'levels' },
  // Leaves may give a class no share in any tree: no log-loss.
  metrics: [...rankMetrics, ...rowNumberMetrics],
  options: {
    trees: optionRows.trees,
    mtry: optionRows.mtry,
    split: optionRows.split,
    depth: optionRows.depth,
    leaf: optionRows.leaf,
    gain: optionRows.gain,
    seed: optionRows.seed,
  },
  readsGaps: true,
  evidence: {
    options: {},
    how: 'numbers in up to 256 bins, levels as they are; missing values go to the better side of each split',
  },
  reference: 'Breiman 2001',
  model: ({ trees, mtry, split, depth, leaf, gain, seed }) => ({
    id: 'forest',
    trees,
    mtry,
    split,
    depth,
    leaf,
    gain,
    seed,
    importance: 'impurity',
  }),
  weighs: ({ trees, mtry, split, depth, leaf, gain, seed, kind, rows }) => ({
    id: 'forest',
    trees,
    mtry,
    split,
    depth,
    leaf,
    gain,
    seed,
    importance: kind,
    explained: rows,
  }),
})
