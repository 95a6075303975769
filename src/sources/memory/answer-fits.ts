import { allocateNumbers, sharedBuffer } from '../../columns/allocate.ts'
import { fitJob, scoresOf } from '../../kernel/fit-job.ts'
import type { FitInput, FitRows, FitTask } from '../../kernel/fit-job.ts'
import { placesOfColumn } from '../../kernel/models/model.ts'
import type { Members, ModelColumn, ModelTarget } from '../../kernel/models/model.ts'
import { modelOf } from '../../kernel/models/registry.ts'
import type { ModelSpec } from '../../kernel/models/registry.ts'
import { runBatch } from '../../kernel/pool.ts'
import type { BatchRun } from '../../kernel/pool.ts'
import { CribaError } from '../../spec/error.ts'
import type { FitRequest, Fits } from '../../statistics/fit.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { View } from '../../statistics/view.ts'
import { explainFits, halfOf } from './answer-shap.ts'
import type { ResolvedView } from './resolved-view.ts'

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
  const { features, target, sets, model } = request
  const coded = [...features, target].filter(({ coding }) => coding)
  await resolved.encode(coded, { ...run, progress: undefined })
  const columns = features.map((feature) => columnOf(feature, resolved))
  const rows = await trainingRows(request, resolved, columns, resolve)
  refuseHeavy(model, rows.n)
  const given: FitInput = {
    model,
    columns,
    target: targetOf(target, resolved),
    weights: rows.weights,
    trials: rows.trials,
    metrics: request.metrics,
    permuted: request.permuted ?? null,
  }
  const isEmpty = ({ train, test }: FitRows) =>
    train.length === 0 || (request.metrics.length > 0 && test.length === 0)
  // All members predict one after the other where values are permuted.
  const members = request.permuted ? undefined : modelOf(model).members?.(model)
  const partsOfFit = Array.from({ length: members?.parts ?? 1 }, (_, part) => part)
  const fits = sets.flatMap(({ columns: own, trials }) =>
    trials
      .filter((trial) => !isEmpty(rows.trials[trial]))
      .flatMap((trial) => partsOfFit.map((part) => ({ columns: own, trial, part }))),
  )
  const costs = fits.map(
    ({ columns: own, trial }) => costOf(given, own, rows.trials[trial].train.length) / partsOfFit.length,
  )
  const tasks = tasksOf(fits, costs)
  const cost = costs.reduce((sum, one) => sum + one, 0)
  const explained = request.metrics.length === 0 ? modelOf(model).explains?.(model) : null
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
    residual: parts.reduce((most, part) => Math.max(most, part.residual), 0),
  }
}

/** Importances, NaN of columns without a value in the training rows; scores as they are. */
function ofPresent(
  values: Float64Array,
  own: readonly number[],
  { columns, metrics }: FitInput,
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
    return scoresOf(mean, given.trials[fits[fit * parts].trial].test, given)
  })
}

function columnOf(feature: Variable, resolved: ResolvedView): ModelColumn {
  if (!feature.coding) return resolved.valuesOf(feature)
  const { codes, count } = resolved.codesOf(feature)
  return { codes, levels: count }
}

function targetOf(target: Variable, resolved: ResolvedView): ModelTarget {
  if (!target.coding) return { values: resolved.valuesOf(target).values }
  const { codes, count } = resolved.codesOf(target)
  return { codes, classes: count }
}

/** The rows of the trials, their weights by row of the table, and how much the rows weigh together and in each trial. */
async function trainingRows(
  { target, parts, trials, view, model }: FitRequest,
  resolved: ResolvedView,
  columns: readonly ModelColumn[],
  resolve: (view: View) => Promise<ResolvedView>,
): Promise<{
  readonly trials: readonly FitRows[]
  readonly weights: Float64Array | null
  readonly n: number
  readonly heldOut: Float64Array
}> {
  const read = [columnOf(target, resolved), ...(modelOf(model).readsGaps ? [] : columns)]
  const isComplete = completeRows(read, resolved.rows.length)
  const views = parts.length > 0 ? parts : [view]
  const ofParts: Int32Array[] = []
  let weights: Float64Array | null = null
  const sums: number[] = []
  for (const part of views) {
    const { weights: ofRows, counted } = (await resolve(part)).rows
    const rows: number[] = []
    let sum = 0
    for (let row = 0; row < isComplete.length; row++) {
      if (!isComplete[row] || ofRows?.[row] === 0) continue
      rows.push(row)
      sum += ofRows ? ofRows[row] : 1
    }
    if (counted.weights) {
      weights ??= allocateNumbers(resolved.rows.length)
      for (const row of rows) weights[row] = counted.weights[row]
    }
    ofParts.push(Int32Array.from(rows))
    sums.push(sum)
  }
  const none = new Int32Array(0)
  const all = parts.length > 0 ? trials : [{ train: [0], test: -1 }]
  return {
    weights,
    n: sums.reduce((a, b) => a + b, 0),
    heldOut: Float64Array.from(trials, ({ test }) => sums[test]),
    trials: all.map(({ train, test }) => ({
      train: merged(train.map((part) => ofParts[part])),
      test: test < 0 ? none : shared(ofParts[test]),
    })),
  }
}

/** 1 for each row that has a value in all columns. */
function completeRows(columns: readonly ModelColumn[], rows: number): Uint8Array {
  const complete = new Uint8Array(rows).fill(1)
  for (const column of columns) {
    if ('values' in column) {
      const { missing } = column
      if (missing) for (let row = 0; row < rows; row++) if (missing[row]) complete[row] = 0
    } else {
      const { codes, levels } = column
      for (let row = 0; row < rows; row++) if (codes[row] === levels) complete[row] = 0
    }
  }
  return complete
}

/** Lists of rows as one, in the order of the table. */
function merged(lists: readonly Int32Array[]): Int32Array {
  const all = shared(new Int32Array(lists.reduce((sum, { length }) => sum + length, 0)))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all.sort()
}

function shared(rows: Int32Array): Int32Array {
  const copy = new Int32Array(sharedBuffer(rows.byteLength))
  copy.set(rows)
  return copy
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
