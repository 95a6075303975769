import { joinVariables, membersOf, singles, variablesOf } from '#core'
import type { DistanceMetric, Family, Nearest, NearestRequest, Scale, Variable, View } from '#core'
import {
  isMostlyAtZero,
  kozachenkoLeonenko,
  neighbourWarnings,
  tiedAtZero,
  tooFewRows,
} from './neighbour-estimates.ts'
import { ln2 } from '../../measures/estimators.ts'
import { scaleOption } from '../../shapes/criterion.ts'
import type { RankScores } from '../../shapes/criterion.ts'
import { countEstimators } from './set-entropies.ts'

const byNeighbours = { estimator: ['nearest'] } as const

/** Options of the distance to the k-th neighbour. */
export const distanceOptions = {
  k: { type: 'whole', min: 1, max: 1000, default: 1, help: 'which neighbour' },
  metric: {
    type: 'choice',
    of: ['euclidean', 'chebyshev', 'manhattan'],
    default: 'euclidean',
    help: 'how distances are measured',
  },
} as const

/** Options of an entropy that is counted or found by the k-th neighbour (Kozachenko and Leonenko). */
export const neighbourEntropyOptions = {
  estimator: {
    type: 'choice',
    of: [...countEstimators, 'nearest'],
    default: 'plug-in',
    help: 'from counts of levels (plug-in, miller-madow, shrink), or from the k-th neighbour of numbers (nearest)',
  },
  k: { ...distanceOptions.k, only: byNeighbours },
  metric: { ...distanceOptions.metric, only: byNeighbours },
} as const

export const scaleByNeighbours = { ...scaleOption, only: byNeighbours } as const

/** The distances to k-th neighbours that an entropy is made of. */
export function distanceNeeds(
  family: Family,
  { k, metric }: { readonly k: number; readonly metric: DistanceMetric },
  scale: Scale,
  view: View,
): NearestRequest {
  return { kind: 'nearest', family, k, metric, scale, wanted: { of: 'distances' }, view }
}

/**
 * What multi-information by neighbours asks: of every variable alone, and of each set with what always
 * belongs to it.
 */
export function correlationNeeds(
  sets: Family,
  more: readonly Variable[],
  options: { readonly k: number; readonly metric: DistanceMetric; readonly scale: Scale },
  view: View,
): readonly [NearestRequest, NearestRequest] {
  const alone = singles([...new Set([...variablesOf(sets), ...more])])
  return [
    distanceNeeds(alone, options, options.scale, view),
    distanceNeeds(joinVariables(sets, more), options, options.scale, view),
  ]
}

const countLevels = 'mutual-information or joint-mi:estimator=plug-in count levels'

/** ΣH(X_i) − H(X_1, …, X_m) of each set with what always belongs to it, in bits. */
export function correlationFold(
  [alone, together]: readonly [Nearest, Nearest],
  sets: Family,
  more: readonly Variable[],
  { k, metric }: { readonly k: number; readonly metric: DistanceMetric },
): RankScores {
  const variables = [...new Set([...variablesOf(sets), ...more])]
  const nats = new Map(
    variables.map((variable, i) => [variable, kozachenkoLeonenko(alone, i, { k, metric, dimensions: 1 })]),
  )
  const few = tooFewRows(together, k)
  const tied = tiedAtZero(together, k, countLevels)
  const ofColumns = tiedAtZero(alone, k, countLevels)
  const tiedColumns = new Map(variables.map((variable, i) => [variable, ofColumns[i]]))
  const why = Array.from(membersOf(sets), (set, i) => {
    const column = [...set, ...more].find((variable) => tiedColumns.get(variable) !== undefined)
    return few[i] ?? (column && tiedColumns.get(column)) ?? tied[i]
  })
  const score = Float64Array.from(membersOf(sets), (set, i) => {
    if (why[i] !== undefined) return NaN
    const all = [...more, ...set]
    const apart = all.reduce((sum, variable) => sum + nats.get(variable)!, 0)
    return (apart - kozachenkoLeonenko(together, i, { k, metric, dimensions: all.length })) / ln2
  })
  // A column's own ties weigh most: its entropy falls towards −∞.
  const warningsOf = (nearest: Nearest) =>
    neighbourWarnings(nearest, k, undefined, (i) => !isMostlyAtZero(nearest, i))
  const warnings = [...warningsOf(alone), ...warningsOf(together)].slice(0, 1)
  return { score, n: together.n, why, warnings }
}
