import { CribaError } from '../spec/error.ts'
import { Desk, DeskPlan } from './desk.ts'
import type { Batch } from './job.ts'
import { kernelModule } from './kernels.ts'
import { hasThreads, machineThreads, startThread } from './platform.ts'
import type { Thread } from './platform.ts'
import { Queues } from './queues.ts'
import type { Queued } from './queues.ts'

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
let here: Promise<Desk> | null = null
const planHere = new DeskPlan()
const threads: PoolThread[] = []
let last: Promise<unknown> = Promise.resolve()

/** Does a batch, here or on the pool, and gives its parts in the order of its tasks: the same bits either way. */
export async function runBatch<Given, Task, Part>(
  batch: Batch<Given, Task, Part>,
  run: BatchRun = {},
): Promise<Part[]> {
  const wanted = Math.min(run.threads ?? Math.min(8, machineThreads()), batch.count)
  if (run.signal?.aborted) throw interrupted()
  if (batch.count === 0) return []
  const isWarm = threads.some(({ plan }) => plan.holds(batch.given))
  const worth = isWarm ? worthThreads.warm : worthThreads.cold
  if (wanted <= 1 || batch.cost < worth || !hasThreads) return runHere(batch, run)
  // One batch at a time has the threads.
  const done = last.then(() => runOnThreads(batch, wanted, run))
  last = done.catch(() => {})
  return done
}

async function runHere<Given, Task, Part>(
  { job, given, tasks, count }: Batch<Given, Task, Part>,
  run: BatchRun,
): Promise<Part[]> {
  const desk = await (here ??= kernelModule().then((module) => Desk.load(module)))
  if (run.signal?.aborted) throw interrupted()
  const parts: Part[] = []
  let due = performance.now() + pause
  for (const task of tasks) {
    // Another batch may have taken the place meanwhile.
    const { place, isNew } = planHere.place(given)
    if (isNew) desk.open(place, job, given)
    try {
      const { part, calls } = desk.work(place, task)
      parts.push(part as Part)
      run.called?.(calls)
    } catch (error) {
      planHere.clear()
      throw error
    }
    run.progress?.(parts.length / count)
    if (performance.now() < due) continue
    await new Promise((resolve) => setTimeout(resolve))
    if (run.signal?.aborted) throw interrupted()
    due = performance.now() + pause
  }
  return parts
}

/** A thread, what is laid out there, and what it is to do with the next answer. */
interface PoolThread extends Thread {
  readonly plan: DeskPlan
  answer: (answer: FromThread) => void
  fail: (error: Error) => void
}

async function runOnThreads<Given, Task, Part>(
  { job, given, tasks, count, home }: Batch<Given, Task, Part>,
  wanted: number,
  run: BatchRun,
): Promise<Part[]> {
  const module = await kernelModule()
  // It may have waited for another batch.
  if (run.signal?.aborted) throw interrupted()
  while (threads.length < wanted) threads.push(start(module))
  const team = threads.slice(0, wanted)
  const parts = new Array<Part>(count)
  const at = new Map<PoolThread, number>()
  const queue = home ? new Queues(tasks, wanted, home) : inTurn(tasks)
  let sent = 0
  let done = 0
  let failure: { readonly cause: unknown } | null = null
  let settle = () => {}
  const settled = new Promise<void>((resolve) => (settle = resolve))
  /** After a failure nothing more is sent, and the batch ends when what was sent has come back. */
  const fail = (cause: unknown) => {
    failure ??= { cause }
    for (const { plan } of team) plan.clear()
    if (sent === done) settle()
  }
  const send = (thread: PoolThread) => {
    if (failure) return
    const next = queue.next(team.indexOf(thread))
    if (!next) return
    thread.post({ kind: 'task', at: at.get(thread)!, ...next } satisfies ToThread)
    sent++
  }
  const take = (thread: PoolThread, answer: FromThread) => {
    done++
    try {
      if ('error' in answer) throw answer.error
      parts[answer.place] = answer.part as Part
      run.called?.(answer.calls)
      run.progress?.(done / count)
      send(thread)
    } catch (error) {
      fail(error)
    }
    if (sent === done) settle()
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
      const { place, isNew } = thread.plan.place(given)
      if (isNew) thread.post({ kind: 'open', at: place, job: job.name, given } satisfies ToThread)
      at.set(thread, place)
    }
    for (let i = 0; i < inHand; i++) team.forEach(send)
  } catch (error) {
    fail(error)
  }
  await settled
  run.signal?.removeEventListener('abort', stop)
  for (const thread of team) thread.hold(false)
  if (failure) throw (failure as { readonly cause: unknown }).cause
  return parts
}

/** Tasks in their order, for whichever thread is free, made as they are taken. */
function inTurn<Task>(tasks: Iterable<Task>): { next(): Queued<Task> | undefined } {
  const each = tasks[Symbol.iterator]()
  let place = 0
  return {
    next: () => {
      const next = each.next()
      return next.done ? undefined : { place: place++, task: next.value }
    },
  }
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
    plan: new DeskPlan(),
    answer: () => {},
    fail: () => end(thread),
  }
  thread.hold(false)
  thread.post({ kind: 'module', module } satisfies ToThread)
  return thread
}

function interrupted(): CribaError {
  return new CribaError('interrupted', 'interrupted')
}
