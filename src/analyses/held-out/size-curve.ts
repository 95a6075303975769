import { CribaError } from '#core'
import type { SelectResult, SettledSelectSpec, SizeChoice, SizeCurve, SizeRuleOfCurve } from '#core'
import { meanAndSd } from './evidence-splits.ts'
import type { LearnerChoice } from './evidence-learner.ts'
import type { HeldOutSelections } from './held-out.ts'
import { mostBesideKept } from './inner-selection.ts'
import type { CountedUnits, PartSelection } from './inner-selection.ts'
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

/** The numbers of columns to score, ascending: those kept, and up to `k`. */
export function sizesToScore(
  given: string,
  whole: SelectResult,
  units: CountedUnits,
  k: number | null,
): readonly number[] {
  const least = Math.max(1, units.keptUnits)
  const all = units.keptUnits + whole.steps.length
  const most = Math.min(all, units.keptUnits + mostBesideKept(k, units))
  const between = (size: number) => size >= least && size <= most
  if (given === 'all') return Array.from({ length: all }, (_, i) => i + 1).filter(between)
  if (given === 'halving') {
    const halves = [most]
    while (halves[0] > least) halves.unshift(Math.max(least, Math.floor(halves[0] / 2)))
    return halves
  }
  const sizes = [...new Set(given.split('+').map(Number))].sort((a, b) => a - b)
  const wrong = sizes.find((size) => !between(size))
  if (wrong === undefined) return sizes
  throw new CribaError('invalid', `invalid sizes: ${wrong} (needs ${least} to ${most})`)
}

/** What was kept, then the units of a path, each with its columns. */
export function unitsAlong({ steps }: PartSelection, units: CountedUnits): readonly JoiningColumns[] {
  const kept = Array.from({ length: units.keptUnits }, (_, i) => (i === 0 ? units.kept : []))
  return [...kept, ...steps.map(({ feature }) => units.columnsOf(feature))]
}

/** The curve of the scores by size, and the size on it. */
export async function chooseSize(
  { units, sizes }: { readonly units: CountedUnits; readonly sizes: readonly number[] },
  { learner, metric }: LearnerChoice,
  { trained, selections, splits }: HeldOutSelections,
  choose: SizeRuleOfCurve,
): Promise<SizeChoice> {
  const paths = selections.map((selection) => unitsAlong(selection, units))
  const scoresAlong = await trained.pathScores(paths.flat(2))
  const ofTrials: (readonly number[])[] = []
  const none: number[] = []
  for (const [trial, path] of paths.entries()) {
    const [empty, ...scores] = await scoresAtSizes(path, [0, ...sizes], scoresAlong, trial)
    none.push(empty)
    ofTrials.push(scores)
  }
  const curve = sizeCurve({ sizes, ofTrials, better: metric.better, independent: splits.independent })
  const size = { best: curve.best, 'one-error': curve.oneError, knee: curve.knee }[choose]
  const all = [...trained.all]
  return {
    learner: learner.id,
    metric: metric.id,
    better: metric.better,
    units: metric.units,
    reads: learner.evidence.how,
    columns: trained.readable.size,
    all: meanAndSd(all),
    none: meanAndSd(none),
    sizes: curve,
    choose,
    size,
    splits: paths.map((path, trial) => ({
      all: all[trial],
      none: none[trial],
      path: ofTrials[trial],
      features: path.slice(0, size).flat(),
    })),
  }
}
