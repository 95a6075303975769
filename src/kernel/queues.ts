/** A task and its place in the batch. */
export interface Queued<Task> {
  readonly place: number
  readonly task: Task
}

/** Where threads get their tasks from. */
export interface Feed<Task> {
  /** The next task for a thread; undefined where there is none yet. */
  next(thread: number): Queued<Task> | undefined
  /** Whether no more tasks will come. */
  isOver(): boolean
  /** Where tasks come one by one: calls back when there are more, or when an error ends them. */
  onMore?(notify: (failed?: { readonly error: unknown }) => void): void
}

/** Tasks in their order, for whichever thread is free, made as they are taken. */
export function inTurn<Task>(tasks: Iterable<Task>): Feed<Task> {
  const each = tasks[Symbol.iterator]()
  let place = 0
  let isOver = false
  return {
    next: () => {
      const next = each.next()
      isOver = next.done === true
      return next.done ? undefined : { place: place++, task: next.value }
    },
    isOver: () => isOver,
  }
}

/**
 * Deals tasks out to threads: those that look at the same data to the same thread, batch after batch, which then finds
 * laid out what it laid out before. A thread without work takes over from the end of the longest queue.
 */
export class Queues<Task> implements Feed<Task> {
  readonly #queues: Queued<Task>[][]

  /** `home` says where in the data a task looks, 0 to 1. */
  constructor(tasks: Iterable<Task>, threads: number, affinity: (task: Task) => number) {
    this.#queues = Array.from({ length: threads }, () => [])
    let place = 0
    for (const task of tasks) {
      const thread = Math.min(threads - 1, Math.floor(affinity(task) * threads))
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

  isOver(): boolean {
    return this.#queues.every((queue) => queue.length === 0)
  }
}
