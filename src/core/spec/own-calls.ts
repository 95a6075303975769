import { CribaError, oneLine } from './error.ts'
import { isRecord, shownValue } from './given.ts'

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
    return heard(made.catch(fail)) as T
  } catch (cause) {
    return fail(cause)
  }
}

/** The same of a value, in which no promise may be left. */
export function valueOfOwn<T>(what: string, id: unknown, call: () => T): T {
  const made = calledOwn(what, id, call)
  const checked = (value: T) => withoutPromises(`${what}: ${shownValue(id)}`, value)
  if (!(made instanceof Promise)) return checked(made)
  return heard(made.then(checked)) as T
}

/** Refuses promises in a value: nobody would wait for them, and one that fails would end Node. `which`: whose it is. */
export function withoutPromises<T>(which: string, value: T): T {
  const promises = promisesIn(value, deepest)
  if (promises.length === 0) return value
  for (const promise of promises) void heard(promise)
  throw new CribaError('invalid', `invalid ${which} gives a promise (await it)`)
}

/** A promise whose failure does not end Node where nobody waits for it, as where no promise is due. */
function heard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** What a method returns are lists and objects, at most so deep. */
const deepest = 4

function promisesIn(value: unknown, depth: number): Promise<unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  if (value instanceof Promise) return [value]
  if (depth === 0 || !(Array.isArray(value) || isRecord(value))) return []
  return Object.values(value).flatMap((part) => promisesIn(part, depth - 1))
}
