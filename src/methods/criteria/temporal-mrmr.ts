import { CribaError } from '#core'
import type { Answer, OptionsOf, Request, Rows, Variable, Warning } from '#core'
import {
  correlationSimilarity,
  dtwSimilarity,
  meanSimilarity,
  standardSeries,
} from '../measures/time-series.ts'
import type { SeriesOfRows } from '../measures/time-series.ts'
import type { RankScores } from '../shapes/criterion.ts'
import { defineStep } from '../shapes/step-criterion.ts'
import type { CandidateStep, Series, StepScores } from '../shapes/step-criterion.ts'
import { plus } from './families/pairwise-criterion.ts'
import { quotients, rankerByF, readsForF } from './mrmr.ts'

const options = {
  form: {
    type: 'choice',
    of: ['difference', 'quotient'],
    default: 'difference',
    help: 'relevance less the mean redundancy with the selected, or relevance divided by it',
  },
  redundancy: {
    type: 'choice',
    of: ['dtw', 'pearson'],
    default: 'dtw',
    help: 'of two series: by their distance when warped in time, or |ρ| over time of series of equal length',
  },
} as const
type Step = CandidateStep<OptionsOf<typeof options>>

const similarityOf = { dtw: dtwSimilarity, pearson: correlationSimilarity } as const

/**
 * Rewards series of columns over time that differ between the classes and are unlike those selected.
 *
 * J(X_k) = mean_t F(X_kt;Y) − mean_j R(X_j,X_k) over the selected X_j, and the mean F where nothing is
 * selected. A candidate is a group of columns, in its order one for each point of time; a column in no group
 * is a series of one point. F is that of `anova-f`, on a target of numbers that of `f-regression`. R is the
 * mean over rows of 1/(1+DTW/T), the row's two series with mean 0 and standard deviation 1, DTW their
 * distance warped in time (|a−b|, no window), T the length of the longer; or with `redundancy: 'pearson'` the
 * mean over rows of |ρ| of the two series. `form: 'quotient'` divides, as `mrmr` does. A series constant in
 * time becomes 0: two such have R = 1 by DTW, and any with one R = 0 by ρ. F has no bound and R is at most 1,
 * so the difference goes mostly by F, and the quotient weighs redundancy more. F of noise is about 1: without
 * k a search ends where the best gains no more. Radovic et al. (2017).
 *
 * @example select(table, { target: 'y', groups: { crp: ['crp_day1', 'crp_day2'] }, criterion: temporalMrmr(), k: 2 })
 */
export const temporalMrmr = defineStep({
  id: 'temporal-mrmr',
  title: 'Minimum redundancy, maximum relevance of series over time',
  features: { numeric: 'values', categorical: null },
  target: 'either',
  reads: (_, types) => readsForF(types),
  better: 'higher',
  units: 'F',
  unitsUnder: ({ form }) => (form === 'quotient' ? 'ratio' : 'F'),
  options,
  formula: 'J = mean_t F(X_k,t;Y) − mean_j mean_rows 1/(1 + DTW(X_j,X_k)/T)',
  reference: 'Radovic et al. 2017',
  ofSeries: true,
  pairwise: true,
  stop: 'gain:1',
  needs: (step): readonly Request[] => {
    if (!step.sums) {
      refuseUnequal(step)
      return rankerByF(step.target).criterion.needs(rankStepOf(step))
    }
    // The same at every step: all series of the run.
    const columns = [...step.seriesOf!.values()].flatMap(({ points }) => points)
    return [{ kind: 'rows', columns, view: step.view }]
  },
  fold: (answers: readonly Answer[], step): StepScores => {
    if (!step.sums) return relevanceOf(answers, step)
    const rows = answers[0] as Rows
    const last = standardised(rows, step, step.selected.at(-1)!)
    const likeness = similarityOf[step.options.redundancy]
    const found = step.candidates.map((candidate) =>
      meanSimilarity(last, standardised(rows, step, candidate), rows.weights, likeness),
    )
    const { relevance, redundancies } = step.sums
    const sum = plus(
      redundancies,
      Float64Array.from(found, ({ mean }) => mean),
    )
    const redundancy = sum.map((value) => value / step.selected.length)
    return {
      n: Float64Array.from(found, ({ n }) => n),
      ...(step.options.form === 'quotient'
        ? quotients(relevance, redundancy)
        : { score: relevance.map((value, k) => value - redundancy[k]) }),
      sums: { relevance, redundancies: sum },
      parts: { relevance, redundancy },
    }
  },
})

/** What the ranker is asked: every point of time of the candidates as a column. */
function rankStepOf(step: Step) {
  const { candidates, target, targetName, classes, view } = step
  const features = candidates.flatMap((candidate) => seriesFor(step, candidate).points)
  return { features, names: [], target, targetName, classes, options: rankerByF(target).options, view }
}

/** The mean F over the points of time; none where one point has none, for its reason. */
function relevanceOf(answers: readonly Answer[], step: Step): StepScores {
  const ofPoints: RankScores = rankerByF(step.target).criterion.fold(answers, rankStepOf(step))
  const score = new Float64Array(step.candidates.length)
  const n = new Float64Array(score.length)
  const why = new Array<string | undefined>(score.length)
  let first = 0
  step.candidates.forEach((candidate, k) => {
    const { length } = seriesFor(step, candidate).points
    const points = Array.from({ length }, (_, t) => first + t)
    score[k] = points.reduce((sum, point) => sum + ofPoints.score[point], 0) / length
    n[k] = points.reduce((least, point) => Math.min(least, ofPoints.n[point]), Infinity)
    why[k] = points.map((point) => ofPoints.why?.[point]).find((reason) => reason !== undefined)
    first += length
  })
  return {
    n,
    score,
    why,
    warnings: singlePointWarnings(step),
    sums: { relevance: score },
    parts: { relevance: score },
  }
}

function seriesFor({ seriesOf }: Step, first: Variable): Series {
  return seriesOf!.get(first)!
}

/** The series of a run with mean 0 and standard deviation 1, made once as long as its rows are known. */
const known = new WeakMap<Rows, ReadonlyMap<Variable, SeriesOfRows>>()

function standardised(rows: Rows, step: Step, first: Variable): SeriesOfRows {
  let all = known.get(rows)
  if (!all) {
    let place = 0
    const made = Array.from(step.seriesOf!, ([variable, { points }]) => {
      const columns = rows.columns.slice(place, (place += points.length))
      return [variable, standardSeries(columns)] as const
    })
    all = new Map(made)
    known.set(rows, all)
  }
  return all.get(first)!
}

function refuseUnequal({ options: { redundancy }, seriesOf }: Step): void {
  if (redundancy !== 'pearson') return
  const [one, ...others] = seriesOf!.values()
  const other = others.find(({ points }) => points.length !== one.points.length)
  if (!other) return
  const lengths = [one, other].map(({ name, points }) => `${name} has ${points.length}`)
  throw new CribaError(
    'unsuitable',
    `unsuitable groups for temporal-mrmr: redundancy pearson needs equally many points of time (${lengths.join(', ')}: use redundancy=dtw, or drop columns)`,
  )
}

/** Series of one point are constant in time: nothing is like or unlike anything. */
function singlePointWarnings({ seriesOf }: Step): readonly Warning[] {
  if ([...seriesOf!.values()].some(({ points }) => points.length > 1)) return []
  const message =
    'temporal-mrmr: no group holds two columns or more, so that every series is one point of time and redundancy says nothing (give groups, or use mrmr)'
  return [{ code: 'no-series', message }]
}
