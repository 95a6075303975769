import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import { ascendingOrder } from '#core'

/** The weights and classes of held-out rows. */
export interface HeldOutRows {
  readonly weights: Float64Array
  readonly classes: Int32Array
}

/** The scores of each class for each row, of which the greatest is predicted. */
interface ClassScores {
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
    const from = row * count
    loss += weights[row] * (logOfSum(scores, from, from + count) - scores[from + classes[row]])
    all += weights[row]
  }
  return loss / ln(2) / all
}

/** log Σ exp of the numbers in a range. */
function logOfSum(values: Float64Array, from: number, to: number): number {
  let most = values[from]
  for (let at = from + 1; at < to; at++) most = Math.max(most, values[at])
  let sum = 0
  for (let at = from; at < to; at++) sum += exp(values[at] - most)
  return most + ln(sum)
}

/**
 * The mean over classes of the area under the curve of one class against the rest; ½ if the rows have one
 * class only.
 */
function meanArea({ classes, weights }: HeldOutRows, { scores, count, areLogarithms }: ClassScores): number {
  const rows = classes.length
  const constants = new Float64Array(rows)
  if (areLogarithms) {
    for (let row = 0; row < rows; row++) constants[row] = logOfSum(scores, row * count, (row + 1) * count)
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

/**
 * The probability that a row of the positive class has a greater value than another one, equal values counted
 * half; null if there are no rows of one of them. Hanley and McNeil (1982).
 */
function areaUnderCurve(
  values: Float64Array,
  weights: Float64Array,
  isPositive: (row: number) => boolean,
): number | null {
  const order = ascendingOrder(values)
  let negatives = 0
  let positives = 0
  let pairs = 0
  for (let from = 0; from < order.length;) {
    let [ofPositive, ofNegative] = [0, 0]
    let to = from
    do {
      if (isPositive(order[to])) ofPositive += weights[order[to]]
      else ofNegative += weights[order[to]]
      to++
    } while (to < order.length && values[order[to]] === values[order[from]])
    pairs += ofPositive * (negatives + ofNegative / 2)
    positives += ofPositive
    negatives += ofNegative
    from = to
  }
  return positives > 0 && negatives > 0 ? pairs / positives / negatives : null
}

/* A confusion matrix of K classes, row by row: the weight of the rows of class i that were predicted as class
   j. */

/** The share of rows whose class was predicted correctly. */
function accuracy(confusion: Float64Array, classes: number): number {
  let all = 0
  let right = 0
  confusion.forEach((weight, cell) => {
    all += weight
    if (cell % (classes + 1) === 0) right += weight
  })
  return right / all
}

/**
 * The mean recall of the classes that have rows: the share of a class's rows that were predicted correctly.
 */
function balancedAccuracy(confusion: Float64Array, classes: number): number {
  let sum = 0
  let seen = 0
  for (let one = 0; one < classes; one++) {
    const ofClass = confusion.subarray(one * classes, (one + 1) * classes)
    const all = ofClass.reduce((total, weight) => total + weight, 0)
    if (all === 0) continue
    sum += ofClass[one] / all
    seen++
  }
  return sum / seen
}

/**
 * The mean over classes of F₁ = 2·TP/(2·TP + FP + FN); classes with neither rows nor predictions are left
 * out.
 */
function macroF1(confusion: Float64Array, classes: number): number {
  let sum = 0
  let seen = 0
  for (let one = 0; one < classes; one++) {
    let either = 0
    for (let other = 0; other < classes; other++) {
      either += confusion[one * classes + other] + confusion[other * classes + one]
    }
    if (either === 0) continue
    sum += (2 * confusion[one * (classes + 1)]) / either
    seen++
  }
  return sum / seen
}
