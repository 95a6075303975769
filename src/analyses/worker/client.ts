import { CribaError } from '#core'
import type { Source, Table } from '#core'
import type { SelectRun } from '../selection/checkpoint.ts'
import type { Session, SessionOptions } from '../session/session.ts'
import { calls } from './messages.ts'
import type { Call, FromHost, SentError, ToHost } from './messages.ts'
import { checkPlain } from './plain-spec.ts'
import { startHost } from './start-host.ts'

/**
 * A session whose calls run in a worker. They take the same specs and runs, and give the same results, events
 * and errors. Only functions stay behind: a criterion of one's own, and a checkpoint.
 */
export type HostedSession = Session

/** A worker that runs analyses, so that the thread that calls them stays free. */
export interface HostWorker {
  /** Opens a session on a table, which is copied to the worker once. */
  openSession(table: Table, options?: SessionOptions): HostedSession
  /** Ends the worker and its sessions; calls that still run are rejected as interrupted. */
  close(): void
}

/** A call that waits for its result. */
interface PendingCall {
  readonly run: SelectRun
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * Starts a worker that hosts the library.
 *
 * @example const worker = openWorker(); const session = worker.openSession(wine); await session.rank({ target: 'quality' })
 */
export function openWorker(): HostWorker {
  const pending = new Map<number, PendingCall>()
  let sessions = 0
  let ids = 0
  let ended: CribaError | Error | null = null
  const host = startHost((message) => receive(message as FromHost), end)
  host.keepAlive(false)

  return {
    openSession(table, { bytes } = {}) {
      refuseEnded()
      if ('answer' in (table as Table | Source)) {
        throw new CribaError('unsuitable', 'unsuitable data for a worker: a source (needs a table)')
      }
      const session = sessions++
      let isClosed = false
      const { rows, columns, warnings } = table
      post({ kind: 'open', session, table: { rows, columns, warnings }, bytes })
      const hosted = calls.map((name) => [
        name,
        (spec: unknown, run: SelectRun = {}) => call(session, name, spec, run, isClosed),
      ])
      return {
        ...(Object.fromEntries(hosted) as Omit<Session, 'close'>),
        close() {
          if (!isClosed && !ended) post({ kind: 'close', session })
          isClosed = true
        },
      }
    },
    close: () => end(new CribaError('interrupted', 'interrupted: the worker is closed')),
  }

  async function call(
    session: number,
    name: Call,
    spec: unknown,
    run: SelectRun,
    isClosed: boolean,
  ): Promise<unknown> {
    refuseEnded()
    if (isClosed) throw new CribaError('invalid', 'invalid session: it is closed (open another one)')
    if (run.checkpoint) {
      throw new CribaError('unsuitable', 'unsuitable checkpoint: a search in a worker cannot be saved')
    }
    checkPlain(spec)
    const id = ids++
    const { threads, signal } = run
    const message: ToHost = {
      kind: 'call',
      session,
      id,
      call: name,
      spec,
      threads,
      hears: { events: run.on !== undefined, progress: run.progress !== undefined },
      isAborted: signal?.aborted ?? false,
    }
    const cancel = () => post({ kind: 'cancel', id })
    try {
      return await new Promise((resolve, reject) => {
        pending.set(id, { run, resolve, reject })
        host.keepAlive(true)
        signal?.addEventListener('abort', cancel)
        post(message)
      })
    } finally {
      signal?.removeEventListener('abort', cancel)
      pending.delete(id)
      if (pending.size === 0) host.keepAlive(false)
    }
  }

  function receive(message: FromHost): void {
    const call = pending.get(message.id)
    // A call that was rejected already.
    if (!call) return
    try {
      if (message.kind === 'progress') call.run.progress?.(message.share)
      else if (message.kind === 'event') call.run.on?.(message.event)
      else if (message.kind === 'result') call.resolve(message.result)
      else call.reject(errorOf(message.error))
    } catch (error) {
      // What a listener throws ends the call, as it does without a worker.
      post({ kind: 'cancel', id: message.id })
      call.reject(error)
    }
  }

  function post(message: ToHost): void {
    host.post(message)
  }

  function refuseEnded(): void {
    if (ended)
      throw new CribaError('invalid', 'invalid worker: it has ended (open another one)', { cause: ended })
  }

  function end(cause: Error): void {
    ended ??= cause
    host.end()
    for (const { reject } of pending.values()) reject(cause)
  }
}

function errorOf({ code, message, warnings, cause }: SentError): Error {
  const options = cause === undefined ? {} : { cause: new Error(cause) }
  if (code === null) return new Error(message, options)
  const error = new CribaError(code, message, options)
  error.warnings = warnings
  return error
}
