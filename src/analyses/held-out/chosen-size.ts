import { CribaError } from '#core'
import type { SelectResult, SizeChoice, SizeRuleOfCurve } from '#core'
import { meanAndSd } from '../resample/paired-interval.ts'
import { mostBesideKept } from './counted-units.ts'
import type { CountedUnits } from './counted-units.ts'
import type { LearnerChoice } from './evidence-learner.ts'
import type { HeldOutSelections } from './held-out.ts'
import type { PartSelection } from './inner-selection.ts'
import { scoresAtSizes, sizeCurve } from './size-curve.ts'
import type { JoiningColumns } from './trained-learner.ts'

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
