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
import { partialFits } from './partial-fit.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import { SetSteps } from './set-steps.ts'
import { StepCandidates } from './step-problem.ts'
import { CandidateSets } from './subset-problem.ts'
import { wholeUnits } from './whole-units.ts'
import type { RequestedUnits } from './whole-units.ts'

/** A search under way. */
export interface UnderWay {
  readonly walk: SearchGenerator
  readonly scoring: Scoring
  /** The items as what is scored. */
  readonly scored: Omit<RequestedUnits, 'asked'>
  readonly looked: Looked
}

/** What a search looks at: items beside those selected, or sets of items. */
export type Looked =
  | { readonly takes: 'step'; readonly problem: StepProblem }
  | { readonly takes: 'subset'; readonly problem: SubsetProblem }

/** What a search goes over, and what bounds it. */
export interface SearchSetup {
  readonly batcher: RequestBatcher
  readonly chosen: ChosenSelection
  readonly prepared: Pick<PreparedSelection, 'asked' | 'names' | 'second'>
  readonly searchUnits: SearchUnits
  /** In the order of time, where the criterion is one of series. */
  readonly groups: SettledSelectSpec['groups']
  readonly nullTests: NullTests
  readonly budget: SearchBudget
  /** Where a search of sets is written down. */
  readonly checkpoint: OpenCheckpoint | null
}

/** What a result says of the scores that were looked at. */
export interface Scoring {
  readonly evaluations: number
  /** The rows behind the scores; undefined where nothing was scored. */
  readonly rows: RowRange | undefined
  /** What the score of a candidate beside those selected is made of, by name. */
  partsOf(selected: readonly number[], candidate: number): Parts
  /** What the criterion warned of, by its message. */
  readonly warnings?: ReadonlyMap<string, Warning>
  /** The candidates that have no score beside those selected, and why: a selected one by its place, or in words. */
  leftOut?(selected: readonly number[]): ReadonlyMap<number, number | string>
  /** What the criterion said of a candidate beside those selected. */
  scoreOf?(selected: readonly number[], candidate: number): number
  /** Writes down where the search is, where it is written down at all. */
  note?(bookmark: Bookmark | null, now?: boolean): Promise<void>
}

export type Parts = Readonly<Partial<Record<string, number>>>

/**
 * Sets a search going over what it eats: sets of items, or items beside those selected. A criterion of sets is one of
 * steps by the set that each step makes.
 */
export function setGoing(setup: SearchSetup, limits: SearchLimits): UnderWay {
  const { batcher, chosen, prepared, searchUnits, budget, checkpoint } = setup
  const { asked, names, second } = prepared
  // Permutations leave no turn to a signal, nor to a clock.
  const test: NullTests['test'] = async (...tested) => {
    await budget.pause()
    return setup.nullTests.test(...tested)
  }
  const nullTests = { ...setup.nullTests, test }
  const { criterion } = chosen.criterion
  const { record, options } = chosen.search
  if (criterion.shape !== 'subset') {
    const columns = { asked, searchUnits, names }
    const isOfSeries = criterion.shape === 'step' && criterion.ofSeries
    const scored = isOfSeries ? wholeUnits(columns, setup.groups) : columns
    const scoring = new StepCandidates(batcher, asStep(criterion), scored.asked, nullTests, budget)
    if (record.takes !== 'step') throw new TypeError('a criterion of steps under a search of sets')
    const problem = areCandidates(scored.searchUnits, scoring.size)
      ? scoring
      : new UnitSteps(scoring, scored.searchUnits)
    const looked = { takes: 'step', problem } as const
    return { scoring, scored, looked, walk: record.run(problem, limits, options) }
  }
  const candidates = isFunctionCriterion(criterion)
    ? new FunctionSets(criterion, names, budget)
    : new CandidateSets(batcher, criterion, asked)
  const scoring = new SetCache(candidates, budget, checkpoint)
  const scored = { searchUnits, names }
  const bySecond = second && new CandidateSets(batcher, chosen.second!.criterion, second)
  const sets = new UnitSets(scoring, searchUnits, bySecond)
  if (record.takes === 'subset') {
    const looked = { takes: 'subset', problem: sets } as const
    return { scoring, scored, looked, walk: record.run(sets, limits, options) }
  }
  const problem = new SetSteps(sets, nullTests, partialFits(scoring, searchUnits))
  const looked = { takes: 'step', problem } as const
  return { scoring, scored, looked, walk: record.run(problem, limits, options) }
}

/** Where a search went, and how it ended. */
export interface Trail {
  /** Where a column joined, left, or was set aside. */
  readonly positions: readonly Position[]
  /** The last position; undefined where there was none. */
  readonly last: Position | undefined
  /** What the score of each move is made of, by name. */
  readonly parts: readonly Parts[]
  /** The score of each move with its own sign; NaN where a move is of no single column. */
  readonly scores: readonly number[]
  readonly ending: Ending
}

/**
 * Goes along until the end, or until it is interrupted or the budget is spent: then the last position is the best so far.
 * Parts are asked for at once: what was known of steps long ago is forgotten.
 */
export async function follow(
  { walk, scoring, scored: { searchUnits } }: UnderWay,
  budget: SearchBudget,
): Promise<Trail> {
  const positions: Position[] = []
  const parts: Parts[] = []
  const scores: number[] = []
  let last: Position | undefined
  try {
    for (;;) {
      const next = await walk.next()
      if (next.done) {
        await scoring.note?.(null, true)
        return { positions, parts, scores, last, ending: next.value }
      }
      last = next.value
      const { move, setAside, selected, bookmark } = last
      if (bookmark) await scoring.note?.(bookmark())
      if (!move && !setAside) continue
      positions.push(last)
      const before = columnsOf(searchUnits, selected.slice(0, -1))
      parts.push(move ? partsOf(scoring, searchUnits, before, move.candidate) : {})
      scores.push(move ? ownScore(scoring, searchUnits, before, move.candidate) : NaN)
    }
  } catch (error) {
    if (!(error instanceof CribaError) || error.code !== 'interrupted') throw error
    await scoring.note?.(null, true)
    const best = last?.best?.()
    return {
      positions,
      parts,
      scores,
      last,
      ending: { stopped: budget.spent() ?? 'interrupted', ...(best && { best }) },
    }
  }
}

/** What a criterion said of an item that is one column. */
export function ownScore(
  scoring: Scoring,
  { members }: SearchUnits,
  before: readonly number[],
  unit: number,
): number {
  const [column, ...others] = members[unit]
  return others.length === 0 ? (scoring.scoreOf?.(before, column) ?? NaN) : NaN
}

/** The parts of an item's score: those of its columns, in the mean. */
function partsOf(scoring: Scoring, searchUnits: SearchUnits, before: readonly number[], unit: number): Parts {
  const columns = searchUnits.members[unit]
  const all = columns.map((column) => scoring.partsOf(before, column))
  const means = Object.keys(all[0]).map((name) => {
    const sum = all.reduce((sum, { [name]: part = NaN }) => sum + part, 0)
    return [name, sum / columns.length] as const
  })
  return Object.fromEntries(means)
}
