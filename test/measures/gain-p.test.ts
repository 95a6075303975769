import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactGainTail } from '../../dist/src/analyses/null-distributions/gain-tails.js'
import {
  boundsByMerging,
  chiSquareGainTail,
  meanInformation,
} from '../../dist/src/analyses/null-distributions/gain-law.js'
import { informationOf } from '../../dist/src/methods/measures/strata.js'
import { runs } from '../properties/runs.ts'
import { alike, choose, enumerated, information, strata } from './small-strata.ts'

const tablesOf = (strataCount: number, across: number, down: number, most: number) =>
  fc.array(
    fc.array(fc.array(fc.nat(most), { minLength: down, maxLength: down }), {
      minLength: across,
      maxLength: across,
    }),
    { minLength: strataCount, maxLength: strataCount },
  )

describe('the exact p-value of a gain', () => {
  it.each([
    [1, 2, 2, 12],
    [1, 2, 4, 4],
    [1, 3, 2, 5],
    [2, 2, 3, 3],
    [3, 2, 2, 4],
  ])(
    'of %i strata of %i × %i levels is that of all tables, and never below it',
    (many, across, down, most) => {
      fc.assert(
        fc.property(tablesOf(many, across, down, most), (tables) => {
          const p = exactGainTail(strata(tables), 1e8)!
          const truth = enumerated(tables)
          expect(p).toBeGreaterThanOrEqual(truth * (1 - 1e-9))
          // Rounded up by a step of 1/4096 of the gain for each level.
          expect(p).toBeLessThanOrEqual(truth * 1.05 + 1e-12)
        }),
        { numRuns: runs(60) },
      )
    },
  )

  it('of a 2 × 2 table is a sum of hypergeometric probabilities, far out too', () => {
    const table = [
      [5, 0],
      [45, 450],
    ]
    // Five of five in a class of 50 among 500: all others gain less.
    expect(exactGainTail(strata([table]), 1e6)).toBeCloseTo(choose(50, 5) / choose(500, 5), 12)
  })

  it('is not made where both have three levels, or where it would take too long', () => {
    const three = [
      [3, 1, 1],
      [1, 3, 1],
      [1, 1, 3],
    ]
    expect(exactGainTail(strata([three]), 1e8)).toBeNull()
    const long = [
      [400, 300, 300],
      [300, 300, 400],
    ]
    expect(exactGainTail(strata([long]), 1e5)).toBeNull()
  })
})

describe('the χ² distribution of a gain', () => {
  it('is scaled to the mean of all tables', () => {
    fc.assert(
      fc.property(tablesOf(1, 3, 3, 3), ([table]) => {
        const { tables } = strata([table])
        fc.pre(tables.length > 0)
        const mean = [...alike(table)].reduce((sum, { cells, p }) => sum + p * information(cells), 0)
        expect(meanInformation(tables[0])).toBeCloseTo(mean, 9)
      }),
      { numRuns: runs(40) },
    )
  })

  it('holds within a quarter where every cell expects ten rows, down to 1e-4', () => {
    let least = 1
    for (const shift of [2, 4, 6, 8]) {
      const table = [
        [12 + shift, 12, 12 - shift],
        [24 - shift, 24, 24 + shift],
      ]
      for (const all of [strata([table]), strata([table, table])]) {
        const exact = exactGainTail(all, 1e8)!
        if (exact < 1e-4) continue
        least = Math.min(least, exact)
        expect(Math.abs(Math.log2(chiSquareGainTail(all) / exact))).toBeLessThan(Math.log2(1.25))
      }
    }
    expect(least).toBeLessThan(1e-3)
  })
})

describe('bounds of a p-value by merged levels', () => {
  const boundsOf = (all: ReturnType<typeof strata>) => boundsByMerging(all, informationOf(all), 10)

  it('hold the exact p-value between them, wherever the rare levels are', () => {
    const cell = fc.integer({ min: 14, max: 24 })
    const rare = fc.nat(4)
    const level = fc.oneof({ weight: 3, arbitrary: fc.tuple(cell, cell) }, fc.tuple(rare, rare))
    let narrow = 0
    fc.assert(
      fc.property(fc.array(level, { minLength: 3, maxLength: 5 }), (levels) => {
        const all = strata([[levels.map(([a]) => a), levels.map(([, b]) => b)]])
        fc.pre(all.tables.length > 0)
        const exact = exactGainTail(all, 1e9)!
        const { least, most } = boundsOf(all)
        // χ² knows no jumps: of a 2 × 2 table, which has few p-values, it is within a factor of 2. A decision needs a factor of 10.
        fc.pre(exact > 1e-4)
        expect(least).toBeLessThanOrEqual(exact * 2)
        expect(most).toBeGreaterThanOrEqual(exact / 2)
        if (least > exact / 4) narrow++
      }),
      { numRuns: runs(200) },
    )
    expect(narrow).toBeGreaterThan(runs(200) / 3)
  })

  it('take no time that grows with the square of the levels', () => {
    // 200,000 levels of three rows: merged in pairs they once took minutes.
    const level = (i: number) => [1 + (i % 2), 2 - (i % 2)]
    const levels = Array.from({ length: 200_000 }, (_, i) => level(i))
    const all = strata([[levels.map(([a]) => a), levels.map(([, b]) => b)]])
    const { least, most } = boundsOf(all)
    expect(least).toBeLessThanOrEqual(most)
  })

  it('are one number where no level is rare, and say nothing where all are', () => {
    const full = strata([
      [
        [30, 20, 25],
        [20, 30, 25],
      ],
    ])
    const { least, most } = boundsOf(full)
    expect(least).toBeCloseTo(chiSquareGainTail(full), 12)
    expect(most).toBe(least)
    const sparse = strata([
      [
        [1, 0, 2],
        [0, 3, 1],
      ],
    ])
    expect(boundsOf(sparse)).toEqual({ least: 0, most: 1 })
  })
})
