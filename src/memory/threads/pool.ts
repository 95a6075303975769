import { CribaError } from '#core'
import type { JobBatch } from './job.ts'
import { kernelModule } from './kernels.ts'
import { hasThreads, machineThreads, startThread } from './platform.ts'
import type { Thread } from './platform.ts'
import { AffinityQueues, sequentialFeed } from './queues.ts'
import type { TaskFeed } from './queues.ts'
import { isLong, SlotCache, WorkerSlots } from './worker-slots.ts'
import type { SlotOfBatch } from './worker-slots.ts'

export type ToThread =
  | { readonly kind: 'module'; readonly module: WebAssembly.Module }
  | { readonly kind: 'open'; readonly at: SlotOfBatch; readonly job: string; readonly input: unknown }
  | { readonly kind: 'task'; readonly slot: number; readonly index: number; readonly task: unknown }

export type FromThread =
  | {
      readonly index: number
      readonly part: unknown
      readonly calls: Record<string, number>
      readonly bytes: number
    }
  | { readonly index: number; readonly error: unknown }

/** Options of a batch. */
export interface BatchRun {
  /** The most threads; by default as many as the machine runs at once, up to 8. */
  readonly threads?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Called after each task with the share done. */
  readonly progress?: ((share: number) => void) | undefined
  /** Called with the number of calls of each kernel. */
  readonly onCalls?: ((calls: Readonly<Record<string, number>>) => void) | undefined
}

/**
 * Work of fewer milliseconds is not worth starting threads, giving them the input, or using those that have
 * it.
 */
const minCost = { start: 20, input: 8, task: 3 }
/** Milliseconds of local work after which the event loop runs. */
const pause = 100
/** Tasks sent to a thread at a time: one running, one waiting, so that it is never idle. */
const tasksPerThread = 2

/** Runs work that uses no threads. */
let localWorker: Promise<WorkerSlots> | null = null
/** Its memories keep their size: a page may not make new ones at once. */
const localSlots = new SlotCache()
const threads: PoolThread[] = []
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a batch, locally or on the pool, and returns its parts in task order; the bits are the same either
 * way.
 */
export async function runBatch<Input, Task, Part>(
  batch: JobBatch<Input, Task, Part>,
  run: BatchRun = {},
): Promise<Part[]> {
  const most = run.threads ?? Math.min(8, machineThreads())
  const wanted = Math.min(most, batch.count)
  if (run.signal?.aborted) throw interrupted()
  if (batch.count === 0) return []
  const hasInput = threads.some(({ slots }) => slots.has(batch.job, batch.input))
  const least = hasInput ? minCost.task : threads.length > 0 ? minCost.input : minCost.start
  // Long columns are loaded where others are, not once more.
  const isForThreads = most > 1 && threads.length > 0 && isLong(batch.input)
  if (!isForThreads && (wanted <= 1 || batch.cost < least || !hasThreads)) return runLocally(batch, run)
  const { tasks, affinity } = batch
  const parts = new Array<Part>(batch.count)
  let done = 0
  await runFeed(
    batch,
    affinity ? new AffinityQueues(tasks, wanted, affinity) : sequentialFeed(tasks),
    wanted,
    run,
    (part, index) => {
      parts[index] = part
      run.progress?.(++done / batch.count)
    },
  )
  return parts
}

/** Runs the tasks of a feed on threads, after those of earlier feeds. Parts come in any order. */
export async function runFeed<Input, Task, Part>(
  work: Pick<JobBatch<Input, Task, Part>, 'job' | 'input'>,
  feed: TaskFeed<Task>,
  wanted: number,
  run: BatchRun,
  take: (part: Part, index: number) => void,
): Promise<void> {
  const done = last.then(() => runOnThreads(work, feed, wanted, run, take))
  last = done.catch(() => {})
  return done
}

/**
 * Starts the threads of later work, unless there are as many: they start while this thread prepares the work.
 */
export function startThreads(wanted = Math.min(8, machineThreads())): void {
  if (wanted <= 1 || !hasThreads) return
  // Work that needs the kernels, or the threads, gets the error.
  kernelModule()
    .then((module) => ensureThreads(module, wanted))
    .catch(() => {})
}

/** Ends the threads once they have done their work, and frees their memory; later work starts others. */
export function endThreads(): void {
  last = last.then(() => {
    for (const thread of [...threads]) stop(thread)
  })
}

function ensureThreads(module: WebAssembly.Module, wanted: number): void {
  while (threads.length < wanted) threads.push(start(module))
}

/** Returns a function that runs one task on this thread. */
export async function openLocalWorker(): Promise<
  <Input, Task, Part>(
    { job, input }: Pick<JobBatch<Input, Task, Part>, 'job' | 'input'>,
    task: Task,
  ) => { part: Part; calls: Record<string, number> }
> {
  const slots = await (localWorker ??= kernelModule().then((module) => WorkerSlots.load(module)))
  return ({ job, input }, task) => {
    // Another batch may have taken the slot meanwhile.
    const at = localSlots.assign(job, input)
    if (at.isNew) slots.open(at, job, input)
    try {
      const { part, calls } = slots.work(at.slot, task)
      return { part: part as never, calls }
    } catch (error) {
      localSlots.clear()
      throw error
    }
  }
}

