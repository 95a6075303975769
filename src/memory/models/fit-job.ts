import type { HeldOutPermutations, ModelSpec } from '#core'
import { concordanceTest, followUpOf, scoreClasses } from '#methods'
import type { Job } from '../threads/job.ts'
import type { Kernels } from '../threads/kernels.ts'
import type { ModelColumn, ModelTarget, TrainingRows } from '../threads/model-rows.ts'
import type { Tree } from '../trees/tree.ts'
import { cellsFor, copyOf, scoresOfPermutations } from './held-out-importances.ts'
import type { FittedModel, Model } from './model.ts'
import { modelOf } from './registry.ts'

/** Rows to train on, and rows to predict; of the table, in its order. */
export interface FitRows {
  readonly train: Int32Array
  readonly test: Int32Array
}

/** What the fits of models share. */
export interface FitInput {
  readonly model: ModelSpec
  readonly columns: readonly ModelColumn[]
  readonly target: ModelTarget
  /** By row of the table; null where each counts once. */
  readonly weights: Float64Array | null
  readonly trials: readonly FitRows[]
  /** How predictions are scored; none where importances are wanted. */
  readonly metrics: readonly string[]
  /** If scores after permutations are wanted too. */
  readonly permuted: HeldOutPermutations | null
}

/** Fits of a model to some columns each, in one trial each; or of a part of its members. */
export type FitTask = readonly {
  readonly columns: readonly number[]
  readonly trial: number
  readonly part: number
}[]

/**
 * For each fit the score by each metric, or the importance of each of its columns; of a part of the members
 * what they predict instead of scores. And how far the worst fit is from its optimum.
 */
export interface FitPart {
  readonly values: readonly Float64Array[]
  readonly residual: number
  /** For each fit its trees, where these are explained together. */
  readonly trees?: readonly (readonly Tree[])[]
}

/** Fits models to training rows, and scores their predictions of others. */
export const fitJob: Job<FitInput, FitTask, FitPart> = {
  name: 'fit',
  open: (kernels, input) => {
    const { target, weights, trials, metrics } = input
    const model = modelOf(input.model)
    const areLogarithms = model.isProbabilistic === true
    const shared = {}
    const explains = metrics.length === 0 && model.explains?.(input.model)
    return (task) => {
      let residual = 0
      const trees: (readonly Tree[])[] = []
      const values = task.map(({ columns, trial, part }) => {
        const { train, test } = trials[trial]
        const own = columns.map((column) => input.columns[column])
        const training: TrainingRows = { columns: own, target, rows: train, weights, shared }
        if (input.permuted) {
          const copies = own.map(copyOf)
          const given = { ...training, columns: copies, shared: {} }
          const fitted = fitWhole(model, given, input.model, kernels)
          residual = Math.max(residual, fitted.residual ?? 0)
          const cells = cellsFor(input.permuted, training, test)
          const permuted = { columns: own, copies, places: columns, rows: test, cells, trial }
          return scoresOfPermutations(
            permuted,
            input.permuted,
            () => scoresOf(fitted.predict(test), test, input, areLogarithms)[0],
          )
        }
        const fitted = model.fit(training, input.model, kernels, part)
        residual = Math.max(residual, fitted.residual ?? 0)
        if (explains) {
          trees.push(fitted.trees!())
          return new Float64Array(0)
        }
        if (metrics.length === 0) return fitted.importances!()
        const predicted = fitted.predict(test)
        return model.members ? predicted : scoresOf(predicted, test, input, areLogarithms)
      })
      return { values, residual, ...(explains && { trees }) }
    }
  },
}

/** A model with all its members. */
function fitWhole(
  model: Model<ModelSpec>,
  training: TrainingRows,
  spec: ModelSpec,
  kernels: Kernels,
): Pick<FittedModel, 'predict' | 'residual'> {
  const members = model.members?.(spec)
  if (!members) return model.fit(training, spec, kernels, 0)
  const parts = Array.from({ length: members.parts }, (_, part) => model.fit(training, spec, kernels, part))
  return {
    predict: (rows) => {
      const mean = parts[0].predict(rows)
      for (const part of parts.slice(1)) {
        const own = part.predict(rows)
        for (let i = 0; i < mean.length; i++) mean[i] += own[i]
      }
      for (let i = 0; i < mean.length; i++) mean[i] /= members.count
      return mean
    },
  }
}

/**
 * The score of the predictions of rows by each metric. `areLogarithms`: scores of classes are log p(c|x), but
 * for a constant of the row.
 */
export function scoresOf(
  predicted: Float64Array,
  rows: Int32Array,
  { target, weights: ofTable, metrics }: Pick<FitInput, 'target' | 'weights' | 'metrics'>,
  areLogarithms: boolean,
): Float64Array {
  const weights = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) weights[i] = ofTable ? ofTable[rows[i]] : 1
  if ('isEvent' in target) {
    const [times, status] = [target.values, target.isEvent].map((of) =>
      Float64Array.from(rows, (row) => of[row]),
    )
    const followUp = followUpOf(times, { status, event: 1 }, weights)
    // C of Harrell, the one metric: NaN where no two rows can be compared.
    return new Float64Array(metrics.length).fill(concordanceTest(predicted, followUp).score + 0.5)
  }
  if ('values' in target) {
    const values = weights.map((_, i) => target.values[rows[i]])
    return Float64Array.from(metrics, (metric) => scoreNumbers({ weights, values }, predicted, metric))
  }
  const classes = rows.map((row) => target.codes[row])
  const ofClasses = {
    scores: predicted,
    count: target.classes,
    rounding: 0,
    areLogarithms,
  }
  return Float64Array.from(metrics, (metric) => scoreClasses({ weights, classes }, ofClasses, metric))
}

/** The numbers that held-out rows have, and their weights. */
interface HeldOutNumbers {
  readonly weights: Float64Array
  readonly values: Float64Array
}

/**
 * Scores predictions of numbers by a metric: R² against the mean of the held-out rows, the mean squared or
 * the mean absolute error. If all values are equal, R² is 1 where they are predicted exactly, else 0.
 */
function scoreNumbers({ weights, values }: HeldOutNumbers, predicted: Float64Array, metric: string): number {
  let all = 0
  let mean = 0
  for (let row = 0; row < values.length; row++) {
    all += weights[row]
    mean += (weights[row] * (values[row] - mean)) / all
  }
  let [squares, absolute, around] = [0, 0, 0]
  for (let row = 0; row < values.length; row++) {
    const error = values[row] - predicted[row]
    const distance = values[row] - mean
    squares += weights[row] * error * error
    absolute += weights[row] * Math.abs(error)
    around += weights[row] * distance * distance
  }
  if (metric === 'mse') return squares / all
  if (metric === 'mae') return absolute / all
  if (around === 0) return squares === 0 ? 1 : 0
  return 1 - squares / around
}
