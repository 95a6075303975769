import { canSquare } from '../measures/test.ts'
import type { OptionsOf } from '../spec/options.ts'
import type { Counts } from '../statistics/counts.ts'
import { singles } from '../statistics/family.ts'
import type { MomentsOfFamily } from '../statistics/moments.ts'
import { limits } from '../statistics/request.ts'
import type { CountsRequest, MomentsRequest, Rows, RowsRequest } from '../statistics/request.ts'
import { countLevels } from '../statistics/variable.ts'
import type { Variable } from '../statistics/variable.ts'
import { defineLearner } from './learner.ts'
import type { Judge, Lesson, LearnerMetric } from './learner.ts'
import { scoreLikelihoods } from './likelihood-scores.ts'
import type { HeldRows } from './likelihood-scores.ts'
import { gaussianTerm, levelTerm, pooled, seenLevelTerm, smoothedShares } from './terms.ts'
import type { LikelihoodTerm } from './terms.ts'

export const smoothingOption = {
  type: 'number',
  min: 1e-9,
  default: 1,
  help: 'of naive-bayes: rows that every level of every class is thought to have besides those seen (Laplace)',
} as const

/** Numbers of so few values follow no normal law: one class may hold a single one. */
const fewValues = 20

export const numbersOption = {
  type: 'choice',
  of: ['levels', 'gaussian'],
  default: 'levels',
  help: 'of naive-bayes: how numbers are read; levels: cut into bins; gaussian: by a normal law in each class',
} as const

const options = { smoothing: smoothingOption, numbers: numbersOption } as const

/**
 * Naive Bayes: a row is taken for the class with the greatest log p(c) + Σ_j log p(x_j|c), of equal ones the first. Of
 * levels p(x_j|c) = (n_cx + s)/(n_c + s·levels) by Laplace's smoothing s, and p(c) likewise, so that a class or level that
 * the rows learned from do not hold is unlikely, not impossible. Of numbers read as they are p(x_j|c) is a normal law with
 * the mean and variance of the class, to which 1e-9 of the column's variance is added. A missing value tells nothing.
 *
 * A column adds its own term to the sum of each row: a set is scored from the terms of its columns.
 */
