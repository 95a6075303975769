import { CribaError } from '#core'
import type { DuckEngine } from '#sql/on-demand'

/** Milliseconds between repeated interruptions of the engine. */
const interruptInterval = 20

/** Throws if a signal was aborted. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CribaError('interrupted', 'interrupted')
}

/** Lets a signal be aborted during long work, and throws if it was. */
export async function hearSignal(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve))
  checkSignal(signal)
}

/** Runs work that a signal interrupts. `engine` returns the engine to interrupt, if it was started. */
export async function interruptible<T>(
  signal: AbortSignal | undefined,
  engine: () => DuckEngine | undefined,
  work: () => Promise<T>,
): Promise<T> {
  checkSignal(signal)
  let timer: NodeJS.Timeout | undefined
  const interrupt = () => engine()?.interrupt()
  // An interruption stops only the statement that is running, so it is repeated until the work ends.
  const stop = () => {
    interrupt()
    timer = setInterval(interrupt, interruptInterval)
  }
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const result = await work()
    checkSignal(signal)
    return result
  } catch (cause) {
    // After an interruption any error is a consequence of it.
    checkSignal(signal)
    throw cause
  } finally {
    signal?.removeEventListener('abort', stop)
    clearInterval(timer)
  }
}
