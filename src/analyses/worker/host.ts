import { CribaError } from '#core'
import type { Run, Warning } from '#core'
import { listen } from '#memory'
import { openSession } from '../session/session.ts'
import type { Session } from '../session/session.ts'
import type { Call, FromHost, SentError, ToHost } from './messages.ts'

/* The worker: runs the calls of sessions on its own thread, and sends back their results, events and
   progress. */

/** A session whose specs are checked when it runs. */
type Calls = Readonly<Record<Call, (spec: unknown, run: Run) => Promise<unknown>>>

const sessions = new Map<number, Session>()
/** The calls that run, by their number. */
const running = new Map<number, AbortController>()

listen((message, reply) => {
  const sent = message as ToHost
  switch (sent.kind) {
    case 'open':
      sessions.set(
        sent.session,
        openSession(sent.table, sent.bytes === undefined ? {} : { bytes: sent.bytes }),
      )
      break
    case 'call':
      void execute(sent, (answer) => reply(answer, []))
      break
    case 'cancel':
      running.get(sent.id)?.abort()
      break
    case 'close':
      sessions.get(sent.session)?.close()
      sessions.delete(sent.session)
  }
})

async function execute(
  { id, session, call, spec, threads, hears, isAborted }: Extract<ToHost, { kind: 'call' }>,
  send: (message: FromHost) => void,
): Promise<void> {
  const controller = new AbortController()
  if (isAborted) controller.abort()
  running.set(id, controller)
  const run: Run = {
    signal: controller.signal,
    ...(threads !== undefined && { threads }),
    ...(hears.progress && { progress: (share) => send({ kind: 'progress', id, share }) }),
    ...(hears.events && { on: (event) => send({ kind: 'event', id, event }) }),
  }
  try {
    const opened = sessions.get(session) as unknown as Calls
    send({ kind: 'result', id, result: await opened[call](spec, run) })
  } catch (error) {
    send({ kind: 'error', id, error: asSent(error) })
  } finally {
    running.delete(id)
  }
}

function asSent(error: unknown): SentError {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const known = error instanceof CribaError ? error : null
  return {
    code: known?.code ?? null,
    message,
    warnings: (known?.warnings ?? []) as readonly Warning[],
    ...(cause instanceof Error && { cause: cause.message }),
  }
}
