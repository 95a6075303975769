import { onIndicators } from './learner.ts'
import { classMetrics, rowNumberMetrics } from './metrics.ts'
import { optionRows } from './options.ts'
import { defineRowLearner } from './row-learner.ts'

/**
 * A multilayer perceptron with one hidden layer of tanh units. The weights minimise Σ loss + ½·ridge·Σ w²,
 * the loss −log p(y|x) of classes, p by the exponentials of the outputs, or half the squared error of numbers
 * at standard deviation 1; columns of numbers at standard deviation 1 in the training rows, one indicator for
 * each level of a categorical column; the intercepts are free. A local minimum: at most 200 quasi-Newton
 * steps (L-BFGS) from first weights drawn with the seed. Rumelhart, Hinton and Williams (1986).
 */
export const mlp = defineRowLearner({
  id: 'mlp',
  title: 'Multilayer perceptron',
  tasks: ['classification', 'regression'],
  ...onIndicators,
  metrics: [...classMetrics, ...rowNumberMetrics],
  options: { hidden: optionRows.hidden, ridge: optionRows.ridge, seed: optionRows.seed },
  reference: 'Rumelhart, Hinton & Williams 1986',
  model: ({ hidden, ridge, seed }) => ({ id: 'mlp', hidden, ridge, seed }),
})
