import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findBestOptimum, valueOf } from '../../dist/src/methods/measures/best-optimum.js'
import { findLocalOptimum, residualOf, solveConvex } from '../../dist/src/methods/measures/simplex-program.js'
import { symmetricEigen } from '../../dist/src/methods/measures/symmetric-eigen.js'
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

  it('that is not convex has the best of the optima of all supports, where these are few', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.integer(), (width, seed) => {
        const random = randomOf(seed)
        const linear = Float64Array.from({ length: width }, () => random())
        const matrix = new Float64Array(width * width)
        for (let i = 0; i < width; i++) {
          for (let j = 0; j <= i; j++) matrix[i * width + j] = matrix[j * width + i] = 2 * random() - 1
        }
        const program = { matrix, linear }
        const { z } = findBestOptimum(program, new Float64Array(width).fill(1 / width))
        expect(Math.min(...z)).toBeGreaterThanOrEqual(0)
        expect(residualOf(program, z)).toBeLessThan(1e-9)
        expect(valueOf(program, z)).toBeCloseTo(leastOfSupports(matrix, linear), 9)
      }),
      { numRuns: runs(400) },
    ))
})

/**
 * The least ½zᵀAz − bᵀz on the simplex: where it is met by the fewest columns, the equations Az − b = level, Σz = 1 of
 * these columns have that one solution. So it is the least of the solutions without negative weights of all supports.
 */
function leastOfSupports(matrix: Float64Array, linear: Float64Array): number {
  const width = linear.length
  let least = Infinity
  for (let mask = 1; mask < 2 ** width; mask++) {
    const support = Array.from(linear.keys()).filter((i) => Math.floor(mask / 2 ** i) % 2 === 1)
    const rows = support.map((i) => [...support.map((j) => matrix[i * width + j]), -1, linear[i]])
    const solution = eliminated([...rows, [...support.map(() => 1), 0, 1]])
    if (!solution || solution.slice(0, -1).some((weight) => weight < 0)) continue
    const value = support.reduce(
      (sum, i, a) =>
        sum +
        solution[a] *
          (support.reduce((total, j, b) => total + matrix[i * width + j] * solution[b], 0) / 2 - linear[i]),
      0,
    )
    least = Math.min(least, value)
  }
  return least
}

/** The solution of linear equations, their right-hand side last; null where there is not one. */
function eliminated(equations: readonly (readonly number[])[]): readonly number[] | null {
  const rows = equations.map((row) => [...row])
  const size = rows.length
  for (let column = 0; column < size; column++) {
    const pivot = rows.slice(column).reduce((best, row) => Math.max(best, Math.abs(row[column])), 0)
    if (pivot < 1e-12) return null
    const at = rows.findIndex((row, place) => place >= column && Math.abs(row[column]) === pivot)
    ;[rows[column], rows[at]] = [rows[at], rows[column]]
    for (let row = 0; row < size; row++) {
      if (row === column) continue
      const times = rows[row][column] / rows[column][column]
      rows[row] = rows[row].map((value, place) => value - times * rows[column][place])
    }
  }
  return rows.map((row, place) => row[size] / row[place])
}
