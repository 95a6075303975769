import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Which share of the runs of a property one run of the tests makes: each begins from another seed. */
    readonly shareOfRuns: number
  }
}

/** The number of runs of a property: all of them in the long tests, fewer in `npm test`. */
export function runs(all: number): number {
  return Math.ceil(all * inject('shareOfRuns'))
}
