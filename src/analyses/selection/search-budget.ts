import { CribaError, Pauses } from '#core'
import type { Budget } from '#core'

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
