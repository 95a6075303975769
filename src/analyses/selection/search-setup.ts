import { CribaError, Pauses } from '#core'
import type { Budget, PenaltyPath, RowRange, SettledSelectSpec, Warning } from '#core'
import type { Bookmark, SearchGenerator, StepProblem, SubsetProblem } from '#methods'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { OpenCheckpoint } from './checkpoint.ts'
import type { ChosenSelection } from './chosen-selection.ts'
import type { NullTests } from './null-tests.ts'
import type { PreparedSelection } from './prepared-selection.ts'
import type { SearchUnits } from './search-units.ts'
import type { ScoredUnits } from './candidate-input.ts'

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

/** The longest timer in milliseconds, 24 days; a longer budget is no bound. */
const longest = 0x7fffffff

/** The budget of a search. A batch that has begun is finished, unless the time runs out. */
export class SearchBudget {
  /** Aborts when the caller aborts or the time is up. */
  readonly signal: AbortSignal | undefined
  readonly #evals: number
  readonly #seconds: number | undefined
  readonly #clock: AbortSignal | undefined
  #spent = 0
  readonly #pauses = new Pauses(50)

  constructor({ evals = Infinity, seconds }: Budget, signal: AbortSignal | undefined) {
    this.#evals = evals
    this.#seconds = seconds
    this.#clock = seconds === undefined ? undefined : clockOf(Math.ceil(1000 * seconds))
    this.signal = this.#clock && signal ? AbortSignal.any([signal, this.#clock]) : (this.#clock ?? signal)
  }

  /** How many scores or sets are left. */
  left(): number {
    return Math.max(0, this.#evals - this.#spent)
  }

  /** Spends a number of scores or sets before they are computed. */
  spend(count: number): void {
    if (this.#spent >= this.#evals) throw new CribaError('interrupted', 'interrupted: the budget is spent')
    this.#spent += count
  }

  /** Yields to the event loop now and then, so that a search without asynchronous work can be stopped too. */
  async pause(): Promise<void> {
    await this.#pauses.pauseIfDue(this.signal)
  }

  /** Why the budget is spent; null where it is not. */
  exhaustedReason(): string | null {
    if (this.#spent >= this.#evals) return `the budget of ${this.#evals} evaluations is spent`
    if (this.#clock?.aborted) return `the budget of ${this.#seconds} seconds is spent`
    return null
  }
}

/** A signal that aborts after a number of milliseconds. */
function clockOf(milliseconds: number): AbortSignal | undefined {
  if (milliseconds === 0) return AbortSignal.abort()
  return milliseconds > longest ? undefined : AbortSignal.timeout(milliseconds)
}
