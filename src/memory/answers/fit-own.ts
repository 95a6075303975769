import ln from '@stdlib/math-base-special-ln'
import { CribaError, unlessAborted, shownValue, withoutPromises } from '#core'
import type { LearnerRows, OwnLearner, OwnModel, Predictions, Predictor } from '#core'
import { scoresOf } from '../models/fit-job.ts'
import type { FitInput } from '../models/fit-job.ts'
import { cellsFor, copyOf, permuteInTurn } from '../models/held-out-importances.ts'
import type { ModelColumn, ModelTarget } from '../threads/model-rows.ts'
import type { BatchRun } from '../threads/pool.ts'

/** Columns to learn from, as places, and the trial. */
export interface WantedFit {
  readonly columns: readonly number[]
  readonly trial: number
}

/** Milliseconds after which the event loop runs, so that a signal is heard. */
const pause = 100

type OwnInput = Omit<FitInput, 'model'>

/** The scores of fits of a learner of one's own, one after the other in the thread that asks. */
export async function fitOwn(
  model: OwnModel,
  given: OwnInput,
  fits: readonly WantedFit[],
  { signal, progress }: BatchRun,
): Promise<{ readonly values: readonly Float64Array[]; readonly residual: number }> {
  if (given.weights && model.learner.fit.length < 3) {
    throw new CribaError(
      'unsuitable',
      `unsuitable weights for ${model.facts.id}: its fit has no third argument (needs fit(rows, target, weights), without a default)`,
    )
  }
  const values: Float64Array[] = []
  let due = performance.now() + pause
  for (const { columns: places, trial } of fits) {
    if (signal?.aborted) throw new CribaError('interrupted', 'interrupted')
    const columns = places.map((place) => given.columns[place])
    const { train, test } = given.trials[trial]
    const score = (predicted: Float64Array) => scoresOf(predicted, test, given, model.facts.probabilities)
    const predict = await learned(model, given, columns, train, signal)
    if (!given.permuted) {
      values.push(score(await predict(columns, test)))
    } else {
      const copies = columns.map(copyOf)
      const scores = new Float64Array(columns.length + 1)
      scores[0] = score(await predict(copies, test))[0]
      const training = { columns, target: given.target, rows: train, weights: given.weights, shared: {} }
      const cells = cellsFor(given.permuted, training, test)
      const permuted = { columns, copies, places, rows: test, cells, trial }
      for (const column of permuteInTurn(permuted, given.permuted)) {
        scores[column + 1] += (score(await predict(copies, test))[0] - scores[0]) / given.permuted.repeats
      }
      values.push(scores)
    }
    progress?.(values.length / fits.length)
    if (performance.now() < due) continue
    await new Promise((resolve) => setTimeout(resolve))
    due = performance.now() + pause
  }
  return { values, residual: 0 }
}

/** Predicts rows from the values that columns have now. */
type Predict = (columns: readonly ModelColumn[], rows: Int32Array) => Promise<Float64Array>

async function learned(
  model: OwnModel,
  given: OwnInput,
  columns: readonly ModelColumn[],
  train: Int32Array,
  signal: AbortSignal | undefined,
): Promise<Predict> {
  const { facts, learner } = model
  const { target, weights } = given
  if (columns.length === 0 || hasOneClass(target, train)) {
    return (_, rows) => Promise.resolve(constantPredictions(model, given, train, rows.length))
  }
  const call = async <T>(made: () => T | Promise<T>): Promise<T> => {
    try {
      return await unlessAborted(made(), signal)
    } catch (error) {
      if (error instanceof CribaError && error.code === 'interrupted') throw error
      const why = error instanceof Error ? error.message : shownValue(error)
      throw new CribaError('invalid', `invalid learner: ${facts.id} fails (${why})`, { cause: error })
    }
  }
  const targets = Array.from(train, (row) => ('values' in target ? target.values[row] : target.codes[row]))
  const ofRows = weights && Array.from(train, (row) => weights[row])
  const fitted = await call(() => learner.fit(rowsOfNumbers(columns, train, facts.levels), targets, ofRows))
  const predictor = predictorOf(fitted, learner, facts.id)
  return async (now, rows) => {
    const predicted = await call(() => predictor.predict(rowsOfNumbers(now, rows, facts.levels)))
    withoutPromises(`learner: ${facts.id}`, predicted)
    return checkedPredictions(model, given, predicted, rows.length)
  }
}

function hasOneClass(target: ModelTarget, rows: Int32Array): boolean {
  return 'codes' in target && rows.every((row) => target.codes[row] === target.codes[rows[0]])
}

