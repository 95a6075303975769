import { nodeThreads, startInNode } from '#memory'
import type { Thread } from '#memory'

/** Starts the worker. */
export function startHost(onMessage: (message: unknown) => void, onError: (error: Error) => void): Thread {
  if (nodeThreads) {
    return startInNode(nodeThreads, new URL('./host.js', import.meta.url), onMessage, onError)
  }
  // Bundlers recognise a worker by exactly this form.
  const worker = new Worker(new URL('./host.js', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data)
  // An error while it loads has no message.
  worker.onerror = ({ message = 'the worker could not be started' }: Partial<ErrorEvent>) =>
    onError(new Error(message))
  return {
    post: (message) => worker.postMessage(message),
    keepAlive: () => {},
    end: () => worker.terminate(),
  }
}
