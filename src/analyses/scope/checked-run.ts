import { invalidPart, unknownName } from '#core'
import type { Run } from '#core'

type Check = { readonly is: (given: unknown) => boolean; readonly needs: string }

const callable: Check = { is: (given) => typeof given === 'function', needs: 'a function' }

const checks: Readonly<Record<string, Check>> = {
  threads: {
    is: (given) => Number.isInteger(given) && (given as number) >= 1,
    needs: 'a whole number, 1 or more',
  },
  signal: {
    is: (given) => typeof given === 'object' && given !== null && 'aborted' in given,
    needs: 'an AbortSignal',
  },
  progress: callable,
  on: callable,
  checkpoint: {
    is: (given) => typeof given === 'object' && given !== null && 'read' in given && 'write' in given,
    needs: 'an object with read and write',
  },
}

/** Refuses what is no part of a run, or of another kind: a program without types may give anything. */
export function checkRun(run: Run): void {
  if (typeof run !== 'object' || run === null) throw invalidPart('run', run, 'an object')
  for (const [name, given] of Object.entries(run)) {
    if (!Object.hasOwn(checks, name)) throw unknownName('part of a run', name, Object.keys(checks))
    const { is, needs } = checks[name]
    if (given !== undefined && !is(given)) throw invalidPart(name, given, needs)
  }
}
