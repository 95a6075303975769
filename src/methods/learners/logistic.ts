import { CribaError } from '#core'
import { onIndicators } from './learner.ts'
import { classMetrics } from './metrics.ts'
import { optionRows } from './options.ts'
import { defineRowLearner } from './row-learner.ts'

/**
 * Logistic regression with a ridge: the weights maximise Σ log p(y|x) − ½·ridge·Σ w², p(c|x) ∝ exp(b_c +
 * x·w_c), numbers at standard deviation 1 in the training rows, one indicator for each level of a categorical
 * column; intercepts b are free. Two classes have one list of weights, for the second class; more have one
 * for each class. A ridge of r is scikit-learn's C = 1/r. By Newton's method with conjugate gradients, to
 * slopes below 1e-14 of a row, as far as rounding lets it. So constant columns and levels absent from the
 * training rows have weight 0, and classes that a line separates have finite weights. Cox (1958); le Cessie
 * and van Houwelingen (1992).
 */
export const logistic = defineRowLearner({
  id: 'logistic',
  title: 'Logistic regression with a ridge',
  tasks: ['classification'],
  ...onIndicators,
  metrics: classMetrics,
  weighs: true,
  options: { ridge: optionRows.ridge },
  reference: 'Cox 1958; le Cessie & van Houwelingen 1992',
  model: ({ ridge }) => {
    if (ridge > 0) return { id: 'logistic', ridge }
    throw new CribaError(
      'invalid',
      'invalid ridge: 0 (logistic needs more than 0: classes that a line separates have no finite weights without)',
    )
  },
})
