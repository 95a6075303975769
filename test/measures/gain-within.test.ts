import { describe, expect, it } from 'vitest'
import { isGainWithin } from '../../dist/src/analyses/null-distributions/gain-p.js'
import { strataOf } from '../../dist/src/methods/measures/strata.js'
import { randomOf } from '../contract/tables.ts'
import { plainDraws } from '../../dist/src/methods/measures/permuted-gain.js'

/** A table X × Y, row after row, in one stratum. */
function tableOf(rows: readonly (readonly number[])[]) {
  return strataOf({
    levels: [[0], rows.map((_, i) => i), rows[0].map((_, i) => i)],
    cells: Float64Array.from(rows.flat()),
  })
}

const decide = (level: number, rows: readonly (readonly number[])[]) =>
  isGainWithin(level, tableOf(rows), plainDraws(randomOf(1)))

describe('whether the p-value of a gain is within a level', () => {
  it('is decided exactly where a table has two levels', () => {
    // 2 of the C(10, 5) = 252 choices of rows part them as well: p = 0.0079.
    const parted = [
      [5, 0],
      [0, 5],
    ]
    expect(decide(0.008, parted)).toBe(true)
    expect(decide(0.0079, parted)).toBe(false)
  })

  it('is decided by permutations where it has more', () => {
    // Of 6!/(2!2!2!) = 90 orders 3! part them as well: p = 1/15.
    const parted = [
      [2, 0, 0],
      [0, 2, 0],
      [0, 0, 2],
    ]
    expect(decide(0.12, parted)).toBe(true)
    expect(decide(0.03, parted)).toBe(false)
    // No order gives less: p = 1.
    expect(
      decide(0.5, [
        [1, 1, 1],
        [1, 1, 1],
        [1, 1, 1],
      ]),
    ).toBe(false)
  })

  it('is decided by χ² and its bounds where rows are many', () => {
    const related = [
      [90, 10, 1],
      [10, 90, 0],
      [20, 30, 40],
    ]
    expect(decide(1e-6, related)).toBe(true)
    const unrelated = [
      [50, 50, 1],
      [50, 50, 0],
      [50, 50, 1],
    ]
    expect(decide(0.01, unrelated)).toBe(false)
  })

  it('is false where nothing varies', () => {
    expect(decide(1, [[4, 2]])).toBe(false)
  })
})
