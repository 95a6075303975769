import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLocalOptimum, residualOf, solveConvex } from '../../dist/src/measures/simplex-program.js'
import { symmetricEigen } from '../../dist/src/measures/symmetric-eigen.js'
import { randomOf } from '../contract/tables.ts'
import { runs } from '../properties/runs.ts'

/** BᵀB of random numbers, of a rank at most that asked for. */
function semidefinite(width: number, rank: number, seed: number): Float64Array {
  const random = randomOf(seed)
  const b = Array.from({ length: rank }, () => Array.from({ length: width }, () => random() - 0.3))
  return Float64Array.from({ length: width * width }, (_, at) =>
    b.reduce((sum, row) => sum + row[Math.floor(at / width)] * row[at % width], 0),
  )
}

describe('eigenvalues', () => {
  it('have their vectors, orthonormal and ascending', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 24 }),
        fc.integer({ min: 0, max: 30 }),
        fc.integer(),
        (width, rank, seed) => {
          const matrix = semidefinite(width, rank, seed)
          if (seed % 3 === 0) for (let i = 0; i < width; i++) matrix[i * width + i] -= 1
          const { values, vectors } = symmetricEigen(matrix, width)
          for (let a = 0; a < width; a++) {
            if (a > 0) expect(values[a]).toBeGreaterThanOrEqual(values[a - 1])
            for (let i = 0; i < width; i++) {
              let product = 0
              for (let j = 0; j < width; j++) product += matrix[i * width + j] * vectors[j * width + a]
              expect(Math.abs(product - values[a] * vectors[i * width + a])).toBeLessThan(1e-11)
            }
            for (let b = 0; b <= a; b++) {
              let product = 0
              for (let i = 0; i < width; i++) product += vectors[i * width + a] * vectors[i * width + b]
              expect(Math.abs(product - (a === b ? 1 : 0))).toBeLessThan(1e-12)
            }
          }
        },
      ),
      { numRuns: runs(60) },
    ))

  it('are those of a matrix worked out by hand', () => {
    expect([...symmetricEigen(Float64Array.of(2, 1, 1, 2), 2).values]).toEqual([
      expect.closeTo(1, 12),
      expect.closeTo(3, 12),
    ])
    expect([...symmetricEigen(Float64Array.of(5, 0, 0, 0, -2, 0, 0, 0, 5), 3).values]).toEqual([-2, 5, 5])
  })
})

describe('the quadratic programme on the simplex', () => {
  it('is solved to the conditions of an optimum, whatever the rank', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 45 }),
        fc.integer(),
        (width, rank, seed) => {
          const random = randomOf(seed + 1)
          const linear = Float64Array.from({ length: width }, () => random())
          const program = { matrix: semidefinite(width, rank, seed), linear }
          const z = solveConvex(program)
          expect(Math.min(...z)).toBeGreaterThanOrEqual(0)
          expect(residualOf(program, z)).toBeLessThan(1e-9)
          const slow = findLocalOptimum(program, new Float64Array(width).fill(1 / width))
          const value = (at: Float64Array) =>
            at.reduce((sum, one, i) => {
              const row = program.matrix.subarray(i * width, (i + 1) * width)
              return sum + one * (row.reduce((total, entry, j) => total + entry * at[j], 0) / 2 - linear[i])
            }, 0)
          expect(value(z)).toBeLessThan(value(slow) + 1e-9)
        },
      ),
      { numRuns: runs(120) },
    ))

  it('has a residual that says how far a point is from it', () => {
    const program = { matrix: Float64Array.of(1, 0, 0, 1), linear: Float64Array.of(0, 0) }
    expect(residualOf(program, Float64Array.of(0.5, 0.5))).toBe(0)
    expect(residualOf(program, Float64Array.of(1, 0))).toBe(1)
    expect(residualOf(program, Float64Array.of(0.5, 0.4))).toBeCloseTo(0.1, 12)
  })

  it('goes down to a corner where that is best', () => {
    const program = { matrix: Float64Array.of(-2, 0, 0, -1), linear: Float64Array.of(0, 0) }
    expect([...findLocalOptimum(program, Float64Array.of(0.6, 0.4))]).toEqual([1, 0])
    expect([...findLocalOptimum(program, Float64Array.of(0, 1))]).toEqual([0, 1])
  })
})
