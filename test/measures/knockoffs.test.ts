import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalDraws } from '../../dist/src/memory/threads/normal-draws.js'
import { seeded } from '../../dist/src/core/statistics/random-stream.js'
import { lassoWeights } from '../../dist/src/analyses/outer/distilled-columns.js'
import {
  knockoffDraws,
  knockoffLaw,
  residualsGivenOthers,
  gaussianModel,
} from '../../dist/src/analyses/outer/gaussian-model.js'
import { knockoffGaps } from '../../dist/src/analyses/outer/knockoff-gaps.js'
import { randomOf } from '../contract/tables.ts'
import { runs } from '../properties/runs.ts'
import { momentsOf, productsOf } from './plain-moments.ts'
import {
  knockoffEValues,
  knockoffThreshold,
  leastKeptEValue,
} from '../../dist/src/analyses/outer/knockoff-choice.js'

/** Columns that share a random part, so that they are correlated. */
function columnsOf(seed: number, rows: number, width: number): number[][] {
  const random = randomOf(seed)
  const common = Array.from({ length: rows }, () => random() - 0.5)
  return Array.from({ length: width }, (_, j) =>
    common.map((value) => (j % 3) * value + (random() - 0.5) * (1 + j)),
  )
}

/** A product of square matrices, stored row by row. */
function times(a: ArrayLike<number>, b: ArrayLike<number>, width: number): Float64Array {
  return Float64Array.from({ length: width * width }, (_, at) => {
    const [i, j] = [Math.floor(at / width), at % width]
    return Array.from({ length: width }, (_, k) => a[i * width + k] * b[k * width + j]).reduce(
      (x, y) => x + y,
    )
  })
}

function transposed(a: Float64Array, width: number): Float64Array {
  return a.map((_, at) => a[(at % width) * width + Math.floor(at / width)])
}

describe('the law of knockoffs', () => {
  it.each(['mvr', 'equicorrelated'] as const)(
    'gives columns and knockoffs the covariance [Σ, Σ−S; Σ−S, Σ]: %s',
    async (rule) => {
      for (const [rows, width] of [
        [40, 7],
        [8, 12],
        [30, 1],
      ]) {
        const model = gaussianModel(momentsOf(columnsOf(rows, rows, width)))
        const gaps = await knockoffGaps(rule, model.shrunk, width)
        const { weights, factor } = knockoffLaw(model, gaps)
        // X̃ = X·W + N·Lᵀ with cov(X) = Σ: cov(X, X̃) = Σ·W, cov(X̃) = Wᵀ·Σ·W + L·Lᵀ.
        const between = times(model.shrunk, weights, width)
        const own = times(transposed(weights, width), between, width)
        const added = times(transposed(factor, width), factor, width)
        model.shrunk.forEach((value, at) => {
          const [i, j] = [Math.floor(at / width), at % width]
          expect(between[at]).toBeCloseTo(value - (i === j ? gaps[j] : 0), 9)
          expect(own[at] + added[at]).toBeCloseTo(value, 9)
        })
        for (const gap of gaps) expect(gap).toBeGreaterThan(0)
      }
    },
  )

  it('draws with these moments', async () => {
    const [rows, width] = [40_000, 3]
    const model = gaussianModel(momentsOf(columnsOf(2, 60, width)))
    const gaps = await knockoffGaps('mvr', model.shrunk, width)
    // Rows of the model itself: N·Kᵀ, K·Kᵀ = Σ, by hand for three columns.
    const noise = (name: string) => normalDraws(seeded(name), rows)
    const [a, b, c] = ['a', 'b', 'c'].map(noise)
    const [r01, r02, r12] = [model.shrunk[1], model.shrunk[2], model.shrunk[5]]
    const k11 = Math.sqrt(1 - r01 * r01)
    const k21 = (r12 - r01 * r02) / k11
    const k22 = Math.sqrt(1 - r02 * r02 - k21 * k21)
    const x = [a, b.map((v, i) => r01 * a[i] + k11 * v), c.map((v, i) => r02 * a[i] + k21 * b[i] + k22 * v)]
    const drawn = knockoffDraws(x, model, gaps)(['d', 'e', 'f'].map(noise))
    const product = (p: Float64Array, q: Float64Array) => p.reduce((sum, v, i) => sum + v * q[i], 0) / rows
    for (let i = 0; i < width; i++)
      for (let j = 0; j < width; j++) {
        const value = model.shrunk[i * width + j]
        // Standard errors are below 0.01.
        expect(Math.abs(product(drawn[i], drawn[j]) - value)).toBeLessThan(0.04)
        expect(Math.abs(product(x[i], drawn[j]) - value + (i === j ? gaps[j] : 0))).toBeLessThan(0.04)
      }
  })

  it('puts knockoffs of uncorrelated columns as far away as can be, and those of copies nearly on them', async () => {
    const identity = Float64Array.from([1, 0, 0, 1])
    for (const rule of ['mvr', 'equicorrelated'] as const)
      for (const gap of await knockoffGaps(rule, identity, 2)) expect(gap).toBeCloseTo(1, 6)
    // Two columns of correlation r: 2Σ − S has the eigenvalues 2 ± 2r − s.
    const [equal] = await knockoffGaps('equicorrelated', Float64Array.from([1, 0.9, 0.9, 1]), 2)
    expect(equal).toBeCloseTo(0.2, 12)
    // The sum of 2/s + 1/(2+2r−s) + 1/(2−2r−s), least where 2/s² = 1/(3.8−s)² + 1/(0.2−s)².
    const [least] = await knockoffGaps('mvr', Float64Array.from([1, 0.9, 0.9, 1]), 2)
    expect(2 / least ** 2).toBeCloseTo(1 / (3.8 - least) ** 2 + 1 / (0.2 - least) ** 2, 2)
  })

  it('can be interrupted', async () => {
    const stop = async () => Promise.reject(new Error('stopped'))
    await expect(knockoffGaps('mvr', Float64Array.from([1, 0, 0, 1]), 2, stop)).rejects.toThrow('stopped')
  })
})

