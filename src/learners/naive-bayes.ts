import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import { accuracy, macroF1 } from '../measures/confusion.ts'
import type { Counts } from '../statistics/counts.ts'
import { limits } from '../statistics/request.ts'
import type { CountsRequest, Rows, RowsRequest } from '../statistics/request.ts'
import { countLevels } from '../statistics/variable.ts'
import type { Variable } from '../statistics/variable.ts'
import { defineLearner } from './learner.ts'
import type { Judge, Lesson, Metric } from './learner.ts'

/**
 * Log-likelihoods are multiples of 2^−36, so that their sums are exact in whatever order columns come, and classes that are
 * equally likely tie.
 */
const grid = 0x10_0000_0000
/** Classes whose sums differ by less are equally likely: a few steps of the grid for the terms that were rounded. */
const rounding = 64 / grid

export const smoothingOption = {
  type: 'number',
  min: 1e-9,
  default: 1,
  help: 'of naive-bayes: rows that every level of every class is thought to have besides those seen (Laplace)',
} as const

/**
 * Naive Bayes of levels, numbers discretised: a row is taken for the class with the greatest log p(c) + Σ_j log p(x_j|c), of
 * equal ones the first. p(x_j|c) = (n_cx + s)/(n_c + s·levels) by Laplace's smoothing s, and p(c) likewise, so that a class
 * or level that the rows learned from do not hold is unlikely, not impossible. A missing level tells nothing.
 *
 * A column adds its own term to the sum of each row: a set is scored from the terms of its columns.
 */
export const naiveBayes = defineLearner({
  id: 'naive-bayes',
  title: 'Naive Bayes of levels',
  task: 'classification',
  features: { numeric: 'levels', categorical: 'levels' },
  metrics: [
    { id: 'accuracy', better: 'higher', units: 'share of rows' },
    { id: 'macro-f1', better: 'higher', units: 'F₁' },
    { id: 'log-loss', better: 'lower', units: 'bits a row' },
  ],
  options: { smoothing: smoothingOption },
  reference: 'Maron 1961',
  needs: ({ features, target, parts }) => {
    const each = features.filter((feature) => whyNot(feature, target) === undefined)
    const whole = parts.map((view, part): RowsRequest => ({
      kind: 'rows',
      columns: part === 0 ? [target, ...each] : [target],
      view,
    }))
    const counted = parts.map((view): CountsRequest => ({
      kind: 'counts',
      family: { base: [target], each },
      view,
    }))
    return [...whole, ...counted]
  },
  judge: (answers, lesson, metric) => {
    const { parts } = lesson
    const rows = answers.slice(0, parts.length) as unknown as readonly Rows[]
    const counts = answers.slice(parts.length) as unknown as readonly (readonly Counts[])[]
    return judgeOf(rows, counts, lesson, metric)
  },
})

function whyNot({ coding }: Variable, target: Variable): string | undefined {
  const cells = countLevels(coding!) * countLevels(target.coding!)
  return cells > limits.cells ? `a table of ${cells} cells (at most ${limits.cells})` : undefined
}

/** The rows held out in a trial, and what was learned from the others. */
interface Learned {
  readonly weights: Float64Array
  readonly classes: Int32Array
  /** log p(c). */
  readonly prior: Float64Array
  /** Of each feature log p(x|c), class by class. */
  readonly terms: readonly Float64Array[]
  /** Of each feature the levels of the rows, −1 where there is none. */
  readonly levels: readonly Int32Array[]
}

type Smoothed = Lesson<{ readonly smoothing: number }>

function judgeOf(
  rows: readonly Rows[],
  counts: readonly (readonly Counts[])[],
  lesson: Smoothed,
  metric: Metric,
): Judge {
  const { features, target, trials } = lesson
  const taken = features.filter((feature) => whyNot(feature, target) === undefined)
  const placeOf = new Map(taken.map((feature, place) => [feature, place]))
  const learned = trials.map((_, trial) => learn(rows, counts, lesson, trial))
  // A search asks for many sets of which all columns but the last are the same.
  let base: readonly Variable[] = []
  let sums = learned.map((one) => sumsOf(one, []))
  return {
    held: Float64Array.from(learned, ({ weights }) => weights.reduce((all, weight) => all + weight, 0)),
    whyNot: (feature) => whyNot(feature, target),
    scores: (set) => {
      const before = set.slice(0, -1)
      if (before.length !== base.length || before.some((variable, i) => variable !== base[i])) {
        base = before
        sums = learned.map((one) =>
          sumsOf(
            one,
            before.map((variable) => placeOf.get(variable)!),
          ),
        )
      }
      const last = set.at(-1)
      return Float64Array.from(learned, (one, trial) => {
        const all = last ? added(one, placeOf.get(last)!, sums[trial].slice()) : sums[trial]
        return metric.id === 'log-loss' ? logLoss(one, all) : confusing(one, all, metric)
      })
    },
  }
}

