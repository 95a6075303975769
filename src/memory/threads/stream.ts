import type { JobBatch } from './job.ts'
import { hasThreads, machineThreads } from './platform.ts'
import { interrupted, openLocalWorker, runFeed } from './pool.ts'
import type { BatchRun } from './pool.ts'
import type { QueuedTask, TaskFeed } from './queues.ts'

/** Work whose tasks arrive one by one, such as the blocks of a file. */
interface TaskStream<Input, Task, Part> extends Pick<JobBatch<Input, Task, Part>, 'job' | 'input'> {
  readonly tasks: AsyncIterable<Task>
  /** Whether there is enough work to start threads. */
  readonly isLarge: boolean
}

/** For each thread, the most tasks fetched before the part of the first one is taken. */
const tasksAheadPerThread = 4
/** Milliseconds of work on this thread after which the event loop runs. */
const pause = 50

/** Runs the tasks of a stream, locally or on the pool; `take` gets their parts one by one, in task order. */
export async function runStream<Input, Task, Part>(
  stream: TaskStream<Input, Task, Part>,
  run: Pick<BatchRun, 'threads' | 'signal'>,
  take: (part: Part) => void | Promise<void>,
): Promise<void> {
  if (run.signal?.aborted) throw interrupted()
  const wanted = run.threads ?? Math.min(8, machineThreads())
  if (wanted <= 1 || !stream.isLarge || !hasThreads) return runLocally(stream, run, take)
  const feed = new StreamFeed(stream.tasks, wanted * tasksAheadPerThread)
  const pending = new Map<number, Part>()
  let next = 0
  let taking = Promise.resolve()
  let isClosed = false
  const takePart = (part: Part) => {
    if (isClosed || run.signal?.aborted) throw interrupted()
    return take(part)
  }
  try {
    await runFeed(stream, feed, wanted, run, (done, index) => {
      pending.set(index, done)
      for (let ready = pending.get(next); ready !== undefined; ready = pending.get(next)) {
        const part = ready
        pending.delete(next++)
        taking = taking.then(() => takePart(part)).then(() => feed.partTaken())
        taking.catch((error: unknown) => feed.fail(error))
      }
    })
    await taking
    if (run.signal?.aborted) throw interrupted()
  } finally {
    // After a failure no part is taken, and none is still being taken.
    isClosed = true
    await feed.close()
    await taking.catch(() => {})
  }
}

async function runLocally<Input, Task, Part>(
  stream: TaskStream<Input, Task, Part>,
  { signal }: Pick<BatchRun, 'signal'>,
  take: (part: Part) => void | Promise<void>,
): Promise<void> {
  const work = await openLocalWorker()
  let due = performance.now() + pause
  for await (const task of stream.tasks) {
    if (signal?.aborted) throw interrupted()
    await take(work(stream, task).part)
    if (performance.now() < due) continue
    await new Promise((resolve) => setTimeout(resolve))
    due = performance.now() + pause
  }
  if (signal?.aborted) throw interrupted()
}

/**
 * Feeds the tasks of a stream to threads; fetches at most `most` before the part of the first one is taken,
 * to limit memory.
 */
class StreamFeed<Task> implements TaskFeed<Task> {
  readonly #iterator: AsyncIterator<Task>
  readonly #most: number
  readonly #ready: QueuedTask<Task>[] = []
  #notify: (failed?: { readonly error: unknown }) => void = () => {}
  #fetched = 0
  #taken = 0
  #isFetching = false
  #isOver = false

  constructor(tasks: AsyncIterable<Task>, most: number) {
    this.#iterator = tasks[Symbol.asyncIterator]()
    this.#most = most
  }

  next(): QueuedTask<Task> | undefined {
    const next = this.#ready.shift()
    void this.#fetch()
    return next
  }

  isOver(): boolean {
    return this.#isOver && this.#ready.length === 0
  }

  onMore(notify: (failed?: { readonly error: unknown }) => void): void {
    this.#notify = notify
    void this.#fetch()
  }

  /** After a part was taken, one more task may be fetched. */
  partTaken(): void {
    this.#taken++
    void this.#fetch()
  }

  /** A part could not be taken. */
  fail(error: unknown): void {
    this.#isOver = true
    this.#notify({ error })
  }

  async close(): Promise<void> {
    this.#isOver = true
    await this.#iterator.return?.()
  }

  async #fetch(): Promise<void> {
    if (this.#isFetching) return
    this.#isFetching = true
    try {
      while (!this.#isOver && this.#fetched - this.#taken < this.#most) {
        const next = await this.#iterator.next()
        if (next.done) this.#isOver = true
        else this.#ready.push({ index: this.#fetched++, task: next.value })
        this.#notify()
      }
    } catch (error) {
      this.#isOver = true
      this.#notify({ error })
    } finally {
      this.#isFetching = false
    }
  }
}
