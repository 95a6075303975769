import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import { areaUnderCurve } from './area-under-curve.ts'
import { accuracy, balancedAccuracy, macroF1 } from './confusion.ts'

/** The weights and classes of held-out rows. */
export interface HeldOutRows {
  readonly weights: Float64Array
  readonly classes: Int32Array
}

/** The scores of each class for each row, of which the greatest is predicted. */
export interface ClassScores {
  readonly scores: Float64Array
  /** How many classes. */
  readonly count: number
  /** Classes whose scores differ by less are equally likely: the first of them is predicted. */
  readonly rounding: number
  /** The scores are log p(c|x), but for a constant of the row. */
  readonly areLogarithms: boolean
}

const ofConfusion = { accuracy, 'balanced-accuracy': balancedAccuracy, 'macro-f1': macroF1 } as const

/** Scores predictions of held-out rows by a metric. */
export function scoreClasses(rows: HeldOutRows, predicted: ClassScores, metric: string): number {
  if (metric === 'log-loss') return logLoss(rows, predicted)
  if (metric === 'auc') return meanArea(rows, predicted)
  const confusion = confusionOf(rows, predicted)
  return ofConfusion[metric as keyof typeof ofConfusion](confusion, predicted.count)
}

function confusionOf({ classes, weights }: HeldOutRows, predicted: ClassScores): Float64Array {
  const { count } = predicted
  const confusion = new Float64Array(count * count)
  for (let row = 0; row < classes.length; row++) {
    confusion[classes[row] * count + likeliest(predicted, row * count)] += weights[row]
  }
  return confusion
}

/** The first class whose score is the greatest up to rounding. */
function likeliest({ scores, count, rounding }: ClassScores, from: number): number {
  let most = scores[from]
  for (let one = 1; one < count; one++) most = Math.max(most, scores[from + one])
  let first = 0
  while (scores[from + first] < most - rounding) first++
  return first
}

/** The mean of −log₂ p(c|x) over the rows. */
function logLoss({ classes, weights }: HeldOutRows, { scores, count }: ClassScores): number {
  let loss = 0
  let all = 0
  for (let row = 0; row < classes.length; row++) {
    const of = scores.subarray(row * count, (row + 1) * count)
    loss += weights[row] * (logOfSum(of) - of[classes[row]])
    all += weights[row]
  }
  return loss / ln(2) / all
}

/** log Σ exp of some numbers. */
function logOfSum(values: Float64Array): number {
  const most = values.reduce((a, b) => Math.max(a, b))
  return most + ln(values.reduce((sum, value) => sum + exp(value - most), 0))
}

/** The mean over classes of the area under the curve of one class against the rest; ½ if the rows have one class only. */
function meanArea({ classes, weights }: HeldOutRows, { scores, count, areLogarithms }: ClassScores): number {
  const rows = classes.length
  const constants = new Float64Array(rows)
  if (areLogarithms) {
    for (let row = 0; row < rows; row++)
      constants[row] = logOfSum(scores.subarray(row * count, (row + 1) * count))
  }
  let sum = 0
  let seen = 0
  for (let one = 0; one < count; one++) {
    const values = constants.map((constant, row) => scores[row * count + one] - constant)
    const area = areaUnderCurve(values, weights, (row) => classes[row] === one)
    if (area === null) continue
    sum += area
    seen++
  }
  return seen === 0 ? 0.5 : sum / seen
}