function learn(
  rows: readonly Rows[],
  counts: readonly (readonly Counts[])[],
  { target, trials, options: { smoothing } }: Smoothed,
  trial: number,
): Learned {
  const classes = countLevels(target.coding!)
  const { train, test } = trials[trial]
  const [labels, ...columns] = rows[0].columns
  const { weights } = rows[test]
  const held = Int32Array.from(weights.keys()).filter((row) => weights[row] > 0 && !Number.isNaN(labels[row]))
  const seen = new Float64Array(classes)
  for (const part of train) {
    rows[part].weights.forEach((weight, row) => {
      if (weight > 0 && !Number.isNaN(labels[row])) seen[labels[row]] += weight
    })
  }
  return {
    weights: Float64Array.from(held, (row) => weights[row]),
    classes: Int32Array.from(held, (row) => labels[row]),
    prior: smoothed(seen, smoothing),
    terms: columns.map((_, feature) => {
      const cells = train.map((part) => counts[part][feature].cells).reduce(plus)
      const levels = cells.length / classes
      const terms = new Float64Array(cells.length)
      for (let one = 0; one < classes; one++) {
        terms.set(smoothed(cells.subarray(one * levels, (one + 1) * levels), smoothing), one * levels)
      }
      return terms
    }),
    levels: columns.map((codes) =>
      Int32Array.from(held, (row) => (Number.isNaN(codes[row]) ? -1 : codes[row])),
    ),
  }
}

function plus(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((count, cell) => count + b[cell])
}

/** The logarithms of smoothed shares, on the grid. */
function smoothed(counts: Float64Array, smoothing: number): Float64Array {
  const all = counts.reduce((sum, count) => sum + count, 0) + smoothing * counts.length
  return counts.map((count) => Math.round(ln((count + smoothing) / all) * grid) / grid)
}

/** log p(c) + Σ log p(x_j|c) of each row and class, for the features at some places. */
function sumsOf(learned: Learned, places: readonly number[]): Float64Array {
  const { prior, classes } = learned
  const sums = Float64Array.from({ length: classes.length * prior.length }, (_, i) => prior[i % prior.length])
  for (const place of places) added(learned, place, sums)
  return sums
}

/** The same sums, to which the terms of one more feature were added. */
function added({ prior, terms, levels }: Learned, place: number, sums: Float64Array): Float64Array {
  const ofFeature = terms[place]
  const width = ofFeature.length / prior.length
  const codes = levels[place]
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] < 0) continue
    for (let one = 0; one < prior.length; one++) {
      sums[row * prior.length + one] += ofFeature[one * width + codes[row]]
    }
  }
  return sums
}

function confusing({ prior, classes, weights }: Learned, sums: Float64Array, { id }: Metric): number {
  const count = prior.length
  const confusion = new Float64Array(count * count)
  for (let row = 0; row < classes.length; row++) {
    confusion[classes[row] * count + likeliest(sums, row * count, count)] += weights[row]
  }
  return id === 'accuracy' ? accuracy(confusion, count) : macroF1(confusion, count)
}

/** The first class that is as likely as any, but for the rounding of its terms. */
function likeliest(sums: Float64Array, from: number, count: number): number {
  let most = sums[from]
  for (let one = 1; one < count; one++) most = Math.max(most, sums[from + one])
  let first = 0
  while (sums[from + first] < most - rounding) first++
  return first
}

/** The mean of −log₂ p(c|x) over the rows. */
function logLoss({ prior, classes, weights }: Learned, sums: Float64Array): number {
  const count = prior.length
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
