/** A task and its place in the batch. */
export interface Queued<Task> {
  readonly place: number
  readonly task: Task
}

/**
 * Deals tasks out to threads: those that look at the same data to the same thread, batch after batch, which then finds
 * laid out what it laid out before. A thread without work takes over from the end of the longest queue.
 */
export class Queues<Task> {
  readonly #queues: Queued<Task>[][]

  /** `home` says where in the data a task looks, 0 to 1. */
  constructor(tasks: Iterable<Task>, threads: number, home: (task: Task) => number) {
    this.#queues = Array.from({ length: threads }, () => [])
    let place = 0
    for (const task of tasks) {
      const thread = Math.min(threads - 1, Math.floor(home(task) * threads))
      this.#queues[thread].push({ place: place++, task })
    }
    for (const queue of this.#queues) queue.reverse()
  }

  /** The next task for a thread. */
  next(thread: number): Queued<Task> | undefined {
    const own = this.#queues[thread].pop()
    if (own) return own
    return this.#queues.reduce((longest, queue) => (queue.length > longest.length ? queue : longest)).shift()
  }
}