/** What was learned, if it predicts; otherwise the learner itself. */
function predictorOf(fitted: unknown, learner: OwnLearner, id: string): Predictor {
  const found = [fitted, learner].find(
    (one) => typeof (one as Partial<Predictor> | null | undefined)?.predict === 'function',
  )
  if (found) return found as Predictor
  throw new CribaError(
    'invalid',
    `invalid learner: ${id} predicts nothing (needs predict of its own, or of what fit returns)`,
  )
}

/** Rows as lists of numbers, for a learner of one's own; all of them have a value in every column. */
function rowsOfNumbers(
  columns: readonly ModelColumn[],
  rows: Int32Array,
  levels: OwnModel['facts']['levels'],
): LearnerRows {
  return Array.from(rows, (row) => {
    const numbers: number[] = []
    for (const column of columns) {
      if ('values' in column) numbers.push(column.values[row])
      else if (levels === 'numbers') numbers.push(column.codes[row])
      else
        for (let level = 0; level < column.levels; level++) numbers.push(Number(level === column.codes[row]))
    }
    return numbers
  })
}

/** A lesser probability counts as this one, so that no log-loss is infinite. */
const leastProbability = 1e-15

type Given = Pick<FitInput, 'target' | 'weights'>

/** One prediction for all rows: the mean, or the shares of the classes among the training rows. */
function constantPredictions(
  { facts }: OwnModel,
  { target, weights }: Given,
  train: Int32Array,
  count: number,
): Float64Array {
  const one = new Float64Array('values' in target ? 1 : target.classes)
  let all = 0
  for (const row of train) {
    const weight = weights ? weights[row] : 1
    all += weight
    if ('values' in target) one[0] += (weight * (target.values[row] - one[0])) / all
    else one[target.codes[row]] += weight
  }
  if ('codes' in target) {
    for (let level = 0; level < one.length; level++) one[level] = scoreOf(one[level] / all, facts)
  }
  const predicted = new Float64Array(count * one.length)
  for (let row = 0; row < count; row++) predicted.set(one, row * one.length)
  return predicted
}

/**
 * The predictions of a learner of one's own: numbers, or scores of each class. What it cannot mean is an
 * error.
 */
function checkedPredictions(
  { facts }: OwnModel,
  { target }: Given,
  given: Predictions,
  count: number,
): Float64Array {
  const { id, probabilities } = facts
  if (typeof (given as Predictions | null)?.length !== 'number') {
    throw invalid(id, `no list but ${typeof given}`, 'one prediction for each row')
  }
  if (given.length !== count) throw invalid(id, `${given.length} for ${count} rows`, 'one for each row')
  if ('values' in target) {
    return Float64Array.from({ length: count }, (_, row) => {
      const value: unknown = given[row]
      if (typeof value === 'number' && Number.isFinite(value)) return value
      throw invalid(id, shownValue(value), 'finite numbers')
    })
  }
  const { classes } = target
  const scores = new Float64Array(count * classes)
  for (let row = 0; row < count; row++) {
    const one: unknown = given[row]
    if (probabilities) {
      const own = probabilitiesIn(id, one, classes)
      for (let level = 0; level < classes; level++) scores[row * classes + level] = scoreOf(own[level], facts)
    } else {
      if (typeof one !== 'number' || !Number.isInteger(one) || one < 0 || one >= classes) {
        throw invalid(id, shownValue(one), `numbers of classes, 0 to ${classes - 1}`)
      }
      scores[row * classes + one] = 1
    }
  }
  return scores
}

function probabilitiesIn(id: string, given: unknown, classes: number): ArrayLike<number> {
  const list = given as ArrayLike<number> | null
  const needs = `lists of ${classes} probabilities, one for each class`
  if (typeof list !== 'object' || list?.length !== classes) throw invalid(id, shownValue(given), needs)
  let sum = 0
  for (let level = 0; level < classes; level++) {
    const share: unknown = list[level]
    if (typeof share !== 'number' || !(share >= 0)) throw invalid(id, shownValue(share), needs)
    sum += share
  }
  if (!(Math.abs(sum - 1) <= 1e-6)) throw invalid(id, `probabilities with sum ${sum}`, needs)
  return list
}

function scoreOf(probability: number, { probabilities }: OwnModel['facts']): number {
  return probabilities ? ln(Math.max(probability, leastProbability)) : probability
}

function invalid(id: string, found: string, needs: string): CribaError {
  return new CribaError('invalid', `invalid predictions of ${id}: ${found} (needs ${needs})`)
}
