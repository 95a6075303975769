import ln from '@stdlib/math-base-special-ln'
import { CribaError } from '#core'
import type { OwnModel, Predictions } from '#core'
import type { FitInput } from '../models/fit-job.ts'

/** A lesser probability counts as this one, so that no log-loss is infinite. */
const leastProbability = 1e-15

type Given = Pick<FitInput, 'target' | 'weights'>

/** One prediction for all rows: the mean, or the shares of the classes among the training rows. */
export function constantPredictions(
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
export function checkedPredictions(
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
      throw invalid(id, String(value), 'finite numbers')
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
        throw invalid(id, String(one), `numbers of classes, 0 to ${classes - 1}`)
      }
      scores[row * classes + one] = 1
    }
  }
  return scores
}

function probabilitiesIn(id: string, given: unknown, classes: number): ArrayLike<number> {
  const list = given as ArrayLike<number> | null
  const needs = `lists of ${classes} probabilities, one for each class`
  if (typeof list !== 'object' || list?.length !== classes) throw invalid(id, String(given), needs)
  let sum = 0
  for (let level = 0; level < classes; level++) {
    if (!(list[level] >= 0)) throw invalid(id, String(list[level]), needs)
    sum += list[level]
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
