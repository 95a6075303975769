import type {
  Difference,
  Evidence,
  Run,
  SelectResult,
  SettledEvidence,
  SettledSelectSpec,
  Source,
  Verdict,
} from '#core'
import type { Learner, LearnerMetric } from '#methods'
import { meanAndSd, pairedInterval } from '../held-out/evidence-splits.ts'
import type { EvidenceSplits } from '../held-out/evidence-splits.ts'
import { selectFromSplits } from '../held-out/held-out.ts'
import { partTask, specOfPart } from '../held-out/inner-selection.ts'
import type { PartSelection } from '../held-out/inner-selection.ts'
import { pathOf, scoresAtSizes, sizeCurve, sizesOfTrials } from '../held-out/size-curve.ts'
import type { Curves } from '../held-out/size-curve.ts'
import type { PathScores, TrainedLearner } from '../held-out/trained-learner.ts'
import { selectAny } from '../outer/select-any.ts'
import type { Once } from '../resample/saved-parts.ts'

/** The selected columns are as good as all if they lose at most this share of the gain over no columns. */
const margin = 0.1

/** The scores of one fold: from the selected columns, from all, and from none. */
interface FoldScores {
  readonly all: number
  readonly selected: number
  readonly none: number
}

/** The verdict on the selected columns, from intervals of the differences on the same folds. */
export function judgeSelected(
  scores: readonly FoldScores[],
  heldOutRatio: number,
  better: 'higher' | 'lower',
): { readonly besideAll: Difference; readonly besideNone: Difference; readonly verdict: Verdict } {
  const compare = (a: keyof FoldScores, b: keyof FoldScores) =>
    pairedInterval(
      scores.map((fold) => fold[a] - fold[b]),
      heldOutRatio,
    )
  const besideAll = compare('selected', 'all')
  const besideNone = compare('selected', 'none')
  const gains = [besideNone, compare('all', 'none')].map(({ difference }) => gained(difference))
  return { besideAll, besideNone, verdict: verdictOf(Math.max(...gains)) }

  function gained(difference: number): number {
    return better === 'higher' ? difference : -difference
  }

  /** The ends of an interval, the worse one first. */
  function ends({ interval: [low, high] }: Difference): readonly [number, number] {
    return better === 'higher' ? [low, high] : [-high, -low]
  }

  function verdictOf(gain: number): Verdict {
    const [worst, best] = ends(besideAll)
    if (!Number.isFinite(worst)) return 'not-told-apart'
    if (ends(besideNone)[0] <= 0) return 'no-better-than-none'
    if (worst > 0) return 'better-than-all'
    if (best < 0) return 'worse-than-all'
    return -worst <= margin * gain ? 'as-good-as-all' : 'not-told-apart'
  }
}

/** Selects from a part of the rows, by any method. */
export const selectPart = partTask('selection', selectAny)

/** A selection to find evidence for. */
interface EvidenceTask {
  readonly source: Source
  /** What the learner asks; the source, if there is no other. */
  readonly after?: Source
  /** Makes each fold, which a checkpoint saves. */
  readonly once?: Once
  readonly settled: SettledSelectSpec
  readonly evidenceSpec: SettledEvidence
  readonly learner: Learner
  readonly metric: LearnerMetric
  /** The selection from all rows. */
  readonly result: SelectResult
  /** Whether the columns of the path are cut where fewer do as well. */
  readonly isCut: boolean
}

/**
 * How well a selection predicts rows that it has not seen. For each fold the whole selection runs on the
 * other rows, including cuts, levels and prefilters; a learner is trained there on the columns chosen and on
 * all, and both predict the fold. So columns that were chosen by chance predict no better than chance. With
 * columns given the evidence is adjusted: the learner reads these in any case, and `none` is these alone. Its
 * statistics are requested once: those of the rows outside a fold are the sum of the other folds'.
 */
