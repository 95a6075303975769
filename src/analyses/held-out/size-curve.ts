import type { SelectResult, SettledSelectSpec, SizeCurve } from '#core'
import { meanAndSd } from '../resample/paired-interval.ts'
import type { JoiningColumns, PathScores } from './trained-learner.ts'

/** Scores that differ by at most this share of the best are tied. */
const rounding = 1e-9

/** For each trial the scores of the first columns of its own path, at each size. */
export interface Curves {
  /** Numbers of columns, ascending. */
  readonly sizes: readonly number[]
  readonly ofTrials: readonly (readonly number[])[]
  readonly better: 'higher' | 'lower'
  /** How many of the trials hold out different rows. */
  readonly independent: number
}

/**
 * The columns of a selection in the order in which they were added, and how many it started with; null where
 * columns were removed, added in groups, or chosen as a set.
 */
export function pathOf(
  { selected, steps }: Pick<SelectResult, 'selected' | 'steps'>,
  { groups, keep, startFrom }: SettledSelectSpec,
): { readonly start: number; readonly columns: readonly string[] } | null {
  const start = selected.length - steps.length
  if (start < 0 || Object.keys(groups).length > 0) return null
  const given = new Set<unknown>([...keep, ...(Array.isArray(startFrom) ? (startFrom as string[]) : [])])
  const isPath =
    steps.every(({ action, feature }, i) => action === 'add' && selected[start + i] === feature) &&
    selected.slice(0, start).every((name) => given.has(name))
  return isPath ? { start, columns: selected } : null
}

/** The scores of one trial at each size of its path; beyond the end of the path, that of its last size. */
export async function scoresAtSizes(
  path: readonly JoiningColumns[],
  sizes: readonly number[],
  scoresAlong: PathScores,
  trial: number,
): Promise<readonly number[]> {
  const reached = sizes.map((size) => Math.min(size, path.length))
  const ends = [...new Set(reached)].filter((size) => size > 0)
  const steps = ends.map((end, i) => path.slice(i === 0 ? 0 : ends[i - 1], end).flat())
  const [none, ...scores] = await scoresAlong(steps, trial)
  return reached.map((size) => (size === 0 ? none : scores[ends.indexOf(size)]))
}

/** The means over the trials, size by size. */
export function sizeCurve(curves: Curves): SizeCurve {
  const { sizes, ofTrials } = curves
  const { best, error, oneError, knee } = sizesOf(curves)
  const scores = ofTrials[0].map((_, place) => ({
    columns: sizes[place],
    ...meanAndSd(ofTrials.map((scores) => scores[place])),
  }))
  return { scores, best, error, oneError, knee }
}

/**
 * The size with the best mean, its standard error s/√(independent trials), and the smallest size whose mean
 * is within one standard error of the best, as Breiman, Friedman, Olshen and Stone (1984) prune trees; and
 * the knee, where the means up to the best stand furthest above the line from the first to the best (Satopää,
 * Albrecht, Irwin and Raghavan 2011).
 */
function sizesOf({ sizes, ofTrials, better, independent }: Curves) {
  const spreads = ofTrials[0].map((_, place) => meanAndSd(ofTrials.map((scores) => scores[place])))
  const merits = spreads.map(({ mean }) => (better === 'higher' ? mean : -mean))
  const most = merits.reduce((best, merit) => Math.max(best, merit))
  const slack = rounding * Math.abs(most)
  const best = merits.findIndex((merit) => merit >= most - slack)
  // A single curve has no standard error.
  const error = (spreads[best].sd ?? 0) / Math.sqrt(independent)
  const least = merits.findIndex((merit) => merit >= most - error - slack)
  const beyond = sizes.map((size) => size - sizes[0])
  const above = merits
    .slice(0, best + 1)
    .map((merit, i) => (merit - merits[0]) * beyond[best] - (merits[best] - merits[0]) * beyond[i])
  const furthest = above.reduce((most, one) => Math.max(most, one))
  const knee = furthest > slack * beyond[best] ? above.indexOf(furthest) : best
  return { best: sizes[best], error, oneError: sizes[least], knee: sizes[knee] }
}

/**
 * How many columns are kept: the smallest size within one standard error; null where no column at all
 * predicts as well.
 */
function sizeToKeep(curves: Curves): number | null {
  const { oneError } = sizesOf(curves)
  return oneError === 0 ? null : oneError
}

/**
 * How many columns each trial keeps, by the scores of the others: a size found on the rows that score it
 * would bias the score.
 */
export function sizesOfTrials(curves: Curves): readonly (number | null)[] {
  const { ofTrials } = curves
  return ofTrials.map((_, trial) =>
    sizeToKeep({ ...curves, ofTrials: ofTrials.filter((_, other) => other !== trial) }),
  )
}
