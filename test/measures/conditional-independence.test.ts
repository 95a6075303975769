import { describe, expect, it } from 'vitest'
import { conditionalTest, lacksRows } from '../../dist/src/analyses/null-distributions/independence.js'
import { lnChiSquareTail, chiSquareTail } from '../../dist/src/methods/measures/tails.js'
import { EntropySums } from '#core'
import { randomOf } from '../contract/tables.ts'
import { near } from '../laws/given.ts'

/** The test of a table of so many strata, rows and columns, row after row. */
function testOf(sizes: readonly [strata: number, across: number, down: number], cells: readonly number[]) {
  const levels = sizes.map((size) => Array.from({ length: size }, (_, level) => level))
  const n = cells.reduce((sum, count) => sum + count, 0)
  return conditionalTest({ levels, cells: Float64Array.from(cells) }, new EntropySums(n))
}

describe('lnChiSquareTail', () => {
  // pchisq(x, df, lower.tail = FALSE, log.p = TRUE) of R 4.2.
  it.each([
    [1500, 1, -753.883067105382],
    [1500, 3, -746.56851515782],
    [2600, 10, -1274.49449636783],
    [3000, 200, -1135.05715856683],
    [20000, 500, -8835.12380562002],
    [1400, 1, -703.848618125122],
    [9000, 4000, -883.082861543139],
  ])('of %d with %d degrees of freedom is that of R', (x, df, expected) => {
    expect(Math.abs(lnChiSquareTail(x, df) / expected - 1)).toBeLessThan(1e-11)
  })

  it('is the logarithm of the tail where that has digits, and goes on from there', () => {
    for (const df of [1, 2, 7, 60]) {
      near(lnChiSquareTail(30, df), Math.log(chiSquareTail(30, df)))
      let before = lnChiSquareTail(1200, df)
      for (let x = 1205; x < 1600; x += 5) {
        const now = lnChiSquareTail(x, df)
        // The tail falls as x^(df/2 − 1)·exp(−x/2), but for terms of 1/x².
        const expected = 2.5 - (df / 2 - 1) * Math.log(x / (x - 5))
        expect(Math.abs(before - now - expected)).toBeLessThan(2e-4 * df)
        before = now
      }
    }
  })
})

describe('the test of conditional independence', () => {
  it('has the information and degrees of a table by hand', () => {
    // One stratum depends fully, one has no relation, in one X is constant, one is empty.
    const found = testOf([4, 2, 2], [10, 0, 0, 10, 5, 5, 5, 5, 8, 8, 0, 0, 0, 0, 0, 0])
    expect(found).toMatchObject({ rows: 56, varied: 40, strata: 3, degrees: 2 })
    near(found.bits, 20 / 56)
    expect(lacksRows(found)).toBe(false)
  })

  it('scales G² of a small table to its exact mean', () => {
    // Rows 2 and 2, columns 2 and 2: the tables [2,0], [1,1], [0,2] have probabilities 1/6, 4/6, 1/6, and 4, 0, 4 bits: mean 4/3.
    const found = testOf([1, 2, 2], [2, 0, 0, 2])
    near(found.bits, 1)
    // Lacking rows it is not scaled: G² = 2·4·ln 2.
    expect(lacksRows(found)).toBe(true)
    near(found.pValue, chiSquareTail(8 * Math.LN2, 1))
    // Ten such strata would have enough rows with five each; here eight rows each, in the same proportion.
    const more = testOf([1, 2, 2], [4, 0, 0, 4])
    // Hypergeometric with 4 of 4 and 4: 1, 16, 36, 16, 1 of 70; of k = 1 the information is 8·(1 − H(1/4)).
    const h = -(0.25 * Math.log2(0.25) + 0.75 * Math.log2(0.75))
    const mean = (2 * 8 + 32 * 8 * (1 - h)) / 70
    near(more.pValue, chiSquareTail(8 / mean, 1))
  })

  it('is 1 where X is the same as Z, and lacks rows where each stratum has one', () => {
    const copied = testOf([2, 2, 2], [30, 20, 0, 0, 0, 0, 10, 40])
    expect(copied).toMatchObject({ bits: 0, degrees: 0, pValue: 1 })
    expect(lacksRows(copied)).toBe(false)
    const alone = testOf(
      [20, 2, 2],
      Array.from({ length: 80 }, (_, cell) => Number(cell % 4 === 0)),
    )
    expect(alone).toMatchObject({ bits: 0, degrees: 0, strata: 20, rows: 20 })
    expect(lacksRows(alone)).toBe(true)
  })

  it('has the same bits for the same counts in another order', () => {
    const random = randomOf(1)
    const cells = Array.from({ length: 60 }, () => Math.floor(random() * 40))
    const turned = cells.map((_, cell) => {
      const [z, x, y] = [Math.floor(cell / 12), Math.floor(cell / 4) % 3, cell % 4]
      return cells[(4 - z) * 12 + (2 - x) * 4 + (3 - y)]
    })
    expect(testOf([5, 3, 4], turned).bits).toBe(testOf([5, 3, 4], cells).bits)
  })

  it('does not find noise dependent in thousands of sparse strata, where plain G² does', () => {
    const random = randomOf(2)
    const [strata, across] = [2000, 8]
    const cells = new Array<number>(strata * across * 2).fill(0)
    for (let row = 0; row < 100_000; row++) {
      const cell = Math.floor(random() * strata) * across * 2 + Math.floor(random() * across) * 2
      cells[cell + Math.floor(random() * 2)]++
    }
    const found = testOf([strata, across, 2], cells)
    expect(lacksRows(found)).toBe(false)
    const plain = 2 * found.rows * Math.LN2 * found.bits
    expect(chiSquareTail(plain, found.degrees)).toBeLessThan(1e-20)
    expect(found.pValue).toBeGreaterThan(0.001)
    expect(found.pValue).toBeLessThan(0.999)
  })
})
