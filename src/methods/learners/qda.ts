import { classMetrics } from './metrics.ts'
import { optionRows } from './options.ts'
import { defineRowLearner } from './row-learner.ts'

/**
 * Quadratic discriminant analysis: as `lda`, but each class has covariances of its own, (1 − shrinkage)·Σ_c +
 * shrinkage·Σ, Σ those within all classes; the predicted class has the greatest −½·log det − ½·(x −
 * μ_c)·(…)⁻¹(x − μ_c) + log p(c). Each column of levels goes without the indicator of its most frequent
 * level, which the others tell. A class with few rows for its columns needs shrinkage above 0. Friedman
 * (1989).
 */
export const qda = defineRowLearner({
  id: 'qda',
  title: 'Quadratic discriminant analysis',
  tasks: ['classification'],
  features: { numeric: 'values', categorical: 'levels' },
  metrics: classMetrics,
  options: { shrinkage: optionRows.shrinkage },
  evidence: {
    // A level that a class lacks would rule the class out.
    options: { shrinkage: 0.1 },
    fillsMissing: true,
    how: 'shrinkage 0.1; numbers as they are, levels as indicators; a missing number is replaced by the mean and marked by an indicator',
  },
  reference: 'Friedman 1989',
  model: ({ shrinkage }) => ({ id: 'qda', shrinkage }),
})
