import type { PenaltyPath, RowRange, SettledSelectSpec, Warning } from '#core'
import type { Bookmark, SearchGenerator, StepProblem, SubsetProblem } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { OpenCheckpoint } from './checkpoint.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import type { NullTests } from './null-tests.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import type { SearchUnits } from './search-units.ts'
import type { ScoredUnits } from './candidate-input.ts'
import type { SearchBudget } from './search-budget.ts'

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
  /** What answers the needs of the criterion: given the columns that the spec gives. */
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
  /**
   * The candidates without a score beside those selected, with the reason: a selected one by its place, or a
   * text.
   */
  leftOut?(selected: readonly number[]): ReadonlyMap<number, number | string>
  /** The criterion's own score of a candidate beside those selected. */
  scoreOf?(selected: readonly number[], candidate: number): number
  /** Saves the state of the search, where there is a checkpoint. */
  saveBookmark?(bookmark: Bookmark | null, now?: boolean): Promise<void>
}

export type ScoreParts = Readonly<Partial<Record<string, number>>>
