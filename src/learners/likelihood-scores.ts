import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import { accuracy, balancedAccuracy, macroF1 } from '../measures/confusion.ts'
import { rounding } from './terms.ts'

/** The weights and classes of held-out rows. */
export interface HeldOutRows {
  readonly weights: Float64Array
  readonly classes: Int32Array
}

const ofConfusion = { accuracy, 'balanced-accuracy': balancedAccuracy, 'macro-f1': macroF1 } as const

/** Scores held-out rows by a metric, from the log-likelihoods of `count` classes for each row. */
export function scoreLikelihoods(
  rows: HeldOutRows,
  sums: Float64Array,
  count: number,
  metric: string,
): number {
  return metric === 'log-loss'
    ? logLoss(rows, sums, count)
    : ofConfusion[metric as keyof typeof ofConfusion](confusionOf(rows, sums, count), count)
}

function confusionOf({ classes, weights }: HeldOutRows, sums: Float64Array, count: number): Float64Array {
  const confusion = new Float64Array(count * count)
  for (let row = 0; row < classes.length; row++) {
    confusion[classes[row] * count + likeliest(sums, row * count, count)] += weights[row]
  }
  return confusion
}

/** The first class whose likelihood is the greatest up to rounding. */
function likeliest(sums: Float64Array, from: number, count: number): number {
  let most = sums[from]
  for (let one = 1; one < count; one++) most = Math.max(most, sums[from + one])
  let first = 0
  while (sums[from + first] < most - rounding) first++
  return first
}

/** The mean of −log₂ p(c|x) over the rows. */
function logLoss({ classes, weights }: HeldOutRows, sums: Float64Array, count: number): number {
  let loss = 0
  let all = 0
  for (let row = 0; row < classes.length; row++) {
    const of = sums.subarray(row * count, (row + 1) * count)
    const most = of.reduce((a, b) => Math.max(a, b))
    const total = of.reduce((sum, likelihood) => sum + exp(likelihood - most), 0)
    loss += weights[row] * (most + ln(total) - of[classes[row]])
    all += weights[row]
  }
  return loss / ln(2) / all
}
