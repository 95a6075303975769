import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { backward } from '../../src/methods/searches/backward.ts'
import { beam } from '../../src/methods/searches/beam.ts'
import { bestFirst } from '../../src/methods/searches/best-first.ts'
import { exhaustive } from '../../src/methods/searches/exhaustive.ts'
import { floatingBackward } from '../../src/methods/searches/floating-backward.ts'
import { floatingForward } from '../../src/methods/searches/floating-forward.ts'
import { forward } from '../../src/methods/searches/forward.ts'
import { plusLMinusR } from '../../src/methods/searches/plus-l-minus-r.ts'
import { ranking } from '../../src/methods/searches/ranking.ts'
import { step } from '../../src/methods/searches/step.ts'
import { parseCut } from '../../src/methods/stops/cut.ts'
import { leastGain } from '../../src/methods/stops/halt.ts'
import type { Halt } from '../../src/methods/stops/halt.ts'
import { bestMask, maskOf, meritTables, run, sizeOf } from './tables.ts'
import {
  plainBackward,
  plainBeam,
  plainBestFirst,
  plainFloating,
  plainForward,
  plainLookahead,
  plainPlusMinus,
  plainStep,
} from './twins.ts'

const tables = meritTables(6)
const whole = meritTables(6, false)
const ks = fc.option(fc.integer({ min: 1, max: 7 }))
const all = (size: number) => Array.from({ length: 1 << size }, (_, mask) => mask)

describe('searches one column at a time do as they are defined', () => {
  it('backward', async () => {
    const epsilons = fc.integer({ min: 0, max: 4 })
    await fc.assert(
      fc.asyncProperty(tables, ks, epsilons, fc.boolean(), async (table, k, epsilon, acceptTies) => {
        const { mask } = await run(backward, table, { k, options: { epsilon, acceptTies } })
        expect(mask).toBe(plainBackward(table, k, epsilon, acceptTies))
      }),
    )
  })

  it('step', async () => {
    const directions = fc.constantFrom('both', 'forward', 'backward')
    await fc.assert(
      fc.asyncProperty(whole, ks, directions, async (table, k, direction) => {
        const { mask } = await run(step, table, { k, options: { direction } })
        expect(mask).toBe(plainStep(table, k, direction))
      }),
      { numRuns: runs(1000) },
    )
  })

  it.each([
    ['add', floatingForward],
    ['remove', floatingBackward],
  ] as const)('floating, %s first', async (way, search) => {
    await fc.assert(
      fc.asyncProperty(tables, ks, fc.boolean(), async (table, k, improved) => {
        const { mask } = await run(search, table, { k, options: { improved } })
        expect(mask).toBe(plainFloating(table, way, k, improved))
      }),
      { numRuns: runs(600) },
    )
  })

  it('forward, looking ahead', async () => {
    let pairs = 0
    await fc.assert(
      fc.asyncProperty(whole, ks, async (table, k) => {
        const { positions, mask, merit } = await run(forward, table, { k, options: { lookahead: 2 } })
        const decided = plainLookahead(table, k)
        const passed = positions.map(({ selected }) => maskOf(selected))
        expect(passed.filter((one) => decided.includes(one)).map((one) => table.merits[one])).toEqual(
          decided.map((one) => table.merits[one]),
        )
        expect([mask, merit]).toEqual([decided.at(-1), table.merits[mask]])
        pairs += passed.length - decided.length
      }),
      { numRuns: 300, seed: 1 },
    )
    expect(pairs).toBeGreaterThan(100)
  })

  it('plus l, minus r', async () => {
    const options = fc
      .record({
        l: fc.integer({ min: 1, max: 4 }),
        r: fc.integer({ min: 1, max: 4 }),
        together: fc.boolean(),
      })
      .filter(({ l, r }) => l !== r)
    await fc.assert(
      fc.asyncProperty(tables, ks, options, async (table, k, options) => {
        const { mask } = await run(plusLMinusR, table, { k, options })
        expect(mask).toBe(plainPlusMinus(table, k, options))
      }),
      { numRuns: runs(600) },
    )
    await expect(run(plusLMinusR, { size: 1, merits: [0, 1] }, { options: { l: 2, r: 2 } })).rejects.toThrow(
      'invalid r: 2',
    )
  })

  it('beam', async () => {
    await fc.assert(
      fc.asyncProperty(tables, ks, fc.integer({ min: 1, max: 5 }), async (table, k, width) => {
        // A set without a merit ends a path: what goes on from it has no gain.
        const { mask } = await run(beam, table, { k, options: { width } })
        expect(mask).toBe(plainBeam(table, k, width))
      }),
    )
  })

  it('best-first', async () => {
    await fc.assert(
      fc.asyncProperty(tables, ks, fc.integer({ min: 1, max: 5 }), async (table, k, stale) => {
        const { mask } = await run(bestFirst, table, { k, options: { stale } })
        expect(mask).toBe(plainBestFirst(table, k, stale))
      }),
    )
  })

  it('ranking', async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.integer({ min: 1, max: 6 }), async (table, k) => {
        const singles = Array.from({ length: table.size }, (_, i) => i)
          .filter((i) => !Number.isNaN(table.merits[1 << i]))
          .sort((a, b) => table.merits[1 << b] - table.merits[1 << a] || a - b)
        const { positions } = await run(ranking, table, { k })
        expect(positions.at(-1)?.selected ?? []).toEqual(singles.slice(0, k))
        const above = await run(ranking, table, { halt: leastGain(2) })
        expect(above.positions.at(-1)?.selected ?? []).toEqual(
          singles.filter((i) => table.merits[1 << i] > 2),
        )
        const half = await run(ranking, table, { cut: parseCut('share:0.5') })
        expect(half.positions.at(-1)?.selected ?? []).toEqual(singles.slice(0, Math.ceil(table.size / 2)))
      }),
    )
  })
})