describe('a column given all others', () => {
  it('leaves the residuals of a regression with the shrunk correlations, of the stated size', () => {
    const columns = columnsOf(5, 30, 4)
    const model = gaussianModel(momentsOf(columns))
    const standard = columns.map((values, j) =>
      Float64Array.from(values, (value) => (value - model.mean[j]) / model.deviation[j]),
    )
    const residuals = residualsGivenOthers(standard, model)
    residuals.forEach((values, j) => {
      const size = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)
      expect(model.residuals[j]).toBeCloseTo(size, 10)
      // Column j itself has the weight 1, and the weights of the others solve Σ_others·w = σ_j.
      const weights = Array.from(
        { length: 4 },
        (_, k) => -model.precision[j * 4 + k] / model.precision[j * 5],
      )
      for (let i = 0; i < 4; i++) {
        if (i === j) continue
        const sum = [0, 1, 2, 3].reduce((s, k) => s + (k === j ? 0 : model.shrunk[i * 4 + k] * weights[k]), 0)
        expect(sum).toBeCloseTo(model.shrunk[i * 4 + j], 10)
      }
    })
  })
})

describe('the filter', () => {
  it('cuts at the least threshold whose estimated share of wrong columns is at most q', () => {
    // At t = 3: (1 + 0)/2 = 0.5; at 2: (1 + 1)/3; at 1: (1 + 1)/5 = 0.4.
    const w = [5, 3, -2, 2, 1, 1, 0]
    expect(knockoffThreshold(w, 0.5)).toBe(1)
    expect(knockoffThreshold(w, 0.4)).toBe(1)
    expect(knockoffThreshold(w, 0.39)).toBeNull()
    expect(knockoffThreshold([5, 3, -2, 2, -1, -1], 0.5)).toBe(3)
    expect(knockoffThreshold([0, 0], 0.99)).toBeNull()
    expect(
      knockoffThreshold(
        Array.from({ length: 10 }, (_, i) => i + 1),
        0.1,
      ),
    ).toBe(1)
    expect(
      knockoffThreshold(
        Array.from({ length: 9 }, (_, i) => i + 1),
        0.1,
      ),
    ).toBeNull()
  })

  it('gives e-values d/(1 + #{W ≤ −T}), which e-BH cuts', () => {
    const w = [5, 4, 3, -2, 2, 1]
    expect([...knockoffEValues(w, 2)]).toEqual([3, 3, 3, 0, 3, 0])
    expect([...knockoffEValues(w, 3)]).toEqual([6, 6, 6, 0, 0, 0])
    expect([...knockoffEValues(w, null)]).toEqual([0, 0, 0, 0, 0, 0])
    // e₍₁₎ = 10 ≥ 4/(0.4·1); e₍₂₎ = 6 ≥ 5, e₍₃₎ = 3 < 3.33.
    expect(leastKeptEValue([3, 10, 6, 0], 0.4)).toBe(6)
    expect(leastKeptEValue([3.4, 10, 6, 0], 0.4)).toBe(3.4)
    expect(leastKeptEValue([1, 1, 1, 1], 0.4)).toBeNull()
  })

  it('with one run keeps by e-values what the threshold keeps (Ren and Barber, section 3)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -6, max: 9 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        (w, tenths) => {
          const q = tenths / 10
          const threshold = knockoffThreshold(w, q)
          const values = knockoffEValues(w, threshold)
          const least = leastKeptEValue(values, q)
          const byThreshold = w.map((one) => threshold !== null && one >= threshold)
          expect(Array.from(values, (one) => least !== null && one >= least)).toEqual(byThreshold)
        },
      ),
      { numRuns: runs(500) },
    )
  })

  it('is the plain search over all thresholds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 30 }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (w, q) => {
          const passes = (t: number) =>
            (1 + w.filter((one) => one <= -t).length) / Math.max(1, w.filter((one) => one >= t).length) <= q
          const sizes = w.map(Math.abs).filter((size) => size > 0)
          const found = sizes.filter(passes)
          expect(knockoffThreshold(w, q)).toBe(found.length > 0 ? Math.min(...found) : null)
        },
      ),
      { numRuns: runs(500) },
    )
  })
})

