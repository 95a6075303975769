import { CribaError } from '#core'

/** Checks that a spec is plain data, which can be sent to a worker: a function is refused. */
export function checkPlain(spec: unknown, name = 'spec'): void {
  if (typeof spec === 'function') {
    throw new CribaError(
      'unsuitable',
      `unsuitable ${name} for a worker: a function (needs a method of the library by its name, or called, as jmi())`,
    )
  }
  if (typeof spec !== 'object' || spec === null) return
  for (const [part, value] of Object.entries(spec)) checkPlain(value, Array.isArray(spec) ? name : part)
}
