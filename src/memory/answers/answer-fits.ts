import { CribaError } from '#core'
import type { FitRequest, Fits, ModelSpec, View } from '#core'
import { fitJob, scoresOf } from '../models/fit-job.ts'
import type { FitInput, FitRows, FitTask } from '../models/fit-job.ts'
import { placesOfColumn } from '../models/model.ts'
import type { Members } from '../models/model.ts'
import { modelOf } from '../models/registry.ts'
import type { ModelColumn } from '../threads/model-rows.ts'
import { runBatch } from '../threads/pool.ts'
import type { BatchRun } from '../threads/pool.ts'
import { explainFits, halfOf } from './answer-shap.ts'
import { fitOwn } from './fit-own.ts'
import type { WantedFit } from './fit-own.ts'
import type { ResolvedView } from './resolved-view.ts'
import { columnOf, targetOf, trainingRows } from './training-rows.ts'

/** Multiplications a millisecond, and approximate milliseconds of a task. */
const rate = 1e6
const taskCost = 40

/** Fits models to sets of columns. */
export async function answerFits(
  request: FitRequest,
  resolved: ResolvedView,
  run: BatchRun,
  resolve: (view: View) => Promise<ResolvedView>,
): Promise<Fits> {
  const { features, target, event, sets, model } = request
  const coded = [...features, target, ...(event ? [event.variable] : [])].filter(({ coding }) => coding)
  await resolved.encode(coded, { ...run, progress: undefined })
  const columns = features.map((feature) => columnOf(feature, resolved))
  const isOwn = model.id === 'own'
  const readsGaps = !isOwn && modelOf(model).readsGaps
  const rows = await trainingRows(request, resolved, readsGaps ? [] : columns, resolve)
  const given = {
    columns,
    target: targetOf(target, resolved, event),
    weights: rows.weights,
    trials: rows.trials,
    metrics: request.metrics,
    permuted: request.permuted ?? null,
  }
  const isEmpty = ({ train, test }: FitRows) =>
    train.length === 0 || (request.metrics.length > 0 && test.length === 0)
  const fits = sets.flatMap(({ columns: own, trials }) =>
    trials.filter((trial) => !isEmpty(rows.trials[trial])).map((trial) => ({ columns: own, trial })),
  )
  const { values, residual } = isOwn
    ? await fitOwn(model, given, fits, run)
    : await fitModels({ ...given, model }, fits, rows.n, run)
  let next = 0
  return {
    n: rows.n,
    heldOut: rows.heldOut,
    values: sets.map(({ columns: own, trials }) =>
      trials.map((trial) =>
        isEmpty(rows.trials[trial])
          ? new Float64Array(Math.max(request.metrics.length, own.length + 1)).fill(NaN)
          : ofPresent(values[next++], own, given, rows.trials[trial].train),
      ),
    ),
    residual,
  }
}

/** Fits of a model of the library, on the pool. */
async function fitModels(
  given: FitInput,
  wanted: readonly WantedFit[],
  weight: number,
  run: BatchRun,
): Promise<{ readonly values: readonly Float64Array[]; readonly residual: number }> {
  const { model, permuted, trials } = given
  refuseHeavy(model, weight)
  refuseParts(given)
  // All members predict one after the other where values are permuted.
  const members = permuted ? undefined : modelOf(model).members?.(model)
  const partsOfFit = Array.from({ length: members?.parts ?? 1 }, (_, part) => part)
  const fits = wanted.flatMap((fit) => partsOfFit.map((part) => ({ ...fit, part })))
  const costs = fits.map(
    ({ columns: own, trial }) => costOf(given, own, trials[trial].train.length) / partsOfFit.length,
  )
  const tasks = tasksOf(fits, costs)
  const cost = costs.reduce((sum, one) => sum + one, 0)
  const explained = given.metrics.length === 0 ? modelOf(model).explains?.(model) : null
  const parts = await runBatch(
    { job: fitJob, input: given, tasks, count: tasks.length, cost },
    explained ? halfOf(run, 0) : run,
  )
  const found = parts.flatMap((part) => part.values)
  const values = explained
    ? await explainFits(parts, fits, partsOfFit.length, given, explained, halfOf(run, 1))
    : members
      ? meansOf(found, members, fits, given)
      : found
  return {
    values,
    residual: parts.reduce((most, part) => Math.max(most, part.residual), 0),
  }
}

/** Importances, NaN of columns without a value in the training rows; scores as they are. */
function ofPresent(
  values: Float64Array,
  own: readonly number[],
  { columns, metrics }: Pick<FitInput, 'columns' | 'metrics'>,
  train: Int32Array,
): Float64Array {
  if (metrics.length > 0) return values
  return values.map((value, i) => (hasValue(columns[own[i]], train) ? value : NaN))
}

function hasValue(column: ModelColumn, rows: Int32Array): boolean {
  if ('codes' in column) return rows.some((row) => column.codes[row] < column.levels)
  const { missing } = column
  return missing === null || rows.some((row) => missing[row] === 0)
}

/** Refuses rows that weigh more than a model draws. */
function refuseHeavy(model: ModelSpec, weight: number): void {
  const { mostWeight = Infinity } = modelOf(model)
  if (weight <= mostWeight) return
  throw new CribaError(
    'too-large',
    `too much weight for ${model.id}: the rows weigh ${weight} (at most ${mostWeight}; divide the weights)`,
  )
}

/** Refuses weights that are no numbers of rows, where a model counts rows. */
function refuseParts({ model, weights }: FitInput): void {
  if (!weights || !modelOf(model).countsRows?.(model)) return
  const part = weights.find((weight) => !Number.isInteger(weight))
  if (part === undefined) return
  throw new CribaError(
    'unsuitable',
    `unsuitable weights for ${model.id}: ${part} is no number of rows (use whole weights, or ties=breslow)`,
  )
}

/** The importances, or the scores of the predictions, of means of members that were fitted in parts. */
function meansOf(
  found: readonly Float64Array[],
  { count, parts }: Members,
  fits: FitTask,
  given: FitInput,
): readonly Float64Array[] {
  return Array.from({ length: found.length / parts }, (_, fit) => {
    const mean = new Float64Array(found[fit * parts].length)
    for (let part = 0; part < parts; part++) {
      const own = found[fit * parts + part]
      for (let i = 0; i < mean.length; i++) mean[i] += own[i]
    }
    for (let i = 0; i < mean.length; i++) mean[i] /= count
    if (given.metrics.length === 0) return mean
    return scoresOf(
      mean,
      given.trials[fits[fit * parts].trial].test,
      given,
      modelOf(given.model).isProbabilistic === true,
    )
  })
}

/** Approximate milliseconds of a fit. */
function costOf({ model, columns, target }: FitInput, own: readonly number[], rows: number): number {
  const places = own.reduce((sum, column) => sum + placesOfColumn(columns[column]), 0)
  return modelOf(model).cost(rows, places, 'classes' in target ? target.classes : 1, model) / rate
}

/** Fits in tasks of about the same cost. */
function tasksOf(fits: FitTask, costs: readonly number[]): readonly FitTask[] {
  const tasks: FitTask[number][][] = []
  let left = 0
  fits.forEach((fit, i) => {
    if (left <= 0) {
      tasks.push([])
      left = taskCost
    }
    tasks[tasks.length - 1].push(fit)
    left -= costs[i]
  })
  return tasks
}
