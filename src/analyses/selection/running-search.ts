import { asStep } from '../../criteria/as-step.ts'
import type { SearchLimits, SearchGenerator } from '../../search/search.ts'
import type { Bookmark, Ending, Position, StepProblem, SubsetProblem } from '../../search/problem.ts'
import { CribaError } from '../../spec/error.ts'
import type { SettledSelectSpec } from '../../spec/select-spec.ts'
import type { RowRange } from '../../trace/used-rows.ts'
import type { Warning } from '../../trace/warning.ts'
import type { SearchBudget } from './search-budget.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { NullTests } from './null-tests.ts'
import type { OpenCheckpoint } from './checkpoint.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import { isFunctionCriterion } from './function-criterion.ts'
import { FunctionSets } from './function-sets.ts'
import { UnitSets } from './unit-sets.ts'
import { UnitSteps } from './unit-steps.ts'
import { areCandidates, columnsOf } from './search-units.ts'
import type { SearchUnits } from './search-units.ts'
import { SetCache } from './set-cache.ts'
import { partialFTailOf } from './partial-fit.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import { SetSteps } from './set-steps.ts'
import { StepCandidates } from './step-problem.ts'
import { CandidateSets } from './subset-problem.ts'
import { unitsAsSeries } from './series-units.ts'
import type { ScoredUnits } from './series-units.ts'

/** A search that has been started. */
export interface RunningSearch {
  readonly walk: SearchGenerator
  readonly scorer: Scorer
  /** The search units as the scorer sees them. */
  readonly scoredUnits: Omit<ScoredUnits, 'input'>
  readonly problem: SearchProblem
}

/** What a search scores: units beside those selected, or sets of units. */
export type SearchProblem =
  | { readonly takes: 'step'; readonly steps: StepProblem }
  | { readonly takes: 'subset'; readonly sets: SubsetProblem }

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
  /** Where the state of a search of sets is saved; null where it is not. */
  readonly checkpoint: OpenCheckpoint | null
}

/** The scores that a search has computed so far, as a result reports them. */
export interface Scorer {
  readonly evaluations: number
  /** The rows behind the scores; undefined where nothing was scored. */
  readonly rows: RowRange | undefined
  /** The parts of a candidate's score beside those selected, by name. */
  partsOf(selected: readonly number[], candidate: number): ScoreParts
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

/**
 * Starts the search that was chosen, over units beside those selected or over sets of units, as the search takes them. A
 * criterion of sets serves a search by steps: each step is scored by the set that it makes.
 */
export function startSearch(setup: SearchSetup, limits: SearchLimits): RunningSearch {
  const { batcher, chosen, prepared, searchUnits, budget, checkpoint } = setup
  const { input, names, secondInput } = prepared
  // Permutations never yield to the event loop: without a pause neither a signal nor a time budget could end them.
  const test: NullTests['test'] = async (...tested) => {
    await budget.pause()
    return setup.nullTests.test(...tested)
  }
  const nullTests = { ...setup.nullTests, test }
  const { criterion } = chosen.criterion
  const { record, options } = chosen.search
  if (criterion.shape !== 'subset') {
    const columns = { input, searchUnits, names }
    const isOfSeries = criterion.shape === 'step' && criterion.ofSeries
    const scoredUnits = isOfSeries ? unitsAsSeries(columns, setup.groups) : columns
    const scorer = new StepCandidates(batcher, asStep(criterion), scoredUnits.input, nullTests, budget)
    if (record.takes !== 'step') throw new TypeError('a criterion of steps under a search of sets')
    const steps = areCandidates(scoredUnits.searchUnits, scorer.size)
      ? scorer
      : new UnitSteps(scorer, scoredUnits.searchUnits)
    return {
      scorer,
      scoredUnits,
      problem: { takes: 'step', steps },
      walk: record.run(steps, limits, options),
    }
  }
  const candidates = isFunctionCriterion(criterion)
    ? new FunctionSets(criterion, names, budget)
    : new CandidateSets(batcher, criterion, input)
  const scorer = new SetCache(candidates, budget, checkpoint)
  const scoredUnits = { searchUnits, names }
  const bySecond = secondInput && new CandidateSets(batcher, chosen.second!.criterion, secondInput)
  const sets = new UnitSets(scorer, searchUnits, bySecond)
  if (record.takes === 'subset') {
    return {
      scorer,
      scoredUnits,
      problem: { takes: 'subset', sets },
      walk: record.run(sets, limits, options),
    }
  }
  const steps = new SetSteps(sets, nullTests, partialFTailOf(scorer, searchUnits))
  return { scorer, scoredUnits, problem: { takes: 'step', steps }, walk: record.run(steps, limits, options) }
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
 * Runs a search until it ends, is interrupted or has spent its budget; in the last two cases the last position is the best so
 * far. Parts are read at each step, because the scorer forgets old steps.
 */
export async function runSearch(
  { walk, scorer, scoredUnits: { searchUnits } }: RunningSearch,
  budget: SearchBudget,
): Promise<SearchHistory> {
  const positions: Position[] = []
  const parts: ScoreParts[] = []
  const scores: number[] = []
  let last: Position | undefined
  try {
    for (;;) {
      const next = await walk.next()
      if (next.done) {
        await scorer.saveBookmark?.(null, true)
        return { positions, parts, scores, last, ending: next.value }
      }
      last = next.value
      const { move, setAside, selected, bookmark } = last
      if (bookmark) await scorer.saveBookmark?.(bookmark())
      if (!move && !setAside) continue
      positions.push(last)
      const before = columnsOf(searchUnits, selected.slice(0, -1))
      parts.push(move ? partsOf(scorer, searchUnits, before, move.candidate) : {})
      scores.push(move ? ownScore(scorer, searchUnits, before, move.candidate) : NaN)
    }
  } catch (error) {
    if (!(error instanceof CribaError) || error.code !== 'interrupted') throw error
    await scorer.saveBookmark?.(null, true)
    const best = last?.best?.()
    return {
      positions,
      parts,
      scores,
      last,
      ending: { stopped: budget.exhaustedReason() ?? 'interrupted', ...(best && { best }) },
    }
  }
}

/** The criterion's own score of a unit of one column; NaN for a group. */
export function ownScore(
  scorer: Scorer,
  { members }: SearchUnits,
  before: readonly number[],
  unit: number,
): number {
  const [column, ...others] = members[unit]
  return others.length === 0 ? (scorer.scoreOf?.(before, column) ?? NaN) : NaN
}

/** The parts of a unit's score: the means of those of its columns. */
function partsOf(
  scorer: Scorer,
  searchUnits: SearchUnits,
  before: readonly number[],
  unit: number,
): ScoreParts {
  const columns = searchUnits.members[unit]
  const all = columns.map((column) => scorer.partsOf(before, column))
  const means = Object.keys(all[0]).map((name) => {
    const sum = all.reduce((sum, { [name]: part = NaN }) => sum + part, 0)
    return [name, sum / columns.length] as const
  })
  return Object.fromEntries(means)
}
