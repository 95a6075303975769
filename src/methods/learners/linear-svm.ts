import { CribaError } from '#core'
import { onIndicators } from './learner.ts'
import { rankMetrics } from './metrics.ts'
import { optionRows } from './options.ts'
import { defineRowLearner } from './row-learner.ts'

/**
 * A linear support vector machine: the weights minimise Σ max(0, 1 − s·z)² + ½·ridge·Σ w², z = b + x·w, s = 1
 * in a class and −1 in the rest; numbers at standard deviation 1 in the training rows, one indicator for each
 * level of a categorical column; the intercept b is free. Two classes have one list of weights, for the
 * second class; more have one for each class against the rest, and the class with the greatest z is
 * predicted. A ridge of r is a cost C of 1/r; scikit-learn's `LinearSVC` has the same loss, and a penalty on
 * b too. By Newton's method with conjugate gradients, as far as rounding lets it. Vapnik (1995); Mangasarian
 * (2002).
 */
export const linearSvm = defineRowLearner({
  id: 'linear-svm',
  title: 'Linear support vector machine',
  tasks: ['classification'],
  ...onIndicators,
  metrics: rankMetrics,
  weighs: true,
  options: { ridge: optionRows.ridge },
  reference: 'Vapnik 1995; Mangasarian 2002',
  model: ({ ridge }) => {
    if (ridge > 0) return { id: 'linear-svm', ridge }
    throw new CribaError(
      'invalid',
      'invalid ridge: 0 (linear-svm needs more than 0: it is one over the cost)',
    )
  },
})
