import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Which share of the runs of a property one run of the tests makes: each begins from another seed. */
    readonly shareOfRuns: number
  }
}

/** Above ten runs in `npm test`, one of so many: what a property catches at all shows in the first runs. */
const thinned = 4

/** The number of runs of a property: all of them in the long tests, fewer in `npm test`. */
export function runs(all: number): number {
  const share = inject('shareOfRuns')
  const some = Math.ceil(all * share)
  return share < 1 && some > 10 ? 10 + Math.ceil((some - 10) / thinned) : some
}
