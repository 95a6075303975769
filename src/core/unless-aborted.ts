import { CribaError } from './spec/error.ts'

/** The answer of a function of the user, or the interruption if that comes first. */
export function unlessAborted<T>(
  answer: T | Promise<T>,
  signal: AbortSignal | null | undefined,
): T | Promise<T> {
  if (!(answer instanceof Promise) || !signal) return answer
  return new Promise((resolve, reject) => {
    const abort = () => reject(new CribaError('interrupted', 'interrupted'))
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