export const naiveBayes = defineLearner({
  id: 'naive-bayes',
  title: 'Naive Bayes',
  task: 'classification',
  features: { numeric: 'levels', categorical: 'levels' },
  reads: ({ numbers }) => ({ numeric: numbers === 'levels' ? 'levels' : 'values', categorical: 'levels' }),
  metrics: [
    { id: 'accuracy', better: 'higher', units: 'share of rows' },
    { id: 'balanced-accuracy', better: 'higher', units: 'mean share of a class' },
    { id: 'macro-f1', better: 'higher', units: 'F₁' },
    { id: 'log-loss', better: 'lower', units: 'bits a row' },
  ],
  options,
  evidence: {
    options: { numbers: 'gaussian' },
    levelsUpTo: fewValues,
    how: `numbers of more than ${fewValues} values by a normal law in each class, others and levels by their shares; a missing value tells nothing`,
  },
  reference: 'Maron 1961; John & Langley 1995',
  needs: ({ features, target, parts }) => {
    const { taken, levels, numbers } = byReading(features, target)
    const whole = parts.map((view, part): RowsRequest => ({
      kind: 'rows',
      columns: part === 0 ? [target, ...taken] : [target],
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
    return [...whole, ...(levels.length > 0 ? counts : []), ...(numbers.length > 0 ? moments : [])]
  },
  judge: (answers, lesson, metric) => {
    const count = lesson.parts.length
    const { levels } = byReading(lesson.features, lesson.target)
    const counted = levels.length > 0 ? count : 0
    const known = {
      rows: answers.slice(0, count) as readonly Rows[],
      counts: answers.slice(count, count + counted) as readonly (readonly Counts[])[],
      moments: answers.slice(count + counted) as readonly MomentsOfFamily[],
    }
    return judgeOf(known, lesson, metric)
  },
})

/** The columns that are taken, those of them read by levels, and those read as numbers. */
function byReading(features: readonly Variable[], target: Variable) {
  const taken = features.filter((feature) => !isTooWide(feature, target))
  return {
    taken,
    levels: taken.filter(({ coding }) => coding !== null),
    numbers: taken.filter(({ coding }) => coding === null),
  }
}

function cellsOf({ coding }: Variable, target: Variable): number {
  return coding === null ? 0 : countLevels(coding) * countLevels(target.coding!)
}

function isTooWide(feature: Variable, target: Variable): boolean {
  return cellsOf(feature, target) > limits.cells
}

/** What is known of the parts of the rows: the rows themselves, how often levels meet classes, and numbers in each class. */
interface Known {
  readonly rows: readonly Rows[]
  readonly counts: readonly (readonly Counts[])[]
  readonly moments: readonly MomentsOfFamily[]
}

/** The rows held out in a trial, and what was learned from the others. */
interface Learned extends HeldRows {
  /** log p(c). */
  readonly prior: Float64Array
  readonly terms: ReadonlyMap<Variable, LikelihoodTerm>
}

type Taught = Lesson<OptionsOf<typeof options>>

function judgeOf(known: Known, lesson: Taught, metric: LearnerMetric): Judge {
  const { target, trials, features } = lesson
  const learned = trials.map((_, trial) => learn(known, lesson, trial))
  const wild = wildOf(byReading(features, target).numbers, known.moments)
  const scoreOf = (one: Learned, sums: Float64Array) =>
    scoreLikelihoods(one, sums, one.prior.length, metric.id)
  // A search asks for many sets of which all columns but the last are the same.
  let base: readonly Variable[] = []
  let bases = learned.map((one) => sumsOf(one, []))
  return {
    held: Float64Array.from(learned, ({ weights }) => weights.reduce((all, weight) => all + weight, 0)),
    whyNot: (feature) => {
      if (wild.has(feature)) return 'values too large, or too close together, to square (rescale the column)'
      if (!isTooWide(feature, target)) return undefined
      return `a table of ${cellsOf(feature, target)} cells (at most ${limits.cells})`
    },
    scores: (set) => {
      const before = set.slice(0, -1)
      if (before.length !== base.length || before.some((variable, i) => variable !== base[i])) {
        base = before
        bases = learned.map((one) => sumsOf(one, before))
      }
      const last = set.at(-1)
      return Float64Array.from(learned, (one, trial) => {
        if (!last) return scoreOf(one, bases[trial])
        const sums = bases[trial].slice()
        one.terms.get(last)!(sums)
        return scoreOf(one, sums)
      })
    },
    path: (steps, trial) => {
      const one = learned[trial]
      const sums = sumsOf(one, [])
      return Float64Array.from([[], ...steps], (joining) => {
        for (const variable of joining) one.terms.get(variable)!(sums)
        return scoreOf(one, sums)
      })
    },
  }
}

/** The numbers whose squares leave the range of doubles, in rows that are learned from or held out. */
function wildOf(numbers: readonly Variable[], moments: readonly MomentsOfFamily[]): ReadonlySet<Variable> {
  const ends = (member: number) =>
    moments.flatMap(({ classes, min, max }) =>
      Array.from({ length: classes }, (_, one) => [min[member * classes + one], max[member * classes + one]]),
    )
  return new Set(
    numbers.filter((_, member) => {
      const all = ends(member)
      const [min, max] = [Math.min(...all.map(([end]) => end)), Math.max(...all.map(([, end]) => end))]
      return min <= max && !canSquare(min, max)
    }),
  )
}

function learn({ rows, counts, moments }: Known, lesson: Taught, trial: number): Learned {
  const { features, target, trials, options, unseenIsMissing } = lesson
  const classes = countLevels(target.coding!)
  const { train, test } = trials[trial]
  const [labels, ...columns] = rows[0].columns
  const { weights } = rows[test]
  const held = labelledRows(weights, labels)
  const seen = new Float64Array(classes)
  for (const part of train) addClasses(rows[part].weights, labels, seen)
  const { taken } = byReading(features, target)
  let [number, level] = [0, 0]
  const ofLevels = unseenIsMissing ? seenLevelTerm : levelTerm
  const terms = taken.map((feature, i): readonly [Variable, LikelihoodTerm] => {
    const values = columns[i]
    if (feature.coding === null) {
      const spreads = spreadsOf(moments, train, number++)
      return [feature, gaussianTerm(spreads, valuesAt(held, values))]
    }
    const place = level++
    const cells = train.map((part) => counts[part][place].cells).reduce(plus)
    const codes = held.map((row) => (Number.isNaN(values[row]) ? -1 : values[row]))
    return [feature, ofLevels({ classes, counts: cells }, codes, options.smoothing)]
  })
  return {
    weights: valuesAt(held, weights),
    classes: held.map((row) => labels[row]),
    prior: smoothedShares(seen, options.smoothing),
    terms: new Map(terms),
  }
}

/** The rows of a weight above 0 that have a class. */
function labelledRows(weights: Float64Array, labels: Float64Array): Int32Array {
  const rows = new Int32Array(weights.length)
  let count = 0
  for (let row = 0; row < weights.length; row++) {
    if (weights[row] > 0 && !Number.isNaN(labels[row])) rows[count++] = row
  }
  return rows.slice(0, count)
}

/** Adds the weights of rows to those of their classes. */
function addClasses(weights: Float64Array, labels: Float64Array, to: Float64Array): void {
  for (let row = 0; row < weights.length; row++) {
    if (weights[row] > 0 && !Number.isNaN(labels[row])) to[labels[row]] += weights[row]
  }
}

/** A loop: `Float64Array.from` with a function takes ten times as long. */
function valuesAt(rows: Int32Array, values: Float64Array): Float64Array {
  const taken = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) taken[i] = values[rows[i]]
  return taken
}

/** The numbers of a column in each class of some parts; undefined of a class in which there are none. */
function spreadsOf(moments: readonly MomentsOfFamily[], parts: readonly number[], member: number) {
  return Array.from({ length: moments[0].classes }, (_, one) =>
    pooled(
      parts.map((part) => {
        const { n, mean, meanLow, comoment, classes } = moments[part]
        const cell = member * classes + one
        return { n: n[cell], mean: mean[cell], meanLow: meanLow[cell], squares: comoment[cell] }
      }),
    ),
  )
}

function plus(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((count, cell) => count + b[cell])
}

/** log p(c) + Σ log p(x_j|c) of each row and class. */
function sumsOf({ prior, classes, terms }: Learned, set: readonly Variable[]): Float64Array {
  const sums = new Float64Array(classes.length * prior.length)
  for (let at = 0; at < sums.length; at += prior.length) sums.set(prior, at)
  for (const variable of set) terms.get(variable)!(sums)
  return sums
}
