import { CribaError } from '../spec/error.ts'
import type { Batch } from './job.ts'
import { Kernels, kernelModule } from './kernels.ts'
import { hasThreads, machineThreads, startThread } from './platform.ts'
import type { Thread } from './platform.ts'

export type ToThread =
  | { readonly kind: 'module'; readonly module: WebAssembly.Module }
  | { readonly kind: 'open'; readonly job: string; readonly given: unknown }
  | { readonly kind: 'task'; readonly place: number; readonly task: unknown }

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

/** Work of fewer milliseconds is not worth waking a thread. */
const worthThreads = 20
/** Milliseconds of work here after which everything else has its turn. */
const pause = 100
/** Tasks a thread holds: one in hand, one waiting, so that it never idles. */
const inHand = 2

let here: Promise<Kernels> | null = null
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
  if (wanted <= 1 || batch.cost < worthThreads || !hasThreads) return runHere(batch, run)
  // One batch at a time has the threads.
  const done = last.then(() => runOnThreads(batch, wanted, run))
  last = done.catch(() => {})
  return done
}

async function runHere<Given, Task, Part>(
  { job, given, tasks, count }: Batch<Given, Task, Part>,
  run: BatchRun,
): Promise<Part[]> {
  const kernels = await (here ??= kernelModule().then((module) => Kernels.load(module)))
  if (run.signal?.aborted) throw interrupted()
  const parts: Part[] = []
  let work = job.open(kernels, given)
  let due = performance.now() + pause
  for (const task of tasks) {
    parts.push(work(task))
    run.progress?.(parts.length / count)
    if (performance.now() < due) continue
    await new Promise((resolve) => setTimeout(resolve))
    if (run.signal?.aborted) throw interrupted()
    // Another batch may have laid out the memory anew meanwhile.
    work = job.open(kernels, given)
    due = performance.now() + pause
  }
  run.called?.({ ...kernels.calls })
  for (const name of Object.keys(kernels.calls)) delete kernels.calls[name]
  return parts
}

/** A thread, and what it is to do with the next answer. */
interface PoolThread extends Thread {
  answer: (answer: FromThread) => void
  fail: (error: Error) => void
}

async function runOnThreads<Given, Task, Part>(
  { job, given, tasks, count }: Batch<Given, Task, Part>,
  wanted: number,
  run: BatchRun,
): Promise<Part[]> {
  const module = await kernelModule()
  // It may have waited for another batch.
  if (run.signal?.aborted) throw interrupted()
  while (threads.length < wanted) threads.push(start(module))
  const team = threads.slice(0, wanted)
  const parts = new Array<Part>(count)
  const queue = tasks[Symbol.iterator]()
  let sent = 0
  let done = 0
  let failure: { readonly cause: unknown } | null = null
  let settle = () => {}
  const settled = new Promise<void>((resolve) => (settle = resolve))
  /** After a failure nothing more is sent, and the batch ends when what was sent has come back. */
  const fail = (cause: unknown) => {
    failure ??= { cause }
    if (sent === done) settle()
  }
  const send = (thread: PoolThread) => {
    if (failure) return
    const next = queue.next()
    if (next.done) return
    thread.post({ kind: 'task', place: sent, task: next.value } satisfies ToThread)
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
      thread.post({ kind: 'open', job: job.name, given } satisfies ToThread)
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
