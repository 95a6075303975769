import { isNear } from '../statistics/ties.ts'
import type { Halt } from './halt.ts'

/**
 * Lets a candidate join while the best score rises from step to step; the first joins whatever it scores. Of criteria whose
 * scores fall as columns join, as `mrmr` does, that ends where redundancy outweighs what is left to be told.
 */
export function rising(): Halt {
  let last: number | null = null
  return {
    judge: ({ merit }) => {
      const rises = last === null || (merit > last && !isNear(merit, last))
      if (rises) last = merit
      return rises ? { joins: true } : { joins: false, stopped: 'the best score rises no more' }
    },
  }
}
