import { onIndicators } from './learner.ts'
import { classMetrics } from './metrics.ts'
import { optionRows } from './options.ts'
import { defineRowLearner } from './row-learner.ts'

/**
 * Linear discriminant analysis: the predicted class has the greatest x·Σ⁻¹μ_c − ½·μ_c·Σ⁻¹μ_c + log p(c), the
 * log-probability of a normal distribution with the mean μ_c of the class and covariances Σ that all classes
 * share: those within classes, divided by the number of rows, those of different columns times 1 − shrinkage
 * (S = 0 is Fisher's, 1 looks at each column alone). To each variance 1e-9 of the column's own is added, so
 * that copies share their weight and a column that is constant in each class parts the classes. Numbers at
 * standard deviation 1 in the training rows, one indicator for each level of a categorical column; p(c) is
 * the share of the class, and one without training rows is less likely than all others. Fisher (1936);
 * Friedman (1989).
 */
export const lda = defineRowLearner({
  id: 'lda',
  title: 'Linear discriminant analysis',
  tasks: ['classification'],
  ...onIndicators,
  metrics: classMetrics,
  weighs: true,
  options: { shrinkage: optionRows.shrinkage },
  reference: 'Fisher 1936; Friedman 1989',
  model: ({ shrinkage }) => ({ id: 'lda', shrinkage }),
})
