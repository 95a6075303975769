import { CribaError } from '../../spec/error.ts'
import type { Budget } from '../../spec/select-spec.ts'

/** Milliseconds. */
const pauseEvery = 50
/** Milliseconds that a timer can count; 24 days are no bound. */
const longest = 0x7fffffff

/** What a search may still spend. A batch that has begun is finished, unless its time runs out. */
export class SearchBudget {
  /** Stops what is under way: at the caller's wish, or when time is out. */
  readonly signal: AbortSignal | undefined
  readonly #evals: number
  readonly #seconds: number | undefined
  readonly #clock: AbortSignal | undefined
  #spent = 0
  #paused = performance.now()

  constructor({ evals = Infinity, seconds }: Budget, signal: AbortSignal | undefined) {
    this.#evals = evals
    this.#seconds = seconds
    this.#clock = seconds === undefined ? undefined : clockOf(Math.ceil(1000 * seconds))
    this.signal = this.#clock && signal ? AbortSignal.any([signal, this.#clock]) : (this.#clock ?? signal)
  }

  /** Takes so many scores or sets, before they are looked at. */
  take(count: number): void {
    if (this.#spent >= this.#evals) throw new CribaError('interrupted', 'interrupted: the budget is spent')
    this.#spent += count
  }

  /** Lets others have their turn now and then, so that a search that waits for nothing, too, can be stopped. */
  async pause(): Promise<void> {
    if (performance.now() - this.#paused > pauseEvery) {
      await new Promise((resolve) => setTimeout(resolve))
      this.#paused = performance.now()
    }
    if (this.signal?.aborted) throw new CribaError('interrupted', 'interrupted')
  }

  /** Why nothing more may be spent; null where something may. */
  spent(): string | null {
    if (this.#spent >= this.#evals) return `the budget of ${this.#evals} evaluations is spent`
    if (this.#clock?.aborted) return `the budget of ${this.#seconds} seconds is spent`
    return null
  }
}

/** Aborts after so many milliseconds. */
function clockOf(milliseconds: number): AbortSignal | undefined {
  if (milliseconds === 0) return AbortSignal.abort()
  return milliseconds > longest ? undefined : AbortSignal.timeout(milliseconds)
}
