import { afterEach, describe, expect, it, vi } from 'vitest'
import { driveSets } from '../../src/methods/searches/driver.ts'
import { exhaustive } from '../../src/methods/searches/exhaustive.ts'
import type { SubsetProblem } from '../../src/methods/searches/problem.ts'
import type { SearchLimits, SubsetSearch } from '../../src/methods/searches/search.ts'
import { membersOf } from '../../src/core/statistics/family.ts'

afterEach(() => vi.restoreAllMocks())

/** Runs a search of which each set takes some milliseconds of a clock that only sets move. */
async function searchAt(size: number, milliseconds: number) {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const requests: number[] = []
  const seen = new Map<string, number>()
  const problem: SubsetProblem = {
    size,
    least: 1,
    ofNone: 0,
    merits: (family) => {
      const sets = [...membersOf(family)]
      requests.push(milliseconds * sets.length)
      now += milliseconds * sets.length
      for (const set of sets) seen.set(set.join(), (seen.get(set.join()) ?? 0) + 1)
      return Promise.resolve(Float64Array.from(sets, (set) => set.reduce((sum, one) => sum + one, 0)))
    },
  }
  const limits = { k: null, keep: 1, bookmark: null, progress: () => {} } as unknown as SearchLimits
  const { from, to } = exhaustive.search.options as unknown as Record<
    'from' | 'to',
    { readonly default: number }
  >
  const run = driveSets(exhaustive.search as SubsetSearch, problem, limits, {
    from: from.default,
    to: to.default,
  })
  let saves = 0
  let step = await run.next()
  for (; !step.done; step = await run.next()) if (step.value.bookmark) saves++
  return { requests, saves, seen, ending: step.value }
}

describe('the requests of an exhaustive search', () => {
  it.each([
    [10, 700],
    [12, 40],
    [14, 1],
    [16, 0.01],
  ])(
    'of %i columns, at %d ms a set, take two seconds at most, and each can be resumed',
    async (size, speed) => {
      const { requests, saves, seen, ending } = await searchAt(size, speed)
      expect(Math.max(...requests)).toBeLessThanOrEqual(2000)
      expect(saves).toBe(requests.length)
      expect(seen.size).toBe(2 ** size - 1)
      expect(Math.max(...seen.values())).toBe(1)
      // The best set has all columns but, at merit 0, the first one.
      expect(ending.best![0].members).toEqual(Array.from({ length: size - 1 }, (_, i) => i + 1))
      // Many sets share a request where they are fast.
      if (speed < 1) expect(requests.length).toBeLessThan(30)
    },
  )
})
