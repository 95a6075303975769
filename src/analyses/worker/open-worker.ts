import { nodeThreads, startInNode } from '#memory'
import { hostOver } from '../client/client.ts'
import type { HostWorker } from '../client/client.ts'
import { threadOf } from '../client/threads.ts'

export { connectTo, connectWorker } from '../client/client.ts'
export type { HostedFile, HostedSession, HostWorker } from '../client/client.ts'
export type { FileFacts } from '../client/messages.ts'

/**
 * Starts a worker that hosts the library.
 *
 * @example const worker = openWorker(); const session = worker.openSession(wine); await session.rank({ target: 'quality' })
 */
export function openWorker(): HostWorker {
  return hostOver((onMessage, onError) => {
    if (nodeThreads) {
      return startInNode(nodeThreads, new URL('./host.js', import.meta.url), onMessage, onError)
    }
    // Bundlers recognise a worker by exactly this form.
    return threadOf(new Worker(new URL('./host.js', import.meta.url), { type: 'module' }))(onMessage, onError)
  })
}
