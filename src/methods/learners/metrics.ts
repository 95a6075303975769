import type { LearnerMetric } from './learner.ts'

/** How predictions of classes are scored. */
export const classMetrics = [
  { id: 'accuracy', task: 'classification', better: 'higher', units: 'share of rows' },
  { id: 'balanced-accuracy', task: 'classification', better: 'higher', units: 'mean share of a class' },
  { id: 'macro-f1', task: 'classification', better: 'higher', units: 'F₁' },
  { id: 'auc', task: 'classification', better: 'higher', units: 'area under the curve' },
  { id: 'log-loss', task: 'classification', better: 'lower', units: 'bits a row' },
] as const satisfies readonly LearnerMetric[]

/** Of learners whose scores of classes are no probabilities. */
export const rankMetrics = classMetrics.filter(({ id }) => id !== 'log-loss')

/** How predictions of numbers are scored. */
export const numberMetrics = [
  { id: 'r2', task: 'regression', better: 'higher', units: 'R²' },
  { id: 'mse', task: 'regression', better: 'lower', units: 'y²' },
] as const satisfies readonly LearnerMetric[]

/** Of learners that predict each held-out row. */
export const rowNumberMetrics = [
  ...numberMetrics,
  { id: 'mae', task: 'regression', better: 'lower', units: 'y' },
] as const satisfies readonly LearnerMetric[]
