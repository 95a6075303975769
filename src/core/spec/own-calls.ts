import { CribaError, oneLine } from './error.ts'
import { shownValue } from './given.ts'

/** An error of a method of one's own, which names it; the errors of criba say more. */
function failedOwn(what: string, id: unknown, cause: unknown): CribaError {
  if (cause instanceof CribaError) return cause
  const said = cause instanceof Error ? cause.message : shownValue(cause)
  return new CribaError('invalid', oneLine(`invalid ${what}: ${shownValue(id)} throws ${said}`), { cause })
}

/** What a function of a method of one's own returns, now or later. */
export function calledOwn<T>(what: string, id: unknown, call: () => T): T {
  const fail = (cause: unknown): never => {
    throw failedOwn(what, id, cause)
  }
  try {
    const made = call()
    if (!(made instanceof Promise)) return made
    const named = made.catch(fail)
    // Where no promise is due, nobody waits for this one, and Node would end.
    named.catch(() => {})
    return named as T
  } catch (cause) {
    return fail(cause)
  }
}
