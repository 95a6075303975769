import fc from 'fast-check'
import { select, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { exactGainTail } from '../../dist/src/analyses/null-distributions/exact-gain.js'
import {
  boundsByMerging,
  chiSquareGainTail,
  meanInformation,
} from '../../dist/src/analyses/null-distributions/gain-law.js'
import { splittingTail } from '../../dist/src/analyses/null-distributions/splitting-tail.js'
import { seeded } from '../../dist/src/core/statistics/random-stream.js'
import { openTableDraws } from '../../dist/src/memory/tables/table-draws.js'
import { informationOf, strataOf } from '../../dist/src/methods/measures/strata.js'
import { draws } from '../messy/table-text.ts'
import { runs } from '../properties/runs.ts'

const draw = await openTableDraws()

type Tables = readonly (readonly (readonly number[])[])[]

const count = (cells: readonly number[]) => cells.reduce((sum, one) => sum + one, 0)

/** Strata of equal size, each an array of rows of counts. */
function strata(tables: Tables) {
  const levelsOf = (length: number) => Array.from({ length }, (_, i) => i)
  const levels = [levelsOf(tables.length), levelsOf(tables[0].length), levelsOf(tables[0][0].length)]
  return strataOf({ levels, cells: Float64Array.from(tables.flat(2)) })
}

function choose(n: number, k: number): number {
  let ways = 1
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i
  return ways
}

/** Every way to part so many things over places of limited sizes. */
function* partsOf(sum: number, most: readonly number[]): Generator<number[]> {
  if (most.length === 0) {
    if (sum === 0) yield []
    return
  }
  for (let first = 0; first <= Math.min(sum, most[0]); first++) {
    for (const rest of partsOf(sum - first, most.slice(1))) yield [first, ...rest]
  }
}

/** Every table with the margins of one, with its probability under permutations. */
function* alike(table: readonly (readonly number[])[]): Generator<{ cells: number[][]; p: number }> {
  const rows = table.map(count)
  const columns = table[0].map((_, j) => count(table.map((row) => row[j])))
  function* from(row: number, left: readonly number[]): Generator<{ cells: number[][]; p: number }> {
    if (row === rows.length) {
      yield { cells: [], p: 1 }
      return
    }
    for (const counts of partsOf(rows[row], left)) {
      const ways = counts.reduce((product, k, j) => product * choose(left[j], k), 1)
      for (const { cells, p } of from(
        row + 1,
        left.map((all, j) => all - counts[j]),
      )) {
        yield { cells: [counts, ...cells], p: (p * ways) / choose(count(left), rows[row]) }
      }
    }
  }
  yield* from(0, columns)
}

/** n·I of a table in bits, by its definition. */
function information(table: readonly (readonly number[])[]): number {
  const columns = table[0].map((_, j) => count(table.map((row) => row[j])))
  const n = count(columns)
  return table.reduce(
    (sum, row) =>
      sum + row.reduce((part, k, j) => part + (k && k * Math.log2((k * n) / (count(row) * columns[j]))), 0),
    0,
  )
}

/** The p-value by all tables there are. */
function enumerated(tables: Tables): number {
  const observed = tables.reduce((sum, table) => sum + information(table), 0)
  const all = tables.map((table) =>
    [...alike(table)].map(({ cells, p }) => ({ bits: information(cells), p })),
  )
  const tail = (from: number, left: number, p: number): number =>
    from === all.length
      ? left <= 1e-9
        ? p
        : 0
      : all[from].reduce((sum, one) => sum + tail(from + 1, left - one.bits, p * one.p), 0)
  return tail(0, observed, 1)
}

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
    const start = performance.now()
    const { least, most } = boundsOf(all)
    expect(performance.now() - start).toBeLessThan(10_000)
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

describe('a tail by splitting', () => {
  it.each([
    [
      'two levels',
      [
        [
          [9, 1, 0, 1],
          [1, 8, 9, 8],
        ],
        [
          [4, 0, 1, 0],
          [1, 5, 4, 6],
        ],
      ],
    ],
    [
      'three levels',
      [
        [
          [4, 0, 0],
          [0, 3, 1],
          [1, 0, 3],
        ],
      ],
    ],
    [
      'four strata',
      [
        [
          [3, 0],
          [0, 3],
        ],
        [
          [2, 0],
          [1, 3],
        ],
        [
          [3, 1],
          [0, 2],
        ],
        [
          [2, 0],
          [0, 2],
        ],
      ],
    ],
  ] as const)('is that of all tables: %s', (_, tables) => {
    const truth = enumerated(tables)
    const stream = draw(() => seeded('nine'))
    const found = Array.from({ length: 8 }, () => splittingTail(strata(tables), stream, 1e-9).pValue)
    const mean = count(found) / found.length
    // The relative standard error of the mean of eight.
    const error = Math.sqrt(Math.log2(1 / truth) / 256 / found.length)
    expect(Math.abs(mean / truth - 1)).toBeLessThan(5 * error)
  })

  it('ends far below what decides, as a bound', () => {
    const table = [
      [40, 0, 0],
      [0, 40, 0],
      [0, 0, 40],
    ]
    const { pValue, isBound } = splittingTail(
      strata([table]),
      draw(() => seeded('one')),
      1e-3,
    )
    expect(isBound).toBe(true)
    expect(pValue).toBeLessThan(1e-6)
    expect(pValue).toBeGreaterThan(1e-9)
    expect(informationOf(strata([table]))).toBeGreaterThan(100)
  })
})

it('sparse columns of noise are chosen no oftener than chance allows', async () => {
  // At 0.05 more than 2 of 8 is less likely than 1 in 150; by a fitted Gamma distribution about half chose something.
  let chosen = 0
  for (let seed = 0; seed < 8; seed++) {
    const { happens } = draws(seed)
    const of = (share: number) => Array.from({ length: 400 }, () => (happens(share) ? 1 : 0))
    const columns = Object.fromEntries(Array.from({ length: 120 }, (_, j) => [`x${j}`, of(0.012)]))
    const table = tableFromColumns({ ...columns, y: of(0.06).map((one) => (one ? 'rare' : 'usual')) })
    if ((await select(table, { target: 'y', method: 'jmi', asIs: true })).selected.length > 0) chosen++
  }
  expect(chosen).toBeLessThanOrEqual(2)
})
