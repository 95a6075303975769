import { invalidPart, nearestName, unknownName } from '#core'
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

const known = Object.keys(checks)

/**
 * Refuses parts of a run of another kind, and names that are nearly those of parts: a program without types
 * may give anything. A run of an experiment or a report has other parts too.
 */
export function checkRun(run: Run): void {
  if (typeof run !== 'object' || run === null) throw invalidPart('run', run, 'an object')
  for (const [name, given] of Object.entries(run)) {
    if (Object.hasOwn(checks, name)) {
      const { is, needs } = checks[name]
      if (given !== undefined && !is(given)) throw invalidPart(name, given, needs)
    } else if (nearestName(name, known) !== undefined) {
      throw unknownName('part of a run', name, known)
    }
  }
}
