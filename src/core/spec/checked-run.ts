import { nearestName, unknownName } from './error.ts'
import { invalidPart, isRecord } from './given.ts'

type Check = { readonly is: (given: unknown) => boolean; readonly needs: string }

const callable: Check = { is: (given) => typeof given === 'function', needs: 'a function' }

/** An object with some methods. */
function withMethods(names: readonly string[], needs: string): Check {
  const methodsOf = (given: unknown) => (given ?? {}) as Readonly<Record<string, unknown>>
  return { is: (given) => names.every((name) => typeof methodsOf(given)[name] === 'function'), needs }
}

const checks: Readonly<Record<string, Check>> = {
  threads: {
    is: (given) => Number.isInteger(given) && (given as number) >= 1,
    needs: 'a whole number, 1 or more',
  },
  signal: withMethods(['addEventListener', 'removeEventListener'], 'an AbortSignal'),
  progress: callable,
  on: callable,
  checkpoint: withMethods(['read', 'write'], 'an object with read and write'),
}

const known = Object.keys(checks)

/**
 * Refuses parts of a run of another kind, and names that are nearly those of parts: a program without types
 * may give anything. A run of an experiment or a report has other parts too.
 */
export function checkRun(run: unknown): void {
  if (!isRecord(run)) throw invalidPart('run', run, 'an object')
  // An object of a class may inherit some.
  for (const [name, { is, needs }] of Object.entries(checks)) {
    const given = (run as Readonly<Record<string, unknown>>)[name]
    if (given !== undefined && !is(given)) throw invalidPart(name, given, needs)
  }
  for (const name of Object.keys(run)) {
    if (!known.includes(name) && nearestName(name, known) !== undefined)
      throw unknownName('part of a run', name, known)
  }
}
