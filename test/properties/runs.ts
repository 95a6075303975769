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

/** Whether these are the long tests, which take every case of every law. */
export const isLong = inject('shareOfRuns') === 1

/** Every case in the long tests; in `npm test` one of so many, by the place of what they are tried on. */
export function inTurn<Case>(all: readonly Case[], place: number, of: number): readonly Case[] {
  return isLong ? all : all.filter((_, i) => (i + place) % of === 0)
}
