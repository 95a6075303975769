import type { SearchLimits, SearchGenerator } from '../../search/search.ts'
import type { Bookmark, Ending, Position, StepProblem, SubsetProblem } from '../../search/problem.ts'
import { CribaError } from '../../spec/error.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { PenaltyPath } from '../../trace/penalty-path.ts'
import type { RowRange } from '../../trace/used-rows.ts'
import type { Warning } from '../../trace/warning.ts'
import type { SearchBudget } from './search-budget.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { NullTests } from './null-tests.ts'
import type { OpenCheckpoint } from './checkpoint.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import { columnsOf } from './search-units.ts'
import type { SearchUnits } from './search-units.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import type { ScoredUnits } from './series-units.ts'

/** Candidates with their scores, as a search moves them: units beside those selected, or sets of units. */
export interface ScoredProblem {
  readonly scores: SearchScores
  /** The search units as they are scored. */
  readonly scoredUnits: Omit<ScoredUnits, 'input'>
  readonly steps?: StepProblem
  readonly sets?: SubsetProblem
}

/** A search that has been started. */
export interface RunningSearch extends ScoredProblem {
  readonly walk: SearchGenerator
}

/** The inputs of a search, and what bounds it. */
export interface SearchSetup {
  readonly batcher: RequestBatcher
  readonly chosen: ChosenSelection
  readonly prepared: Pick<PreparedSelection, 'input' | 'names' | 'secondInput'>
  readonly searchUnits: SearchUnits
  /** In time order, where the criterion takes series. */
  readonly groups: SettledSelectSpec['groups']
  readonly nullTests: NullTests
  readonly budget: SearchBudget
  /** Only so many of the best candidates of a ranking are used; null where all may be. */
  readonly most: number | null
  /** Where the state of a search of sets is saved; null where it is not. */
  readonly checkpoint: OpenCheckpoint | null
}

/** The scores that a search has computed so far, as a result reports them. */
export interface SearchScores {
  readonly evaluations: number
  /** The rows behind the scores; undefined where nothing was scored. */
  readonly rows: RowRange | undefined
  /** The parts of a candidate's score beside those selected, by name. */
  partsOf(selected: readonly number[], candidate: number): ScoreParts
  /** The path of the model that scored the candidates, with their names. */
  readonly path?: PenaltyPath | undefined
  /** The warnings of the criterion, by their messages. */
  readonly warnings?: ReadonlyMap<string, Warning>
  /** The candidates without a score beside those selected, with the reason: a selected one by its place, or a text. */
  leftOut?(selected: readonly number[]): ReadonlyMap<number, number | string>
  /** The criterion's own score of a candidate beside those selected. */
  scoreOf?(selected: readonly number[], candidate: number): number
  /** Saves the state of the search, where there is a checkpoint. */
  saveBookmark?(bookmark: Bookmark | null, now?: boolean): Promise<void>
}

export type ScoreParts = Readonly<Partial<Record<string, number>>>

/** Starts the search that was chosen over the units. */
export function startSearch(setup: SearchSetup, limits: SearchLimits): RunningSearch {
  const { budget, chosen, nullTests } = setup
  // Permutations never yield to the event loop: without a pause neither a signal nor a time budget could end them.
  const test: NullTests['test'] = async (...tested) => {
    await budget.pause()
    return nullTests.test(...tested)
  }
  const independence: NullTests['independence'] = async (questions) => {
    await budget.pause()
    return nullTests.independence(questions)
  }
  return chosen.scorer.start({ ...setup, nullTests: { ...nullTests, test, independence } }, limits)
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

/** Called with each position as it is reached, the parts of its move's score and the score with its own sign. */
export type OnPosition = (position: Position, parts: ScoreParts, score: number) => void

/**
 * Runs a search until it ends, is interrupted or has spent its budget; in the last two cases the last position is the best so
 * far. Parts are read at each step, because scores of old steps are dropped.
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

/** Whether a search that meets an error ends with what it has; the first step of one on a server that is not there is an error. */
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
