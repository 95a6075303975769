import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { studentTail } from '../../dist/src/methods/measures/tails.js'
import {
  gaussianModel,
  withoutShrinkage,
  residualDraws,
  residualsGivenOthers,
  standardised,
} from '../../dist/src/analyses/outer/gaussian-model.js'
import { randomOf } from '../contract/tables.ts'
import { select } from '../untyped.ts'

/** Normal columns, each correlated with the one before, and a target that most of them explain well. */
function chain(seed: number, rows: number, weights: readonly number[]) {
  const random = randomOf(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const x: number[][] = []
  for (let j = 0; j < weights.length; j++)
    x.push(Array.from({ length: rows }, (_, row) => (j > 0 ? 0.7 * x[j - 1][row] : 0) + 0.7 * normal()))
  const y = Array.from({ length: rows }, (_, row) =>
    weights.reduce((sum, weight, j) => sum + weight * x[j][row], normal()),
  )
  return { x, y }
}

/** The residuals of a least-squares fit with an intercept, by Gram–Schmidt. */
function residualsOf(y: readonly number[], others: readonly (readonly number[])[]): number[] {
  const basis: number[][] = []
  const off = (values: readonly number[]) =>
    [...basis, ...basis].reduce(
      (left, one) => {
        const product = left.reduce((sum, value, row) => sum + value * one[row], 0)
        return left.map((value, row) => value - product * one[row])
      },
      [...values],
    )
  for (const values of [y.map(() => 1), ...others]) {
    const left = off(values)
    const length = Math.sqrt(left.reduce((sum, value) => sum + value * value, 0))
    basis.push(left.map((value) => value / length))
  }
  return off(y)
}

/** The p-value of each column by the t-test of least squares: of the partial correlation, n − d − 1 degrees. */
function leastSquaresP(x: readonly (readonly number[])[], y: readonly number[]): number[] {
  return x.map((values, j) => {
    const others = x.toSpliced(j, 1)
    const [a, b] = [residualsOf(values, others), residualsOf(y, others)]
    const dot = (u: readonly number[], v: readonly number[]) => u.reduce((sum, one, i) => sum + one * v[i], 0)
    const r = Math.abs(dot(a, b)) / Math.sqrt(dot(a, a) * dot(b, b))
    const degrees = y.length - x.length - 1
    return studentTail(r * Math.sqrt(degrees / (1 - r * r)), degrees)
  })
}

describe('conditional randomisation by scores', () => {
  it('with pearson is the t-test of least squares, within the error of its draws', async () => {
    const weights = [1.5, 0, -1, 0.1, 0, 2]
    const draws = 200
    for (const seed of [21, 22]) {
      const { x, y } = chain(seed, 150, weights)
      const expected = leastSquaresP(x, y)
      const { steps, setAside } = await select(
        tableFromColumns([...x.map((values, j) => [`x${j}`, values] as const), ['y', y]]),
        { target: 'y', method: `conditional-randomisation:draws=${draws}`, criterion: 'pearson' },
      )
      const found = new Map([...steps, ...setAside].map(({ feature, pValue }) => [feature, pValue]))
      expected.forEach((p, j) => {
        // The median of the draws has an error too.
        const error = 1.6 * Math.sqrt((p * (1 - p)) / draws)
        expect(Math.abs(found.get(`x${j}`)! - p)).toBeLessThan(3.5 * error + 3 / draws)
      })
    }
  })

  it('draws residuals that hold nothing of the other columns, as long as those fitted', () => {
    const rows = 60
    const { x } = chain(24, rows, [0, 0, 0, 0])
    const weights = Float64Array.from({ length: rows }, (_, row) => 1 + (row % 3))
    const n = weights.reduce((sum, one) => sum + one, 0)
    const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
      weights.reduce((sum, weight, row) => sum + weight * a[row] * b[row], 0)
    const ones = new Float64Array(rows).fill(1)
    const mean = Float64Array.from(x, (values) => dot(values, ones) / n)
    const centred = x.map((values, j) => Float64Array.from(values, (value) => value - mean[j]))
    const comoment = Float64Array.from({ length: 16 }, (_, at) => dot(centred[at >> 2], centred[at & 3]))
    const model = withoutShrinkage(
      gaussianModel({ n, mean, meanLow: new Float64Array(4), comoment } as never),
    )
    const given = standardised(
      x.map((values) => Float64Array.from(values)),
      model,
    )
    const residuals = residualsGivenOthers(given, model)
    const random = randomOf(25)
    const drawOf = residualDraws(
      given,
      residuals,
      model,
      weights,
    )(Float64Array.from({ length: rows }, () => random() - 0.3))
    residuals.forEach((residual, j) => {
      const drawn = drawOf(j)
      expect(dot(drawn, drawn) / dot(residual, residual)).toBeCloseTo(1, 9)
      expect(dot(drawn, ones) / n).toBeCloseTo(0, 9)
      for (const [k, values] of given.entries()) if (k !== j) expect(dot(drawn, values) / n).toBeCloseTo(0, 5)
    })
  })
})
