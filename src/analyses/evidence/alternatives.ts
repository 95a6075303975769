import { byCodePoint, CribaError, firstFew } from '#core'
import type {
  Alternatives,
  AlternativeSet,
  Run,
  SelectResult,
  SettledEvidence,
  SettledSelectSpec,
  Source,
  StandIn,
  Warning,
} from '#core'
import type { Learner, LearnerMetric } from '#methods'
import { holdOutRows, trainOnSplits } from '../held-out/held-out.ts'
import { specOfPart } from '../held-out/inner-selection.ts'
import { meanAndSd, pairedInterval } from '../held-out/evidence-splits.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import type { SelectRun } from '../selection/checkpoint.ts'
import { findStandIns } from '../selection/stand-ins.ts'
import { withoutColumns } from '../selection/taken-columns.ts'

/**
 * The result with columns that can stand in for the chosen ones; with evidence also with other sets as good,
 * and the stand-ins in the order of what the swaps score. Where this is interrupted a warning says so.
 */
export async function findAlternatives(
  source: Source,
  settled: SettledSelectSpec,
  result: SelectResult,
  scoredBy: ScoredBy | null,
  { on, progress: _, checkpoint: __, ...run }: SelectRun,
): Promise<SelectResult> {
  const { warnings, ...found } = await tryAlternatives(async () => {
    const standIns = await findStandIns(new RequestBatcher(source, run), settled, result)
    return scoredBy ? findAlternativeSets(source, settled, { result, standIns, ...scoredBy }, run) : standIns
  })
  for (const warning of warnings) on?.({ kind: 'warning', warning })
  return { ...result, ...found, warnings: [...result.warnings, ...warnings] }
}

async function tryAlternatives(
  find: () => Promise<Alternatives>,
): Promise<{ readonly alternatives?: Alternatives; readonly warnings: readonly Warning[] }> {
  try {
    const alternatives = await find()
    const { untested } = alternatives
    const message = `alternatives: too few rows to test ${firstFew(untested, 8)} beside each chosen column`
    return { alternatives, warnings: untested.length > 0 ? [{ code: 'untested', message }] : [] }
  } catch (error) {
    if (!(error instanceof CribaError) || error.code !== 'interrupted') throw error
    return { warnings: [{ code: 'no-alternatives', message: 'alternatives are left out: interrupted' }] }
  }
}

/** How sets are scored: as in the evidence. */
export interface ScoredBy {
  readonly evidenceSpec: SettledEvidence
  readonly learner: Learner
  readonly metric: LearnerMetric
}

/** A selection, and what can stand in for its columns. */
interface Swappable extends ScoredBy {
  readonly result: SelectResult
  readonly standIns: Pick<Alternatives, 'columns' | 'untested'>
}

/** One chosen column with another in its place. */
interface Swap {
  readonly out: string
  readonly in: string
}

/** Swaps made together, and the scores of the set in each split. */
interface ScoredSwaps {
  readonly swaps: readonly Swap[]
  readonly features: readonly string[]
  readonly scores: Float64Array
}

/** The most sets besides the selected one that are scored. */
const mostSets = 20

/**
 * Scores sets in which stand-ins replace chosen columns, on the folds of the evidence: single swaps first,
 * the best stand-in of each column, then the second best, …; then swaps that were as good together, two,
 * three, …. All sets are fixed beforehand, the selected one too, so their scores compare with each other; as
 * the columns were chosen on all rows, they are optimistic beside the evidence. A set is as good if its mean
 * is within one standard error of that of the selected columns, as for the size of a selection.
 */
