import { CribaError } from '../spec/error.ts'
import { WorkerSlots, SlotPlan } from './worker-slots.ts'
import type { JobBatch } from './job.ts'
import { kernelModule } from './kernels.ts'
import { hasThreads, machineThreads, startThread } from './platform.ts'
import type { Thread } from './platform.ts'
import { inTurn, Queues } from './queues.ts'
import type { Feed } from './queues.ts'

export type ToThread =
  | { readonly kind: 'module'; readonly module: WebAssembly.Module }
  | { readonly kind: 'open'; readonly at: number; readonly job: string; readonly given: unknown }
  | { readonly kind: 'task'; readonly at: number; readonly place: number; readonly task: unknown }

export type FromThread =
  | { readonly place: number; readonly part: unknown; readonly calls: Record<string, number> }
  | { readonly place: number; readonly error: unknown }

/** How a batch is done. */
export interface BatchRun {
  /** At most so many threads; by default as many as the machine runs at once, at most 8. */
  readonly threads?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Called after each task with the share done. */
  readonly progress?: ((share: number) => void) | undefined
  /** Told how often each kernel was called. */
  readonly called?: ((calls: Readonly<Record<string, number>>) => void) | undefined
}

/** Work of fewer milliseconds is not worth waking a thread, or one that has laid it out already. */
const worthThreads = { cold: 20, warm: 3 }
/** Milliseconds of work here after which everything else has its turn. */
const pause = 100
/** Tasks a thread holds: one in hand, one waiting, so that it never idles. */
const inHand = 2

/** Where work without threads is done. */
let here: Promise<WorkerSlots> | null = null
const planHere = new SlotPlan()
const threads: PoolThread[] = []
let last: Promise<unknown> = Promise.resolve()

/** Does a batch, here or on the pool, and gives its parts in the order of its tasks: the same bits either way. */
export async function runBatch<Given, Task, Part>(
  batch: JobBatch<Given, Task, Part>,
  run: BatchRun = {},
): Promise<Part[]> {
  const wanted = Math.min(run.threads ?? Math.min(8, machineThreads()), batch.count)
  if (run.signal?.aborted) throw interrupted()
  if (batch.count === 0) return []
  const isWarm = threads.some(({ plan }) => plan.holds(batch.job, batch.given))
  const worth = isWarm ? worthThreads.warm : worthThreads.cold
  if (wanted <= 1 || batch.cost < worth || !hasThreads) return runHere(batch, run)
  const { tasks, affinity } = batch
  const parts = new Array<Part>(batch.count)
  let done = 0
  await runFeed(
    batch,
    affinity ? new Queues(tasks, wanted, affinity) : inTurn(tasks),
    wanted,
    run,
    (part, place) => {
      parts[place] = part
      run.progress?.(++done / batch.count)
    },
  )
  return parts
}

/** Does the tasks of a feed on threads, after those of feeds before it. Parts come in any order. */
export async function runFeed<Given, Task, Part>(
  work: Pick<JobBatch<Given, Task, Part>, 'job' | 'given'>,
  feed: Feed<Task>,
  wanted: number,
  run: BatchRun,
  take: (part: Part, place: number) => void,
): Promise<void> {
  const done = last.then(() => runOnThreads(work, feed, wanted, run, take))
  last = done.catch(() => {})
  return done
}

/** A function that does one task on this thread. */
export async function workHere(): Promise<
  <Given, Task, Part>(
    { job, given }: Pick<JobBatch<Given, Task, Part>, 'job' | 'given'>,
    task: Task,
  ) => { part: Part; calls: Record<string, number> }
> {
  const slots = await (here ??= kernelModule().then((module) => WorkerSlots.load(module)))
  return ({ job, given }, task) => {
    // Another batch may have taken the place meanwhile.
    const { place, isNew } = planHere.place(job, given)
    if (isNew) slots.open(place, job, given)
    try {
      const { part, calls } = slots.work(place, task)
      return { part: part as never, calls }
    } catch (error) {
      planHere.clear()
      throw error
    }
  }
}

