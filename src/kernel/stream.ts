import type { JobBatch } from './job.ts'
import { hasThreads, machineThreads } from './platform.ts'
import { interrupted, runFeed, workHere } from './pool.ts'
import type { BatchRun } from './pool.ts'
import type { Feed, Queued } from './queues.ts'

/** Work whose tasks come one by one, as blocks of a file do. */
export interface Stream<Given, Task, Part> extends Pick<JobBatch<Given, Task, Part>, 'job' | 'given'> {
  readonly tasks: AsyncIterable<Task>
  /** Whether there is enough work to start threads. */
  readonly isLarge: boolean
}

/** For each thread, how many tasks may be made before the part of the first is taken. */
const aheadAThread = 4
/** Milliseconds of work on this thread after which other work of the program may run. */
const pause = 50

/**
 * Does the tasks of a stream, on this thread or on the pool; `take` gets their parts one by one, in the order of the tasks.
 */
export async function runStream<Given, Task, Part>(
  stream: Stream<Given, Task, Part>,
  run: Pick<BatchRun, 'threads' | 'signal'>,
  take: (part: Part) => void | Promise<void>,
): Promise<void> {
  if (run.signal?.aborted) throw interrupted()
  const wanted = run.threads ?? Math.min(8, machineThreads())
  if (wanted <= 1 || !stream.isLarge || !hasThreads) return runHere(stream, run, take)
  const feed = new StreamFeed(stream.tasks, wanted * aheadAThread)
  const early = new Map<number, Part>()
  let next = 0
  let taking = Promise.resolve()
  let isGivenUp = false
  const takeInTurn = (part: Part) => {
    if (isGivenUp || run.signal?.aborted) throw interrupted()
    return take(part)
  }
  try {
    await runFeed(stream, feed, wanted, run, (done, place) => {
      early.set(place, done)
      for (let found = early.get(next); found !== undefined; found = early.get(next)) {
        const part = found
        early.delete(next++)
        taking = taking.then(() => takeInTurn(part)).then(() => feed.taken())
        taking.catch((error: unknown) => feed.fail(error))
      }
    })
    await taking
    if (run.signal?.aborted) throw interrupted()
  } finally {
    // Nobody takes a part once the stream has failed, nor takes one still.
    isGivenUp = true
    await feed.close()
    await taking.catch(() => {})
  }
}

async function runHere<Given, Task, Part>(
  stream: Stream<Given, Task, Part>,
  { signal }: Pick<BatchRun, 'signal'>,
  take: (part: Part) => void | Promise<void>,
): Promise<void> {
  const work = await workHere()
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

/** Feeds the tasks of a stream to threads, at most `most` before the part of the first is taken, so that memory stays small. */
class StreamFeed<Task> implements Feed<Task> {
  readonly #each: AsyncIterator<Task>
  readonly #most: number
  readonly #ready: Queued<Task>[] = []
  #notify: (failed?: { readonly error: unknown }) => void = () => {}
  #made = 0
  #taken = 0
  #isMaking = false
  #isOver = false

  constructor(tasks: AsyncIterable<Task>, most: number) {
    this.#each = tasks[Symbol.asyncIterator]()
    this.#most = most
  }

  next(): Queued<Task> | undefined {
    const next = this.#ready.shift()
    void this.#make()
    return next
  }

  isOver(): boolean {
    return this.#isOver && this.#ready.length === 0
  }

  onMore(notify: (failed?: { readonly error: unknown }) => void): void {
    this.#notify = notify
    void this.#make()
  }

  /** A part was taken, so one more task may be made. */
  taken(): void {
    this.#taken++
    void this.#make()
  }

  /** A part could not be taken. */
  fail(error: unknown): void {
    this.#isOver = true
    this.#notify({ error })
  }

  async close(): Promise<void> {
    this.#isOver = true
    await this.#each.return?.()
  }

  async #make(): Promise<void> {
    if (this.#isMaking) return
    this.#isMaking = true
    try {
      while (!this.#isOver && this.#made - this.#taken < this.#most) {
        const next = await this.#each.next()
        if (next.done) this.#isOver = true
        else this.#ready.push({ place: this.#made++, task: next.value })
        this.#notify()
      }
    } catch (error) {
      this.#isOver = true
      this.#notify({ error })
    } finally {
      this.#isMaking = false
    }
  }
}