export async function findEvidence(
  task: EvidenceTask,
  run: Omit<Run, 'on'>,
  on: Run['on'],
): Promise<Evidence> {
  const { source, after = source, once, settled, evidenceSpec, result, learner, metric } = task
  const inFold = specOfPart(settled, result)
  const { splits, trained, selections } = await selectFromSplits(
    source,
    inFold,
    {
      plan: evidenceSpec,
      choice: { learner, metric },
      select: selectPart,
      learnFrom: after,
      ...(once && { once: (key, make) => once(JSON.stringify([inFold, evidenceSpec, key]), make) }),
    },
    run,
    on && (({ selected }, fold, folds) => on({ kind: 'fold', fold, folds, selected })),
  )
  return judgeSelections(task, splits, trained, selections)
}

/** The evidence from what was selected without the rows of each split, and a learner trained there. */
export async function judgeSelections(
  task: Omit<EvidenceTask, 'source' | 'after' | 'once'>,
  splits: EvidenceSplits,
  trained: TrainedLearner,
  selections: readonly PartSelection[],
): Promise<Evidence> {
  const { learner, metric } = task
  const given = task.settled.given.filter((name) => trained.readable.has(name))
  const path = await pathBeside(given, trained, selections)
  const curves = await curvesOf(task, selections, path, splits)
  const sizes = curves && task.isCut ? sizesOfTrials(curves) : selections.map(() => null)
  const scores = []
  for (const [trial, { selected }] of selections.entries()) {
    const features = selected.slice(0, sizes[trial] ?? selected.length)
    const known = curves && scoresOnCurve(curves, trial, features.length)
    const [none, ...ofSizes] = known ?? (await path(features, trial))
    scores.push({ all: trained.all[trial], selected: ofSizes.at(-1) ?? none, none, features })
  }
  return {
    learner: learner.id,
    metric: metric.id,
    better: metric.better,
    units: metric.units,
    reads: `${learner.evidence.how}${given.length > 0 ? `; beside ${given.join(', ')}, which it reads in any case` : ''}`,
    columns: trained.readable.size - given.length,
    ...(given.length > 0 && { given }),
    all: meanAndSd(scores.map((fold) => fold.all)),
    selected: meanAndSd(scores.map((fold) => fold.selected)),
    none: meanAndSd(scores.map((fold) => fold.none)),
    ...judgeSelected(scores, splits.heldOutRatio, metric.better),
    ...(curves && { sizes: sizeCurve(curves) }),
    folds: scores.map((fold, trial) => ({ ...fold, ...(curves && { path: curves.ofTrials[trial] }) })),
  }
}

/** The scores along paths of the selections, each beside the given columns: from these alone, … */
async function pathBeside(
  given: readonly string[],
  trained: TrainedLearner,
  selections: readonly PartSelection[],
): Promise<PathScores> {
  const path = await trained.pathScores([...given, ...selections.flatMap(({ selected }) => selected)])
  if (given.length === 0) return path
  return async (steps, trial) => (await path([given, ...steps], trial)).subarray(1)
}

/**
 * The scores of no columns and of the first columns of a fold's path; null where its curve lacks one of them.
 */
function scoresOnCurve({ sizes, ofTrials }: Curves, trial: number, size: number): readonly number[] | null {
  const place = sizes.indexOf(size)
  return sizes[0] === 0 && place >= 0 ? [ofTrials[trial][0], ofTrials[trial][place]] : null
}

/**
 * For each fold the scores of the first columns of its own path, size by size up to the number of columns
 * chosen; null where a selection is no path.
 */
async function curvesOf(
  { result, settled, metric }: Omit<EvidenceTask, 'source' | 'after' | 'once'>,
  selections: readonly PartSelection[],
  scoresAlong: PathScores,
  { independent }: EvidenceSplits,
): Promise<Curves | null> {
  const path = pathOf(result, settled)
  const paths = selections.flatMap((one) => pathOf(one, settled) ?? [])
  if (!path || paths.length < selections.length) return null
  const from = path.start
  const isEmpty = path.columns.length === from
  const startsElsewhere = paths.some(({ start, columns }) => start !== from && columns.length > 0)
  if (isEmpty || startsElsewhere) return null
  const sizes = Array.from({ length: path.columns.length - from + 1 }, (_, place) => from + place)
  const ofTrials: (readonly number[])[] = []
  for (const [trial, { columns }] of paths.entries())
    ofTrials.push(await scoresAtSizes(columns, sizes, scoresAlong, trial))
  return { sizes, ofTrials, better: metric.better, independent }
}
