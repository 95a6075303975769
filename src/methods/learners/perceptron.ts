import { onIndicators } from './learner.ts'
import { rankMetrics } from './metrics.ts'
import { optionRows } from './options.ts'
import { defineRowLearner } from './row-learner.ts'

/**
 * The averaged perceptron: goes over the training rows in random orders, `epochs` times or until it makes no
 * mistake. Where the sum b_c + x·w_c of another class is not below that of the row's own, the row is added to
 * the weights of its class and subtracted from those of the other, as often as it weighs; the weights that
 * predict are the mean of those after each row. Numbers at standard deviation 1 in the training rows, one
 * indicator for each level of a categorical column. Rosenblatt (1958); Freund and Schapire (1999).
 */
export const perceptron = defineRowLearner({
  id: 'perceptron',
  title: 'Averaged perceptron',
  tasks: ['classification'],
  ...onIndicators,
  metrics: rankMetrics,
  weighs: true,
  options: { epochs: optionRows.epochs, seed: optionRows.seed },
  reference: 'Rosenblatt 1958; Freund & Schapire 1999',
  model: ({ epochs, seed }) => ({ id: 'perceptron', epochs, seed }),
})