describe('the lasso at one penalty', () => {
  it('meets its conditions, with and without a column', () => {
    const columns = columnsOf(7, 25, 9)
    const random = randomOf(8)
    const y = columns[0].map((value, row) => value - columns[4][row] + random())
    const target = productsOf(columns, y)
    const penalty = 0.05
    for (const omitted of [-1, 0, 4]) {
      const { weights, left, residual } = lassoWeights(target, penalty, undefined, omitted)
      weights.forEach((weight, j) => {
        if (j === omitted) expect(weight).toBe(0)
        else if (weight === 0) expect(Math.abs(left[j])).toBeLessThanOrEqual(penalty + 1e-9)
        else expect(left[j]).toBeCloseTo(penalty * Math.sign(weight), 8)
      })
      expect(residual).toBeGreaterThan(0)
      const warm = lassoWeights(target, penalty, new Float64Array(9).fill(0.3), omitted)
      warm.weights.forEach((weight, j) => expect(weight).toBeCloseTo(weights[j], 7))
    }
  })
})

describe('normal draws', () => {
  it('have the moments of the standard normal distribution, and depend on the seed alone', () => {
    const draws = normalDraws(seeded('z'), 100_001)
    const moment = (power: number) => draws.reduce((sum, value) => sum + value ** power, 0) / draws.length
    // Within five standard errors: √(1/n), √(2/n), √(15/n), √(96/n).
    expect(Math.abs(moment(1))).toBeLessThan(0.016)
    expect(Math.abs(moment(2) - 1)).toBeLessThan(0.023)
    expect(Math.abs(moment(3))).toBeLessThan(0.062)
    expect(Math.abs(moment(4) - 3)).toBeLessThan(0.16)
    expect([...normalDraws(seeded('z'), 5)]).toEqual([...draws.subarray(0, 5)])
  })
})