async function runHere<Given, Task, Part>(
  batch: JobBatch<Given, Task, Part>,
  run: BatchRun,
): Promise<Part[]> {
  const work = await workHere()
  if (run.signal?.aborted) throw interrupted()
  const parts: Part[] = []
  let due = performance.now() + pause
  for (const task of batch.tasks) {
    const { part, calls } = work(batch, task)
    parts.push(part)
    run.called?.(calls)
    run.progress?.(parts.length / batch.count)
    if (performance.now() < due) continue
    await new Promise((resolve) => setTimeout(resolve))
    if (run.signal?.aborted) throw interrupted()
    due = performance.now() + pause
  }
  return parts
}

/** A thread, what is laid out there, and what it is to do with the next answer. */
interface PoolThread extends Thread {
  readonly plan: SlotPlan
  answer: (answer: FromThread) => void
  fail: (error: Error) => void
}

async function runOnThreads<Given, Task, Part>(
  { job, given }: Pick<JobBatch<Given, Task, Part>, 'job' | 'given'>,
  feed: Feed<Task>,
  wanted: number,
  run: BatchRun,
  taken: (part: Part, place: number) => void,
): Promise<void> {
  const module = await kernelModule()
  // It may have waited for another batch.
  if (run.signal?.aborted) throw interrupted()
  while (threads.length < wanted) threads.push(start(module))
  const team = threads.slice(0, wanted)
  const at = new Map<PoolThread, number>()
  /** How many tasks each thread holds. */
  const held = new Map(team.map((thread) => [thread, 0]))
  let failure: { readonly cause: unknown } | null = null
  let settle = () => {}
  const settled = new Promise<void>((resolve) => (settle = resolve))
  const isIdle = () => [...held.values()].every((tasks) => tasks === 0)
  /** After a failure nothing more is sent, and the batch ends when what was sent has come back. */
  const fail = (cause: unknown) => {
    failure ??= { cause }
    for (const { plan } of team) plan.clear()
    if (isIdle()) settle()
  }
  const send = (thread: PoolThread) => {
    if (failure || held.get(thread)! >= inHand) return
    const next = feed.next(team.indexOf(thread))
    if (!next) return
    thread.post({ kind: 'task', at: at.get(thread)!, ...next } satisfies ToThread)
    held.set(thread, held.get(thread)! + 1)
  }
  const sendAll = () => {
    for (let i = 0; i < inHand; i++) team.forEach(send)
  }
  const take = (thread: PoolThread, answer: FromThread) => {
    held.set(thread, held.get(thread)! - 1)
    try {
      if ('error' in answer) throw answer.error
      run.called?.(answer.calls)
      if (!failure) taken(answer.part as Part, answer.place)
      send(thread)
    } catch (error) {
      fail(error)
    }
    if (isIdle() && (failure || feed.isOver())) settle()
  }
  const stop = () => fail(interrupted())
  run.signal?.addEventListener('abort', stop)
  try {
    for (const thread of team) {
      thread.hold(true)
      thread.answer = (answer) => take(thread, answer)
      thread.fail = (error) => {
        // What the others still hold would come back into the next batch: the whole team goes.
        for (const other of team) end(other)
        failure ??= { cause: error }
        settle()
      }
      const { place, isNew } = thread.plan.place(job, given)
      if (isNew) thread.post({ kind: 'open', at: place, job: job.name, given } satisfies ToThread)
      at.set(thread, place)
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
  run.signal?.removeEventListener('abort', stop)
  for (const thread of team) thread.hold(false)
  if (failure) throw (failure as { readonly cause: unknown }).cause
}

/** A thread that failed, or whose team did, is of no more use. */
function end(thread: PoolThread): void {
  const place = threads.indexOf(thread)
  if (place >= 0) threads.splice(place, 1)
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
    plan: new SlotPlan(),
    answer: () => {},
    fail: () => end(thread),
  }
  thread.hold(false)
  thread.post({ kind: 'module', module } satisfies ToThread)
  return thread
}

export function interrupted(): CribaError {
  return new CribaError('interrupted', 'interrupted')
}
