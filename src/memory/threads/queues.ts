/** A task and its index in the batch. */
export interface QueuedTask<Task> {
  readonly index: number
  readonly task: Task
}

/** The source of tasks for threads. */
export interface TaskFeed<Task> {
  /** The next task for a thread; undefined if there is none now. */
  next(thread: number): QueuedTask<Task> | undefined
  /** Whether there will be no more tasks. */
  isOver(): boolean
  /** For asynchronous tasks: registers a callback for when there are more, or when an error ends them. */
  onMore?(notify: (failed?: { readonly error: unknown }) => void): void
}

/** Gives tasks in order to whichever thread is free; tasks are generated when taken. */
export function sequentialFeed<Task>(tasks: Iterable<Task>): TaskFeed<Task> {
  const iterator = tasks[Symbol.iterator]()
  let index = 0
  let isOver = false
  return {
    next: () => {
      const next = iterator.next()
      isOver = next.done === true
      return next.done ? undefined : { index: index++, task: next.value }
    },
    isOver: () => isOver,
  }
}

/**
 * Queues tasks by affinity: those that use the same data go to the same thread, batch after batch, which has
 * then already loaded it. An idle thread takes tasks from the end of the longest queue.
 */
export class AffinityQueues<Task> implements TaskFeed<Task> {
  readonly #queues: QueuedTask<Task>[][]

  /** `affinity` is the position in the data that a task uses, from 0 to 1. */
  constructor(tasks: Iterable<Task>, threads: number, affinity: (task: Task) => number) {
    this.#queues = Array.from({ length: threads }, () => [])
    let index = 0
    for (const task of tasks) {
      const thread = Math.min(threads - 1, Math.floor(affinity(task) * threads))
      this.#queues[thread].push({ index: index++, task })
    }
    for (const queue of this.#queues) queue.reverse()
  }

  /** The next task for a thread. */
  next(thread: number): QueuedTask<Task> | undefined {
    const own = this.#queues[thread].pop()
    if (own) return own
    return this.#queues.reduce((longest, queue) => (queue.length > longest.length ? queue : longest)).shift()
  }

  isOver(): boolean {
    return this.#queues.every((queue) => queue.length === 0)
  }
}