async function runLocally<Input, Task, Part>(
  batch: JobBatch<Input, Task, Part>,
  run: BatchRun,
): Promise<Part[]> {
  const work = await openLocalWorker()
  if (run.signal?.aborted) throw interrupted()
  const parts: Part[] = []
  let due = performance.now() + pause
  for (const task of batch.tasks) {
    const { part, calls } = work(batch, task)
    parts.push(part)
    run.onCalls?.(calls)
    run.progress?.(parts.length / batch.count)
    if (performance.now() < due) continue
    await new Promise((resolve) => setTimeout(resolve))
    if (run.signal?.aborted) throw interrupted()
    due = performance.now() + pause
  }
  return parts
}

/** A thread, its slots, and the handlers of its next message. */
interface PoolThread extends Thread {
  readonly slots: SlotCache
  answer: (answer: FromThread) => void
  fail: (error: Error) => void
}

async function runOnThreads<Input, Task, Part>(
  { job, input }: Pick<JobBatch<Input, Task, Part>, 'job' | 'input'>,
  feed: TaskFeed<Task>,
  wanted: number,
  run: BatchRun,
  onPart: (part: Part, index: number) => void,
): Promise<void> {
  const module = await kernelModule()
  // The batch may have waited for another one.
  if (run.signal?.aborted) throw interrupted()
  ensureThreads(module, wanted)
  const workers = threads.slice(0, wanted)
  const slotOf = new Map<PoolThread, number>()
  /** The number of tasks sent to each thread. */
  const pending = new Map(workers.map((thread) => [thread, 0]))
  let failure: { readonly cause: unknown } | null = null
  let settle = () => {}
  const settled = new Promise<void>((resolve) => (settle = resolve))
  const isIdle = () => [...pending.values()].every((tasks) => tasks === 0)
  /** After a failure no more tasks are sent, and the batch ends when the threads have answered. */
  const fail = (cause: unknown) => {
    failure ??= { cause }
    for (const { slots } of workers) slots.clear()
    if (isIdle()) settle()
  }
  const send = (thread: PoolThread) => {
    if (failure || pending.get(thread)! >= tasksPerThread) return
    const next = feed.next(workers.indexOf(thread))
    if (!next) return
    thread.post({ kind: 'task', slot: slotOf.get(thread)!, ...next } satisfies ToThread)
    pending.set(thread, pending.get(thread)! + 1)
  }
  const sendAll = () => {
    for (let i = 0; i < tasksPerThread; i++) workers.forEach(send)
  }
  const receive = (thread: PoolThread, answer: FromThread) => {
    pending.set(thread, pending.get(thread)! - 1)
    try {
      if ('error' in answer) throw answer.error
      thread.slots.grow(slotOf.get(thread)!, answer.bytes)
      run.onCalls?.(answer.calls)
      if (!failure) onPart(answer.part as Part, answer.index)
      send(thread)
    } catch (error) {
      fail(error)
    }
    if (isIdle() && (failure || feed.isOver())) settle()
  }
  const abort = () => fail(interrupted())
  run.signal?.addEventListener('abort', abort)
  try {
    for (const thread of workers) {
      thread.keepAlive(true)
      thread.answer = (answer) => receive(thread, answer)
      thread.fail = (error) => {
        // Answers of the other threads would reach the next batch, so all of them are stopped.
        for (const other of workers) stop(other)
        failure ??= { cause: error }
        settle()
      }
      const at = thread.slots.assign(job, input)
      if (at.isNew) thread.post({ kind: 'open', at, job: job.name, input } satisfies ToThread)
      slotOf.set(thread, at.slot)
    }
    sendAll()
    feed.onMore?.((cause) => {
      if (cause) fail(cause.error)
      else sendAll()
      if (isIdle() && (failure || feed.isOver())) settle()
    })
  } catch (error) {
    fail(error)
  }
  await settled
  run.signal?.removeEventListener('abort', abort)
  for (const thread of workers) {
    thread.keepAlive(false)
    // The handlers hold the batch, and all columns of its tasks.
    thread.answer = () => {}
    thread.fail = () => stop(thread)
  }
  if (failure) throw (failure as { readonly cause: unknown }).cause
}

/** Ends a thread that failed, or that worked on the same batch. */
function stop(thread: PoolThread): void {
  const index = threads.indexOf(thread)
  if (index >= 0) threads.splice(index, 1)
  thread.answer = () => {}
  thread.fail = () => {}
  thread.end()
}

function start(module: WebAssembly.Module): PoolThread {
  const thread: PoolThread = {
    ...startThread(
      (message) => thread.answer(message as FromThread),
      (error) => thread.fail(error),
    ),
    slots: new SlotCache(),
    answer: () => {},
    fail: () => stop(thread),
  }
  thread.keepAlive(false)
  thread.post({ kind: 'module', module } satisfies ToThread)
  return thread
}

export function interrupted(): CribaError {
  return new CribaError('interrupted', 'interrupted')
}
