import { CribaError } from '#core'
import type { ColumnFacts, Run, Table, Work } from '#core'
import { nodeThreads, startInNode } from '#memory'
import type { MemorySource } from '#memory'
import { errorOf } from '../scope/sent-errors.ts'
import type { SentError } from '../scope/sent-errors.ts'
import type { ReplicaTask } from './replica-task.ts'
import type { MakeReplica, Replica } from './replicas.ts'

/** What a thread knows before it makes replicas. */
export interface ReplicasOfTask {
  readonly table: Table
  readonly facts: readonly ColumnFacts[]
  readonly distinctRows: number | undefined
  readonly replicas: readonly Replica[]
  /** The name of the task. */
  readonly task: string
  readonly given: unknown
}

export type ToReplicaThread =
  | ({ readonly kind: 'open' } & ReplicasOfTask)
  | { readonly kind: 'make'; readonly place: number; readonly threads: number | undefined }

export type FromReplicaThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly place: number; readonly share: number }
  | { readonly kind: 'made'; readonly place: number; readonly made: unknown; readonly work: Work }
  | { readonly kind: 'error'; readonly place: number; readonly error: SentError }

/** A thread that makes replicas, one after the other. */
interface ReplicaThread<Made> {
  readonly make: MakeReplica<Made>
  /** When it has started, or failed to. */
  readonly ready: Promise<void>
  readonly end: () => void
}

/** Starts threads that do a task with replicas of a table in memory, whose columns they share. */
export function openReplicaThreads<Given, Made>(
  { table, columns: facts, distinctRows, work }: MemorySource,
  replicas: readonly Replica[],
  { name: task }: ReplicaTask<Given, Made>,
  given: Given,
  count: number,
): readonly ReplicaThread<Made>[] {
  const opened = { table, facts, distinctRows, replicas, task, given }
  return Array.from({ length: count }, () => openReplicaThread(opened, work))
}

/** A replica that a thread makes, or is to make. */
interface PendingReplica {
  readonly run: Run
  readonly resolve: (made: unknown) => void
  readonly reject: (error: unknown) => void
}

function openReplicaThread<Made>(opened: ReplicasOfTask, total: Work): ReplicaThread<Made> {
  const pending = new Map<number, PendingReplica>()
  let failure: Error | null = null
  let setReady = () => {}
  const ready = new Promise<void>((resolve) => (setReady = resolve))
  const fail = (error: Error) => {
    failure ??= error
    setReady()
    for (const { reject } of pending.values()) reject(error)
  }
  const receive = (message: FromReplicaThread) => {
    if (message.kind === 'ready') return setReady()
    const of = pending.get(message.place)
    try {
      if (message.kind === 'progress') of?.run.progress?.(message.share)
      else if (message.kind === 'error') of?.reject(errorOf(message.error))
      else {
        addWork(total, message.work)
        of?.resolve(message.made)
      }
    } catch (error) {
      // What a listener throws ends the run, as it does on one thread.
      of?.reject(error)
    }
  }
  const thread = startInNode(
    nodeThreads!,
    new URL('../worker/replica-host.js', import.meta.url),
    (message) => receive(message as FromReplicaThread),
    fail,
  )
  const post = (message: ToReplicaThread) => thread.post(message)
  post({ kind: 'open', ...opened })
  return {
    make: async (place, run) => {
      const { signal, threads } = run
      const abort = () => {
        // Ended at once, wherever it is.
        thread.end()
        fail(new CribaError('interrupted', 'interrupted'))
      }
      if (signal?.aborted) abort()
      if (failure) throw failure
      try {
        signal?.addEventListener('abort', abort)
        return await new Promise<Made>((resolve, reject) => {
          pending.set(place, { run, resolve: resolve as (made: unknown) => void, reject })
          post({ kind: 'make', place, threads })
        })
      } finally {
        signal?.removeEventListener('abort', abort)
        pending.delete(place)
      }
    },
    ready,
    end: () => thread.end(),
  }
}

function addWork(total: Work, { queries, rows, kernels }: Work): void {
  total.queries += queries
  total.rows += rows
  for (const [name, calls] of Object.entries(kernels))
    total.kernels[name] = (total.kernels[name] ?? 0) + calls
}
