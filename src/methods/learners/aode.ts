import { classMetrics } from './metrics.ts'
import { optionRows } from './options.ts'
import { defineRowLearner } from './row-learner.ts'

/**
 * Averaged one-dependence estimators: the predicted class has the greatest mean over columns i of p(c,
 * x_i)·Π_j p(x_j|c, x_i): naive Bayes that takes in turn each column as given. Columns are read by levels,
 * and i is any whose level is in the training rows; p(c, x_i) = (n_ci + s)/(n + s·classes·levels_i), p(x_j|c,
 * x_i) = (n_cij + s)/(n_ci + s·levels_j) with Laplace smoothing s. Missing values are left out. It counts (Σ
 * levels)² pairs for each class. Webb, Boughton and Wang (2005).
 */
export const aode = defineRowLearner({
  id: 'aode',
  title: 'Averaged one-dependence estimators',
  tasks: ['classification'],
  features: { numeric: 'levels', categorical: 'levels' },
  metrics: classMetrics,
  options: { smoothing: optionRows.smoothing },
  evidence: { options: {}, how: 'numbers cut into bins, levels as they are; missing values are left out' },
  mostPairs: 1 << 26,
  readsGaps: true,
  reference: 'Webb, Boughton & Wang 2005',
  model: ({ smoothing }) => ({ id: 'aode', smoothing }),
})