async function findAlternativeSets(
  source: Source,
  settled: SettledSelectSpec,
  { result, standIns, evidenceSpec, learner, metric }: Swappable,
  run: Run,
): Promise<Alternatives> {
  const { selected } = result
  const all = singleSwaps(standIns)
  const read = new Set([...selected, ...all.map((swap) => swap.in)])
  const unread = result.columns.map(({ name }) => name).filter((name) => !read.has(name))
  const fixed = specOfPart(withoutColumns(settled, unread), result)
  if (all.length === 0) return standIns
  const rows = await holdOutRows(source, fixed, evidenceSpec, run)
  const trained = await trainOnSplits(rows, { learner, metric }, fixed, run)
  const isBetter = metric.better === 'higher' ? 1 : -1
  const singles = all
    .filter((swap) => trained.readable.has(swap.in))
    .slice(0, mostSets)
    .map((swap) => [swap])
  const [base, ...ofSingles] = await score([[], ...singles])
  const selectedScores = meanAndSd([...base.scores])
  // A single split gives no error, so nothing is as good as far as one can tell.
  const error = selectedScores.sd === null ? null : selectedScores.sd / Math.sqrt(rows.splits.independent)
  const isAsGood = ({ scores }: ScoredSwaps) => {
    if (error === null) return false
    const mean = meanOf(scores)
    const isSame = rounded(mean) === rounded(selectedScores.mean)
    return isSame || isBetter * (selectedScores.mean - mean) <= error
  }
  const passed = ofSingles.filter(isAsGood).flatMap(({ swaps }) => swaps)
  const ofSeveral = await score([...combinations(passed, mostSets - singles.length)])
  const asGood = [...ofSingles, ...ofSeveral]
    .filter(isAsGood)
    .map(({ features, swaps, scores }): AlternativeSet => {
      const differences = Array.from(scores, (score, trial) => score - base.scores[trial])
      const { difference, interval } = pairedInterval(differences, rows.splits.heldOutRatio)
      return { features, swaps, score: meanOf(scores), difference, interval }
    })
  const scoreOf = new Map(ofSingles.map(({ swaps: [swap], scores }) => [keyOf(swap), meanOf(scores)]))
  return {
    columns: standIns.columns.map((column) => ({
      ...column,
      standIns: byScore(
        column.standIns.map((one) => {
          const found = scoreOf.get(keyOf({ out: column.feature, in: one.feature }))
          return { ...one, ...(found !== undefined && { score: found }) }
        }),
        isBetter,
      ),
    })),
    sets: {
      selected: selectedScores.mean,
      error,
      evaluated: ofSingles.length + ofSeveral.length,
      asGood: asGood.sort(
        (a, b) =>
          a.features.length - b.features.length ||
          isBetter * (rounded(b.score) - rounded(a.score)) ||
          a.swaps.length - b.swaps.length ||
          byCodePoint(a.features.join(), b.features.join()),
      ),
    },
    untested: standIns.untested,
  }

  async function score(sets: readonly (readonly Swap[])[]): Promise<readonly ScoredSwaps[]> {
    if (sets.length === 0) return []
    const features = sets.map((swaps) => swapped(selected, swaps))
    const scores = await trained.setScores(features)
    return sets.map((swaps, i) => ({ swaps, features: features[i], scores: scores[i] }))
  }
}

/** The best stand-in of each column, then the second best of each, … */
function singleSwaps({ columns }: Pick<Alternatives, 'columns'>): readonly Swap[] {
  const most = Math.max(0, ...columns.map(({ standIns }) => standIns.length))
  const swaps: Swap[] = []
  for (let place = 0; place < most; place++) {
    for (const { feature, standIns } of columns) {
      if (place < standIns.length) swaps.push({ out: feature, in: standIns[place].feature })
    }
  }
  return swaps
}

/** Two swaps together, then three, …, of different columns each, so many at most. */
function* combinations(swaps: readonly Swap[], most: number): Generator<readonly Swap[]> {
  let left = most
  for (let size = 2; size <= swaps.length; size++) {
    let isAny = false
    for (const set of subsets(swaps, size)) {
      if (left-- <= 0) return
      isAny = true
      yield set
    }
    if (!isAny) return
  }
}

/** Swaps of different columns, the first ones first. */
function* subsets(swaps: readonly Swap[], size: number, from = 0): Generator<readonly Swap[]> {
  if (size === 0) {
    yield []
    return
  }
  for (let first = from; first <= swaps.length - size; first++) {
    for (const others of subsets(swaps, size - 1, first + 1)) {
      if (others.some(({ out }) => out === swaps[first].out)) continue
      yield [swaps[first], ...others]
    }
  }
}

/** The columns after some swaps, each once: one column may stand in for two. */
function swapped(selected: readonly string[], swaps: readonly Swap[]): readonly string[] {
  const places = new Map(swaps.map((swap) => [swap.out, swap.in]))
  return [...new Set(selected.map((name) => places.get(name) ?? name))]
}

/** Those with a score first, the best first; the others as they were. */
function byScore(standIns: readonly StandIn[], isBetter: 1 | -1): readonly StandIn[] {
  const scored = standIns.filter(({ score }) => score !== undefined)
  const others = standIns.filter(({ score }) => score === undefined)
  return [...scored.sort((a, b) => isBetter * (rounded(b.score!) - rounded(a.score!))), ...others]
}

function meanOf(scores: Float64Array): number {
  return meanAndSd([...scores]).mean
}

/** Without the last digits, in which sources that add up in another order differ. */
function rounded(score: number): number {
  return Number(score.toPrecision(10))
}

function keyOf(swap: Swap): string {
  return JSON.stringify([swap.out, swap.in])
}
