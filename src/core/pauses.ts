import { CribaError } from './spec/error.ts'

/** Pauses of long work on this thread, in which signals arrive. */
export class Pauses {
  readonly #interval: number
  #last = performance.now()

  /** `interval`: milliseconds of work between two of them. */
  constructor(interval: number) {
    this.#interval = interval
  }

  /** Lets the event loop run if that is due, and ends a run that was aborted. */
  async pauseIfDue(signal: AbortSignal | undefined): Promise<void> {
    if (performance.now() - this.#last > this.#interval) {
      await new Promise((resolve) => setTimeout(resolve))
      this.#last = performance.now()
    }
    if (signal?.aborted) throw new CribaError('interrupted', 'interrupted')
  }
}
