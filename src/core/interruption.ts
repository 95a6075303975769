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

/** The answer of a function of the user, or the interruption if that comes first. */
export function unlessAborted<T>(
  answer: T | Promise<T>,
  signal: AbortSignal | null | undefined,
): T | Promise<T> {
  if (!(answer instanceof Promise) || !signal) return answer
  return new Promise((resolve, reject) => {
    const abort = () => reject(new CribaError('interrupted', 'interrupted'))
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