describe('searches among each other', () => {
  it('floating is no worse than sequential up to three columns from where it begins', async () => {
    await fc.assert(
      fc.asyncProperty(whole, fc.boolean(), async (table, improved) => {
        const { size, merits } = table
        // A better set of some size may go on to worse ones: with exchanges that can happen one column sooner.
        const sizes = improved ? 2 : 3
        for (let k = 1; k <= Math.min(sizes, size); k++) {
          const { merit } = await run(floatingForward, table, { k, options: { improved } })
          expect(merit).toBeGreaterThanOrEqual(merits[plainForward(table, k)])
        }
        for (let k = size; k > Math.max(0, size - sizes); k--) {
          const { merit } = await run(floatingBackward, table, { k, options: { improved } })
          expect(merit).toBeGreaterThanOrEqual(merits[plainBackward(table, k, 0, true)])
        }
      }),
    )
  })

  it('a beam as wide as can be finds the best of each size, of width 1 what forward finds, halted or not', async () => {
    const halts = fc.constantFrom<() => Halt>(
      () => leastGain(-30),
      () => leastGain(0),
      passesOver,
    )
    await fc.assert(
      fc.asyncProperty(whole, fc.integer({ min: 1, max: 6 }), halts, async (table, k, halt) => {
        const wide = await run(beam, table, { k, options: { width: 100 } })
        const size = Math.min(k, table.size)
        expect(wide.mask).toBe(
          bestMask(
            table,
            all(table.size).filter((mask) => sizeOf(mask) === size),
          ),
        )
        const narrow = await run(beam, table, { k, halt: halt(), options: { width: 1 } })
        const plain = await run(forward, table, { k, halt: halt() })
        expect(narrow.positions.filter(({ move }) => move)).toEqual(
          plain.positions.filter(({ move }) => move),
        )
        expect(narrow.positions.filter(({ setAside }) => setAside)).toEqual(
          plain.positions.filter(({ setAside }) => setAside),
        )
        expect(narrow.stopped).toBe(plain.stopped)
      }),
    )
  })

  it('best-first finds what forward finds, or better', async () => {
    await fc.assert(
      fc.asyncProperty(whole, fc.integer({ min: 1, max: 6 }), async (table, k) => {
        const { merit } = await run(bestFirst, table, { k })
        expect(merit).toBeGreaterThanOrEqual(table.merits[plainForward(table, k)])
        const halted = await run(forward, table, { halt: leastGain(0) })
        if (halted.mask === 0) return
        const found = await run(bestFirst, table)
        expect(found.merit).toBeGreaterThanOrEqual(halted.merit)
      }),
    )
  })

  it('exhaustive search counts the sets that are as good as the best, however many it keeps', async () => {
    await fc.assert(
      fc.asyncProperty(whole, fc.constantFrom(1, 2, 5, Infinity), async (table, keep) => {
        const { merit, tied } = await run(exhaustive, table, { keep })
        expect(tied).toBe(table.merits.slice(1).filter((other) => other === merit).length - 1)
      }),
    )
  })

  it('best-first that never tires is exhaustive', async () => {
    await fc.assert(
      fc.asyncProperty(whole, fc.option(fc.integer({ min: 1, max: 6 })), async (table, k) => {
        const size = k === null ? null : Math.min(k, table.size)
        const found = await run(bestFirst, table, { k, options: { stale: 1000 } })
        expect(found.mask).toBe((await run(exhaustive, table, { k: size })).mask)
      }),
    )
  })
})

/** Every third candidate is set aside, and the search ends at the ninth. */
function passesOver(): Halt {
  let seen = 0
  return {
    decide: () => {
      seen++
      if (seen % 3 !== 0) return { joins: true, pValue: seen / 100, by: 'permutation' }
      return {
        joins: false,
        setAside: { because: null, pValue: 0.5 },
        ...(seen === 9 && { stopped: 'nine' }),
      }
    },
  }
}

describe('moves', () => {
  it('lead from the beginning to the set of a search that goes one way', async () => {
    await fc.assert(
      fc.asyncProperty(whole, ks, async (table, k) => {
        for (const search of [forward, backward, beam, bestFirst, ranking]) {
          const { positions, mask } = await run(search, table, { k })
          let reached = search === backward ? (1 << table.size) - 1 : 0
          for (const { move } of positions) if (move) reached ^= 1 << move.candidate
          expect(reached).toBe(mask)
        }
      }),
    )
  })

  it('of the searches that go both ways have the merit of the set they make', async () => {
    await fc.assert(
      fc.asyncProperty(whole, ks, fc.boolean(), async (table, k, improved) => {
        for (const [search, options] of [
          [floatingForward, { improved }],
          [floatingBackward, { improved }],
          [plusLMinusR, {}],
          [plusLMinusR, { l: 1, r: 3 }],
        ] as const) {
          const { positions } = await run(search, table, { k, options })
          const first = positions.find(({ move }) => move)?.move
          let reached = first?.action === 'remove' ? (1 << table.size) - 1 : 0
          for (const { move, selected, merit } of positions) {
            expect(merit).toBe(table.merits[maskOf(selected)])
            if (!move) continue
            const bit = 1 << move.candidate
            expect((reached & bit) !== 0).toBe(move.action === 'remove')
            reached ^= bit
            expect(move.merit).toBe(table.merits[reached])
          }
        }
      }),
    )
  })
})
