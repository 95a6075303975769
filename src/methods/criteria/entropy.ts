import { joinVariables, membersOf, singles, variablesOf } from '#core'
import type {
  Answer,
  Counts,
  CountsRequest,
  Family,
  MomentsOfFamily,
  MomentsRequest,
  Nearest,
  Variable,
  View,
} from '#core'
import { meanLogWidth } from '../discretisers/histogram-rules.ts'
import {
  kozachenkoLeonenko,
  neighbourWarnings,
  tiedAtZero,
  tooFewRows,
} from './families/neighbour-estimates.ts'
import { ln2 } from '../measures/estimators.ts'
import { conditionalEntropy, entropyOf } from '../measures/quantities.ts'
import type { RankScores, Reads } from '../shapes/criterion.ts'
import { defineSubset } from '../shapes/subset-criterion.ts'
import type { SubsetStep } from '../shapes/subset-criterion.ts'
import { distanceNeeds, neighbourEntropyOptions } from './families/neighbour-entropies.ts'
import { axesFrom, countEstimators, foldOfSets, needsOfSets } from './families/set-entropies.ts'

const levels = { numeric: 'levels', categorical: 'levels' } as const
const readings: Readonly<Record<string, Reads['features']>> = {
  nearest: { numeric: 'distances', categorical: null },
  histogram: { numeric: 'levels', categorical: null },
}

/**
 * The uncertainty of the columns of a set.
 *
 * J = H[X_S] = −Σ p log₂ p over the joint levels, or H[X_S|Z] with columns given, in bits; from counts 0 to
 * log₂ of the cells. Differential entropies of numbers as they stand may be below 0 and move with the units:
 * `estimator: 'nearest'` is H = ψ(n) − ψ(k) + log V_m + (m/n) Σ log r_k, and `estimator: 'histogram'` adds Σ
 * p log₂ width of each column to the entropy of its bins (−∞ where a bin holds one value only). Shannon
 * (1948); Kozachenko and Leonenko (1987).
 *
 * @example score(table, { features: ['art', 'painting'], by: [entropy({ estimator: 'miller-madow' })] })
 */
export const entropy = defineSubset({
  id: 'entropy',
  title: 'Entropy',
  features: levels,
  target: null,
  reads: ({ estimator }) => ({ features: readings[estimator] ?? levels, target: null }),
  conditional: true,
  takesGiven: ({ estimator }) => estimator === 'plug-in' || estimator === 'miller-madow',
  better: 'higher',
  units: 'bits',
  options: {
    ...neighbourEntropyOptions,
    estimator: {
      type: 'choice',
      of: [...countEstimators, 'nearest', 'histogram'],
      default: 'plug-in',
      help: 'from counts of levels (plug-in, miller-madow, shrink), of numbers from the k-th neighbour (nearest), or from bins and their widths (histogram)',
    },
  },
  formula: 'H[X_S] = −Σ p log₂ p',
  reference: 'Shannon 1948; Kozachenko & Leonenko 1987',
  needs: (step) => {
    const { options, sets, given, view } = step
    if (options.estimator === 'histogram')
      return [...needsOfSets(quantityOf(step), 'plug-in', view), ...widthNeeds(sets, view)]
    if (options.estimator !== 'nearest') return needsOfSets(quantityOf(step), options.estimator, view)
    const alone = given.length > 0 ? [distanceNeeds({ list: [given] }, options, 'none', view)] : []
    return [distanceNeeds(joinVariables(sets, given), options, 'none', view), ...alone]
  },
  fold: (answers, step) => {
    const { options, sets, given } = step
    if (options.estimator === 'histogram') return withWidths(answers, step)
    if (options.estimator !== 'nearest') return foldOfSets(quantityOf(step), options.estimator, answers)
    const [whole, alone] = answers as readonly Nearest[]
    const { k, metric } = options
    const sizes = [...membersOf(sets)].map(({ length }) => length + given.length)
    const nats = (nearest: Nearest, i: number, dimensions: number) =>
      kozachenkoLeonenko(nearest, i, { k, dimensions, metric })
    const few = tooFewRows(whole, k)
    const tied = tiedAtZero(whole, k, 'estimator=plug-in counts levels')
    const why = few.map((reason, i) => reason ?? tied[i])
    const score = Float64Array.from(sizes, (dimensions, i) => {
      if (why[i] !== undefined) return NaN
      return (nats(whole, i, dimensions) - (alone ? nats(alone, 0, given.length) : 0)) / ln2
    })
    return {
      score,
      n: whole.n,
      why,
      warnings: neighbourWarnings(whole, k, undefined, (i) => tied[i] === undefined),
    }
  },
})

/** The entropies of bins as those of the numbers in them. */
function withWidths(answers: readonly Answer[], step: SubsetStep): RankScores {
  const { n, score } = foldOfSets(quantityOf(step), 'plug-in', answers.slice(0, -2))
  const more = widthFold(answers.slice(-2) as unknown as [readonly Counts[], MomentsOfFamily], step.sets)
  return {
    n,
    score: score.map((bits, i) => bits + more[i]),
    why: more.map((bits) =>
      Number.isNaN(bits) ? 'missing values (a level of their own has no width)' : undefined,
    ),
  }
}

function quantityOf({ sets, given, gaps }: SubsetStep) {
  const quantity = (size: number) =>
    given.length === 0
      ? entropyOf(axesFrom(0, size))
      : conditionalEntropy(axesFrom(0, size), axesFrom(size, size + given.length))
  return { sets, more: given, gaps, quantity, isOfWholeSets: true } as const
}

/**
 * What the widths of bins are made of: the rows in each bin of each column, and where its numbers begin and
 * end.
 */
function widthNeeds(sets: Family, view: View): readonly [CountsRequest, MomentsRequest] {
  const variables = variablesOf(sets)
  const numbers = variables.map(({ column, fill }): Variable => ({
    column,
    coding: null,
    ...(fill !== undefined && { fill }),
  }))
  return [
    { kind: 'counts', family: singles(variables), view },
    { kind: 'moments', family: singles(numbers), of: 'values', view },
  ]
}

/**
 * For each set Σ p·log₂ width over its columns, in bits; NaN where missing values are a level, which has no
 * width.
 */
function widthFold(
  [tables, { min, max }]: readonly [readonly Counts[], MomentsOfFamily],
  sets: Family,
): readonly number[] {
  const widths = new Map(
    variablesOf(sets).map((variable, i) => [variable, widthOf(variable, tables[i], min[i], max[i])]),
  )
  return Array.from(membersOf(sets), (set) => set.reduce((sum, variable) => sum + widths.get(variable)!, 0))
}

function widthOf({ coding }: Variable, { cells }: Counts, min: number, max: number): number {
  if (coding?.kind !== 'cuts' || coding.missing) return NaN
  return meanLogWidth(cells, [min, ...coding.cuts, max])
}
