import { countLevels, limits, singles } from '#core'
import type {
  Counts,
  CountsRequest,
  MomentsOfFamily,
  MomentsRequest,
  OptionsOf,
  Rows,
  RowsRequest,
  Variable,
} from '#core'
import { scoreClasses } from '../measures/class-scores.ts'
import type { HeldOutRows } from '../measures/class-scores.ts'
import {
  findUnsquarable,
  gaussianTerm,
  levelTerm,
  observedLevelTerm,
  rounding,
  smoothedShares,
  spreadsOf,
} from './likelihood-terms.ts'
import { addClassWeights, labelledRows, valuesAt } from './labelled-rows.ts'
import type { LikelihoodTerm } from './likelihood-terms.ts'
import { defineLearner } from './learner.ts'
import type { FittedLearner, LearnerMetric, LearningProblem } from './learner.ts'
import { classMetrics } from './metrics.ts'
import { optionRows } from './options.ts'

/**
 * Numbers with at most this many values are read by levels: they are not normal, and a class may have a
 * single value.
 */
const maxDiscreteValues = 20

const { smoothing, numbers } = optionRows
const options = { smoothing, numbers } as const

/**
 * Naive Bayes: the predicted class has the greatest log p(c) + Σ_j log p(x_j|c); of equal ones the first. For
 * levels p(x_j|c) = (n_cx + s)/(n_c + s·levels) with Laplace smoothing s, and p(c) in the same way, so that a
 * class or level absent from the training rows is unlikely, not impossible. For numbers read as they are
 * p(x_j|c) is a normal distribution with the mean and variance of the class, to which 1e-9 of the column's
 * variance is added. Missing values are ignored.
 *
 * Each column adds its own term to the sum of each row, so a set is scored from the terms of its columns.
 */
export const naiveBayes = defineLearner({
  id: 'naive-bayes',
  title: 'Naive Bayes',
  tasks: ['classification'],
  features: { numeric: 'levels', categorical: 'levels' },
  reads: ({ numbers }) => ({ numeric: numbers === 'levels' ? 'levels' : 'values', categorical: 'levels' }),
  metrics: classMetrics,
  options,
  evidence: {
    options: { numbers: 'gaussian' },
    levelsUpTo: maxDiscreteValues,
    how: `numbers with more than ${maxDiscreteValues} values as normal distributions in each class, other columns by the shares of their levels; missing values are ignored`,
  },
  isAdditive: true,
  reference: 'Maron 1961; John & Langley 1995',
  needs: ({ features, target, parts }) => {
    const { usable, levels, numbers } = byReading(features, target)
    const rows = parts.map((view, part): RowsRequest => ({
      kind: 'rows',
      columns: part === 0 ? [target, ...usable] : [target],
      view,
    }))
    const counts = parts.map((view): CountsRequest => ({
      kind: 'counts',
      family: { base: [target], each: levels },
      view,
    }))
    const moments = parts.map((view): MomentsRequest => ({
      kind: 'moments',
      family: singles(numbers),
      by: target,
      of: 'values',
      view,
    }))
    return [...rows, ...(levels.length > 0 ? counts : []), ...(numbers.length > 0 ? moments : [])]
  },
  fit: (answers, problem, metric) => {
    const count = problem.parts.length
    const { levels } = byReading(problem.features, problem.target)
    const counted = levels.length > 0 ? count : 0
    const statistics = {
      rows: answers.slice(0, count) as readonly Rows[],
      counts: answers.slice(count, count + counted) as readonly (readonly Counts[])[],
      moments: answers.slice(count + counted) as readonly MomentsOfFamily[],
    }
    const fitted = problem.trials.map((_, trial) => fitTrial(statistics, problem, trial))
    return createFittedLearner(fitted, statistics.moments, problem, metric)
  },
})

/** The columns that can be used, those of them read by levels, and those read as numbers. */
function byReading(features: readonly Variable[], target: Variable) {
  const usable = features.filter((feature) => !isTooWide(feature, target))
  return {
    usable,
    levels: usable.filter(({ coding }) => coding !== null),
    numbers: usable.filter(({ coding }) => coding === null),
  }
}

function cellsOf({ coding }: Variable, target: Variable): number {
  return coding === null ? 0 : countLevels(coding) * countLevels(target.coding!)
}

function isTooWide(feature: Variable, target: Variable): boolean {
  return cellsOf(feature, target) > limits.cells
}

/**
 * The statistics of the parts of the rows: the rows, the counts of levels by class, the moments of numbers by
 * class.
 */
interface PartStatistics {
  readonly rows: readonly Rows[]
  readonly counts: readonly (readonly Counts[])[]
  readonly moments: readonly MomentsOfFamily[]
}

