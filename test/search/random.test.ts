import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { annealing } from '../../src/methods/searches/annealing.ts'
import { RandomSets } from '../../src/methods/searches/random-sets.ts'
import { genetic } from '../../src/methods/searches/genetic.ts'
import { particleSwarm } from '../../src/methods/searches/particle-swarm.ts'
import { random } from '../../src/methods/searches/random.ts'
import { bestMask, maskOf, meritTables, plain, run, sizeOf } from './tables.ts'
import type { MeritTable } from './tables.ts'

const searches = [
  ['random', random, {}],
  ['random walk', random, { walk: true }],
  ['annealing', annealing, {}],
  ['genetic', genetic, {}],
  ['genetic in two stages', genetic, { twoStage: true }],
  ['particle-swarm', particleSwarm, {}],
] as const

const few = { numRuns: runs(50) }
const ks = fc.option(fc.integer({ min: 1, max: 7 }))

describe.each(searches)('%s', (_, search, options) => {
  it('finds the best of what it looked at, which has the merit it says', async () => {
    await fc.assert(
      fc.asyncProperty(meritTables(6), ks, fc.nat(9), async (table, k, seed) => {
        const { mask, merit, asked } = await run(search, table, { k, seed, options })
        const wanted = k === null ? null : Math.min(k, table.size)
        const ofSize = asked.filter((set) => wanted === null || sizeOf(set) === wanted)
        const best = bestMask(table, ofSize)
        // Where no set of k columns has a merit, the first stage of two may still have found others.
        if (best > 0) expect(mask).toBe(best)
        if (mask > 0) expect(merit).toBe(table.merits[mask])
      }),
      few,
    )
  })

  it('looks at sets of k columns alone', async () => {
    if ('twoStage' in options) return
    await fc.assert(
      fc.asyncProperty(meritTables(6), fc.integer({ min: 1, max: 7 }), async (table, k) => {
        const { asked } = await run(search, table, { k, options })
        expect([...new Set(asked.map(sizeOf))]).toEqual([Math.min(k, table.size)])
      }),
      few,
    )
  })

  it('finds the one that stands out among the sets of six columns', async () => {
    for (const best of [1, 21, 63]) {
      const table = {
        size: 6,
        merits: Array.from({ length: 64 }, (_, mask) => (mask === best ? 9 : -sizeOf(mask ^ best))),
      }
      expect((await run(search, table, { options })).mask).toBe(best)
    }
  })

  it('does the same again with the same seed, and other things with another', async () => {
    const found = async (seed: number) => {
      const { positions, ...rest } = await run(search, noise, { seed, options })
      return { ...rest, positions: positions.map(plain) }
    }
    const once = await found(3)
    expect(await found(3)).toEqual(once)
    expect((await found(4)).asked).not.toEqual(once.asked)
  })

  it('lists the best sets that it saw, each once', async () => {
    const { best, asked } = await run(search, noise, { keep: 5, options })
    const seen = [...new Set(asked)].sort((a, b) => noise.merits[b] - noise.merits[a]).slice(0, 5)
    expect(best.map(({ members }) => maskOf(members))).toEqual(seen)
  })
})

/** Merits without any order, no two alike. */
const noise: MeritTable = {
  size: 6,
  merits: Array.from({ length: 64 }, (_, mask) => (mask * 0.6180339887498949) % 1),
}

describe('draws', () => {
  it('give every set alike, and every set of k', () => {
    for (const [k, sets] of [
      [null, 15],
      [2, 6],
    ] as const) {
      const draws = new RandomSets('test', { size: 4, least: 1 }, { k, seed: 1 })
      const counts = new Map<number, number>()
      const drawn = 6000
      for (const set of draws.sets(drawn)) counts.set(maskOf(set), (counts.get(maskOf(set)) ?? 0) + 1)
      expect(counts.size).toBe(sets)
      const expected = drawn / sets
      const chi2 = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
      // 14 degrees of freedom exceed 36 once in a thousand times.
      expect(chi2).toBeLessThan(36)
    }
  })

  it('give the empty set where all columns are kept', () => {
    const draws = new RandomSets('test', { size: 0, least: 0 }, { k: null, seed: 1 })
    expect(draws.neighbour([])).toEqual([])
  })
})
