import type { Thread } from '#memory'

/** Starts what runs calls, and receives what it sends. */
export type StartThread = (onMessage: (message: unknown) => void, onError: (error: Error) => void) => Thread

/** A worker of a browser as a thread. */
export function threadOf(worker: Worker): StartThread {
  return (onMessage, onError) => {
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
}
