import { isNear } from '#core'
import type { Halt } from './halt.ts'

/**
 * Lets candidates join while the best score rises from step to step; the first joins whatever its score. With
 * criteria whose scores fall as columns join, such as `mrmr`, the search ends where redundancy exceeds the
 * remaining information.
 */
export function rising(): Halt {
  let last: number | null = null
  return {
    decide: ({ merit }) => {
      const rises = last === null || (merit > last && !isNear(merit, last))
      if (rises) last = merit
      return rises ? { joins: true } : { joins: false, stopped: 'the best score no longer rises' }
    },
  }
}
