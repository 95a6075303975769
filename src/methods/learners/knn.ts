import { rankMetrics, rowNumberMetrics } from './metrics.ts'
import { learnerOptions } from './options.ts'
import { defineRowLearner } from './row-learner.ts'

/**
 * Nearest neighbours: the class that most of the nearest training rows have, the first of equal ones, or the mean of their numbers. The square of a
 * distance is the sum of the squared differences of numbers at standard deviation 1 in the training rows, and of 1 for each categorical
 * column whose levels differ. Rows as far away as the last neighbour are neighbours too, so the order of the rows does not matter; a row
 * with weight w is w rows. Fix and Hodges (1951); Cover and Hart (1967).
 */
export const knn = defineRowLearner({
  id: 'knn',
  title: 'Nearest neighbours',
  tasks: ['classification', 'regression'],
  features: { numeric: 'values', categorical: 'levels' },
  metrics: [...rankMetrics, ...rowNumberMetrics],
  options: { neighbours: learnerOptions.neighbours },
  evidence: {
    options: {},
    fillsMissing: true,
    how: 'numbers as they are, levels as indicators; a missing number is replaced by the mean and marked by an indicator',
  },
  reference: 'Fix & Hodges 1951; Cover & Hart 1967',
  model: ({ neighbours }) => ({ id: 'knn', neighbours }),
})
