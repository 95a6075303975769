import { metricsOf } from './learner.ts'
import type { FittedLearner, Learner, LearnerMetric } from './learner.ts'

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

/** How predictions of the time until an event are scored. */
export const survivalMetrics = [
  { id: 'concordance', task: 'survival', better: 'higher', units: 'C' },
] as const satisfies readonly LearnerMetric[]

/** Of learners that predict each held-out row. */
export const rowNumberMetrics = [
  ...numberMetrics,
  { id: 'mae', task: 'regression', better: 'lower', units: 'y' },
] as const satisfies readonly LearnerMetric[]

/** The metric by which a learner is fitted: R² is made of the mean squared errors of all trials. */
export function fittedMetric(learner: Learner, metric: LearnerMetric): LearnerMetric {
  return metric.id === 'r2' ? metricsOf(learner, 'regression').find(({ id }) => id === 'mse')! : metric
}

/**
 * The mean over the trials of Σ (y − ȳ)² of the held-out rows, ȳ the mean of the training rows, of a learner
 * fitted by mean squared errors that knows the empty set.
 */
export function meanSquaresOf(fitted: FittedLearner): number {
  const none = fitted.scores([])
  return none.reduce((sum, square, trial) => sum + square * fitted.heldOutWeights[trial], 0) / none.length
}

/**
 * R² pooled over the trials, of a learner fitted by mean squared errors: 1 − ΣSSE/ΣSST, SST the squared
 * distances of the held-out rows from the mean of the training rows. A trial scores 1 − SSE/mean SST, so that
 * the mean over the trials is the pooled R²: a trial whose targets hardly differ counts as little as its
 * squares, where its own R² could be any number below 0. No columns have an R² of 0. Where all targets are
 * equal a trial has 1 if it is predicted exactly, else 0.
 */
export function pooledR2(fitted: FittedLearner, meanSquares: number): FittedLearner {
  const scoreOf = (square: number, trial: number) => {
    const squares = square * fitted.heldOutWeights[trial]
    if (meanSquares === 0) return squares === 0 ? 1 : 0
    return 1 - squares / meanSquares
  }
  return {
    ...fitted,
    scores: (set) => fitted.scores(set).map(scoreOf),
    path: (steps, trial) => fitted.path(steps, trial).map((square) => scoreOf(square, trial)),
  }
}
