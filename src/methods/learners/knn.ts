import { onIndicators } from './learner.ts'
import { rankMetrics, rowNumberMetrics } from './metrics.ts'
import { optionRows } from './options.ts'
import { defineRowLearner } from './row-learner.ts'

/**
 * Nearest neighbours: the class that most of the nearest training rows have, the first of equal ones, or the
 * mean of their numbers. The square of a distance is the sum of the squared differences of numbers at
 * standard deviation 1 in the training rows, and of 1 for each categorical column whose levels differ. Rows
 * as far away as the last neighbour are neighbours too, so the order of the rows does not matter; a row with
 * weight w is w rows. Fix and Hodges (1951); Cover and Hart (1967).
 */
export const knn = defineRowLearner({
  id: 'knn',
  title: 'Nearest neighbours',
  tasks: ['classification', 'regression'],
  ...onIndicators,
  metrics: [...rankMetrics, ...rowNumberMetrics],
  options: { neighbours: optionRows.neighbours },
  reference: 'Fix & Hodges 1951; Cover & Hart 1967',
  model: ({ neighbours }) => ({ id: 'knn', neighbours }),
})
