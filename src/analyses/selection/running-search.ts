import { CribaError } from '#core'
import type { Ending, Position, SearchLimits } from '#methods'
import type { Reporter } from '../scope/error-warnings.ts'
import type { NullTests } from './null-tests.ts'
import { openSearch } from './open-problem.ts'
import type { Scorer } from './scorer.ts'
import type { RunningSearch, ScoreParts, SearchScores, SearchSetup } from './search-setup.ts'
import type { SearchBudget } from './search-budget.ts'
import { columnsOf } from './search-units.ts'
import type { SearchUnits } from './search-units.ts'
import { stepOf } from './selection-result.ts'

/** Starts the search that was chosen over the units. */
export function startSearch(setup: SearchSetup, limits: SearchLimits): RunningSearch {
  const { budget, nullTests } = setup
  // Permutations never yield to the event loop: without a pause neither a signal nor a time budget could end
  // them.
  const test: NullTests['test'] = async (...tested) => {
    await budget.pause()
    return nullTests.test(...tested)
  }
  const independence: NullTests['independence'] = async (questions) => {
    await budget.pause()
    return nullTests.independence(questions)
  }
  return openSearch({ ...setup, nullTests: { ...nullTests, test, independence } }, limits)
}

/** The steps of a search, and how it ended. */
export interface SearchHistory {
  /** Each position at which a unit joined, left, or was set aside. */
  readonly positions: readonly Position[]
  /** The last position; undefined where there was none. */
  readonly last: Position | undefined
  /** The parts of each move's score, by name. */
  readonly parts: readonly ScoreParts[]
  /** The score of each move with its own sign; NaN where a move is of several columns. */
  readonly scores: readonly number[]
  readonly ending: Ending
}

/**
 * Called with each position as it is reached, the parts of its move's score and the score with its own sign.
 */
type OnPosition = (position: Position, parts: ScoreParts, score: number) => void

/**
 * Runs a search until it ends, is interrupted or has spent its budget; in the last two cases the last
 * position is the best so far. Parts are read at each step, because scores of old steps are dropped.
 */
export async function runSearch(
  { walk, scores: found, scoredUnits: { searchUnits } }: RunningSearch,
  budget: SearchBudget,
  onPosition?: OnPosition,
): Promise<SearchHistory> {
  const positions: Position[] = []
  const parts: ScoreParts[] = []
  const scores: number[] = []
  let last: Position | undefined
  try {
    for (;;) {
      const next = await walk.next()
      if (next.done) {
        await found.saveBookmark?.(null, true)
        return { positions, parts, scores, last, ending: next.value }
      }
      last = next.value
      const { move, setAside, selected, bookmark } = last
      if (bookmark) await found.saveBookmark?.(bookmark())
      if (!move && !setAside) {
        onPosition?.(last, {}, NaN)
        continue
      }
      positions.push(last)
      const before = columnsOf(searchUnits, selected.slice(0, -1))
      parts.push(move ? partsOf(found, searchUnits, before, move.candidate) : {})
      scores.push(move ? ownScore(found, searchUnits, before, move.candidate) : NaN)
      onPosition?.(last, parts[parts.length - 1], scores[scores.length - 1])
    }
  } catch (error) {
    if (!(error instanceof CribaError) || !endsSearch(error, last)) throw error
    await found.saveBookmark?.(null, true)
    const best = last?.best?.()
    return {
      positions,
      parts,
      scores,
      last,
      ending: { ...endingOf(error, budget), ...(best && { best }) },
    }
  }
}

/**
 * Whether a search that meets an error ends with what it has; the first step of one on a server that is not
 * there is an error.
 */
function endsSearch({ code }: CribaError, last: Position | undefined): boolean {
  return code === 'interrupted' || (code === 'unreachable' && last !== undefined)
}

function endingOf(error: CribaError, budget: SearchBudget): Ending {
  if (error.code === 'unreachable') return { stopped: 'unreachable', failure: error }
  return { stopped: budget.exhaustedReason() ?? 'interrupted' }
}

/** The criterion's own score of a unit of one column; NaN for a group. */
export function ownScore(
  scores: SearchScores,
  { members }: SearchUnits,
  before: readonly number[],
  unit: number,
): number {
  const [column, ...others] = members[unit]
  return others.length === 0 ? (scores.scoreOf?.(before, column) ?? NaN) : NaN
}

/** The parts of a unit's score: the means of those of its columns. */
function partsOf(
  scores: SearchScores,
  searchUnits: SearchUnits,
  before: readonly number[],
  unit: number,
): ScoreParts {
  const columns = searchUnits.members[unit]
  const all = columns.map((column) => scores.partsOf(before, column))
  const means = Object.keys(all[0]).map((name) => {
    const sum = all.reduce((sum, { [name]: part = NaN }) => sum + part, 0)
    return [name, sum / columns.length] as const
  })
  return Object.fromEntries(means)
}

/** Reports the positions of a search as events: each step, and in a search of sets each better set. */
export function reportedPositions(
  report: NonNullable<Reporter['report']>,
  { chosen, prepared: { names }, searchUnits }: Pick<SearchSetup, 'chosen' | 'prepared' | 'searchUnits'>,
  { sets }: Pick<RunningSearch, 'sets'>,
): OnPosition {
  const { criterion } = chosen.scorer
  const show = showScores(criterion, searchUnits)
  let best = ''
  return ({ move, setAside, selected, merit }, parts, score) => {
    if (move) {
      report({ kind: 'step', step: stepOf(move, searchUnits.names, show(move.merit, score), parts) })
      return
    }
    // A search of sets also yields where it found nothing better.
    const isNew = !setAside && sets !== undefined && !Number.isNaN(merit) && best !== selected.join()
    if (!isNew) return
    best = selected.join()
    const features = columnsOf(searchUnits, selected).map((column) => names[column])
    report({ kind: 'set', method: criterion.id, features, score: show(merit) })
  }
}

/**
 * A merit as a score of the criterion; `own` is the criterion's own score of a single column, where there is
 * one.
 */
type ShowScore = (merit: number, own?: number) => number

/**
 * How merits, of which greater is always better, are shown as scores. A signed statistic keeps its sign,
 * which its merit lacks, unless a cost divided it.
 */
export function showScores(
  { better, signed }: Pick<Scorer['criterion'], 'better' | 'signed'>,
  { costs }: Pick<SearchUnits, 'costs'>,
): ShowScore {
  const hasSigns = signed === true && costs === null
  return (merit, own = NaN) => (hasSigns && !Number.isNaN(own) ? own : signOf({ better }) * merit)
}

/** The factor from merit to score. */
export function signOf({ better }: Pick<Scorer['criterion'], 'better'>): 1 | -1 {
  return better === 'higher' ? 1 : -1
}
