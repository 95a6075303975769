import { CribaError } from '#core'
import type { Thread } from '#memory'
import { fromLine, toLine } from './messages.ts'
import type { FromHost, ToHost } from './messages.ts'

/** Starts what runs calls, and receives what it sends. */
export type StartThread = (onMessage: (message: unknown) => void, onError: (error: Error) => void) => Thread

/**
 * A server as a thread: each call is a request whose response streams its events and then its result, a line
 * of JSON each. Cancelling ends the response.
 */
export function httpThread(address: string | URL, token: string): StartThread {
  return (onMessage) => {
    const responses = new Map<number, AbortController>()

    async function send(message: Extract<ToHost, { id: number; hears: unknown }>): Promise<void> {
      const controller = new AbortController()
      responses.set(message.id, controller)
      let isAnswered = false
      const receive = (line: string) => {
        const answer = fromLine(line) as FromHost
        isAnswered ||= answer.kind === 'result' || answer.kind === 'error'
        onMessage(answer)
      }
      try {
        await eachLine(await request(message, controller.signal), receive)
      } catch (cause) {
        if (!isAnswered) onMessage(lost(message.id, cause, controller.signal.aborted))
        return
      } finally {
        responses.delete(message.id)
      }
      if (!isAnswered) onMessage(lost(message.id, null, controller.signal.aborted))
    }

    async function request(message: ToHost, signal?: AbortSignal): Promise<Response> {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: toLine(message),
        // A page that goes still ends its session.
        keepalive: message.kind === 'close',
        ...(signal && { signal }),
      })
      if (!response.ok) throw new Error(`the server answers ${response.status}`)
      return response
    }

    return {
      post: (given) => {
        const message = given as ToHost
        if (message.kind === 'cancel') responses.get(message.id)?.abort()
        else if ('hears' in message) void send(message)
        else if (message.kind === 'open')
          throw new CribaError('unsuitable', 'unsuitable data for a server: a table')
        // A session that the server has lost needs no end.
        else void request(message).catch(() => {})
      },
      keepAlive: () => {},
      end: () => {
        for (const controller of responses.values()) controller.abort()
      },
    }
  }
}

function lost(id: number, cause: unknown, isCancelled: boolean): FromHost {
  const why = cause instanceof Error ? cause.message : 'the response ended early'
  const error = isCancelled
    ? ({ code: 'interrupted', message: 'interrupted', warnings: [] } as const)
    : ({
        code: 'unreachable',
        message: `unreachable server: ${why} (start criba studio again)`,
        warnings: [],
      } as const)
  return { kind: 'error', id, error }
}

async function eachLine(response: Response, receive: (line: string) => void): Promise<void> {
  let rest = ''
  const decoder = new TextDecoder()
  const reader = response.body!.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + (value ? decoder.decode(value, { stream: true }) : '')).split('\n')
    rest = lines.pop()!
    for (const line of lines) receive(line)
    if (done) return
  }
}

/** A worker of a browser as a thread. */
export function threadOf(worker: Worker): StartThread {
  return (onMessage, onError) => {
    worker.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data)
    // An error while it loads has no message.
    worker.onerror = ({ message = 'the worker could not be started' }: Partial<ErrorEvent>) =>
      onError(new CribaError('unreachable', `unreachable worker: ${message} (open the data again)`))
    return {
      post: (message) => worker.postMessage(message),
      keepAlive: () => {},
      end: () => worker.terminate(),
    }
  }
}
