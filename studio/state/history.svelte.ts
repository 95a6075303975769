/** A value with what it was before, and what was undone. */
export class History<T> {
  #past = $state.raw<readonly T[]>([])
  #future = $state.raw<readonly T[]>([])
  #now: T = $state.raw() as T

  constructor(start: T) {
    this.#now = start
  }

  get now(): T {
    return this.#now
  }

  get canUndo(): boolean {
    return this.#past.length > 0
  }

  get canRedo(): boolean {
    return this.#future.length > 0
  }

  /**
   * Changes the value, so that it can be undone; `silent` leaves no trace, as where only the view changes.
   */
  change(next: T, { silent = false } = {}): void {
    if (!silent) {
      this.#past = [...this.#past.slice(-mostSteps), this.#now]
      this.#future = []
    }
    this.#now = next
  }

  /** Forgets all that was before. */
  restart(next: T): void {
    this.#past = []
    this.#future = []
    this.#now = next
  }

  undo(): void {
    const last = this.#past.at(-1)
    if (last === undefined) return
    this.#past = this.#past.slice(0, -1)
    this.#future = [this.#now, ...this.#future]
    this.#now = last
  }

  redo(): void {
    const [next, ...rest] = this.#future
    if (next === undefined) return
    this.#past = [...this.#past, this.#now]
    this.#future = rest
    this.#now = next
  }
}

const mostSteps = 200
