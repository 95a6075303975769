import { CribaError } from '../../spec/error.ts'
import type { DuckEngine } from '../../sources/duckdb/engine.ts'

/** Milliseconds between two interruptions of the engine. */
const again = 20

/** Refuses to go on where a signal has asked to stop. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CribaError('interrupted', 'interrupted')
}

/** Does work that a signal stops. `engine` is what may have to be stopped, once it runs. */
export async function interruptible<T>(
  signal: AbortSignal | undefined,
  engine: () => DuckEngine | undefined,
  work: () => Promise<T>,
): Promise<T> {
  checkSignal(signal)
  let timer: NodeJS.Timeout | undefined
  const interrupt = () => engine()?.interrupt()
  // An interruption stops the statement that runs at that moment and no other, so it is repeated until the work ends.
  const stop = () => {
    interrupt()
    timer = setInterval(interrupt, again)
  }
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const result = await work()
    checkSignal(signal)
    return result
  } catch (cause) {
    // Whatever the work fell over, it was stopped.
    checkSignal(signal)
    throw cause
  } finally {
    signal?.removeEventListener('abort', stop)
    clearInterval(timer)
  }
}