/** The held-out rows of a trial, and the terms learned from its training rows. */
interface FittedTrial extends HeldOutRows {
  /** log p(c). */
  readonly prior: Float64Array
  readonly terms: ReadonlyMap<Variable, LikelihoodTerm>
}

type NaiveBayesProblem = LearningProblem<OptionsOf<typeof options>>

/** It keeps the fitted trials, not the rows from which they were fitted. */
function createFittedLearner(
  fitted: readonly FittedTrial[],
  moments: readonly MomentsOfFamily[],
  { target, features }: NaiveBayesProblem,
  metric: LearnerMetric,
): FittedLearner {
  const unsquarable = findUnsquarable(byReading(features, target).numbers, moments)
  const scoreOf = (one: FittedTrial, sums: Float64Array) =>
    scoreClasses(one, { scores: sums, count: one.prior.length, rounding, areLogarithms: true }, metric.id)
  // The sums of all columns but the last are kept: a search scores many sets that differ in the last column
  // only.
  let base: readonly Variable[] | null = null
  let bases: readonly Float64Array[] = []
  return {
    heldOutWeights: Float64Array.from(fitted, ({ weights }) =>
      weights.reduce((all, weight) => all + weight, 0),
    ),
    whyUnusable: (feature) => {
      if (unsquarable.has(feature))
        return 'values too large, or too close together, to square (rescale the column)'
      if (!isTooWide(feature, target)) return undefined
      return `a table of ${cellsOf(feature, target)} cells (at most ${limits.cells})`
    },
    scores: (set) => {
      const before = set.slice(0, -1)
      if (before.length !== base?.length || before.some((variable, i) => variable !== base![i])) {
        base = before
        bases = fitted.map((one) => sumsOf(one, before))
      }
      const last = set.at(-1)
      return Float64Array.from(fitted, (one, trial) => {
        if (!last) return scoreOf(one, bases[trial])
        const sums = bases[trial].slice()
        one.terms.get(last)!(sums)
        return scoreOf(one, sums)
      })
    },
    addUp: (set, before) =>
      fitted.map((one, trial) => {
        const sums = before ? before[trial] : sumsOf(one, [])
        for (const variable of set) one.terms.get(variable)!(sums)
        return sums
      }),
    scoresOfSums: (sums) => Float64Array.from(fitted, (one, trial) => scoreOf(one, sums[trial])),
    path: (steps, trial) => {
      const one = fitted[trial]
      const sums = sumsOf(one, [])
      return Float64Array.from([[], ...steps], (joining) => {
        for (const variable of joining) one.terms.get(variable)!(sums)
        return scoreOf(one, sums)
      })
    },
  }
}

function fitTrial(
  { rows, counts, moments }: PartStatistics,
  problem: NaiveBayesProblem,
  trial: number,
): FittedTrial {
  const { features, target, trials, options, unseenIsMissing } = problem
  const classes = countLevels(target.coding!)
  const { train, test } = trials[trial]
  const [labels, ...columns] = rows[0].columns
  const { weights } = rows[test]
  const testRows = labelledRows(weights, labels)
  const classWeights = new Float64Array(classes)
  for (const part of train) addClassWeights(rows[part].weights, labels, classWeights)
  const { usable } = byReading(features, target)
  let [number, level] = [0, 0]
  const termOfLevels = unseenIsMissing ? observedLevelTerm : levelTerm
  const terms = usable.map((feature, i): readonly [Variable, LikelihoodTerm] => {
    const heldOut = { values: columns[i], rows: testRows }
    if (feature.coding === null) {
      const spreads = spreadsOf(moments, train, number++)
      return [feature, gaussianTerm(spreads, heldOut)]
    }
    const place = level++
    const cells = train.map((part) => counts[part][place].cells).reduce(plus)
    return [feature, termOfLevels({ classes, counts: cells }, heldOut, options.smoothing)]
  })
  return {
    weights: valuesAt(testRows, weights),
    classes: testRows.map((row) => labels[row]),
    prior: smoothedShares(classWeights, options.smoothing),
    terms: new Map(terms),
  }
}

function plus(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((count, cell) => count + b[cell])
}

/** log p(c) + Σ log p(x_j|c) for each row and class. */
function sumsOf({ prior, classes, terms }: FittedTrial, set: readonly Variable[]): Float64Array {
  const sums = new Float64Array(classes.length * prior.length)
  for (let at = 0; at < sums.length; at += prior.length) sums.set(prior, at)
  for (const variable of set) terms.get(variable)!(sums)
  return sums
}
