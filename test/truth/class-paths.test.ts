// Paths of logistic regressions with a lasso and an elastic net, as glmnet makes them by `class-paths.R`, and the conditions of their optimum.
import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import { elasticNet, lasso, sparseLogistic } from 'criba/methods'
import type { PenaltyPath } from 'criba'
import { describe, expect, it } from 'vitest'
import { rank } from '../untyped.ts'

interface Case {
  readonly name: string
  readonly n: number
  readonly d: number
  readonly classes: number
  readonly alpha: number
  readonly x: readonly number[]
  readonly y: readonly number[]
  readonly w: readonly number[]
  readonly lambda: readonly number[]
  readonly beta: readonly number[]
  readonly intercepts: readonly number[]
}

const cases = JSON.parse(
  readFileSync(new URL('class-paths.json', import.meta.url), 'utf8'),
) as readonly Case[]

const deviationOf = ({ n, x, w }: Case, j: number) => {
  const total = w.reduce((a, b) => a + b, 0)
  const own = x.slice(j * n, (j + 1) * n)
  const mean = own.reduce((sum, value, i) => sum + (w[i] * value) / total, 0)
  return Math.sqrt(own.reduce((sum, value, i) => sum + (w[i] * (value - mean) * (value - mean)) / total, 0))
}

async function pathOf(given: Case): Promise<PenaltyPath> {
  const { n, d, x, y, w, alpha } = given
  const names = Array.from({ length: d }, (_, j) => `x${j}`)
  const table = tableFromColumns({
    ...Object.fromEntries(names.map((name, j) => [name, x.slice(j * n, (j + 1) * n)])),
    w: [...w],
    y: y.map((one) => `c${one}`),
  })
  const options = { choose: 'bic', penalties: 30, least: 0.01 } as const
  const by = [alpha === 1 ? lasso(options) : elasticNet({ ...options, ratio: alpha })]
  const { rankings } = await rank(table, { target: 'y', weights: 'w', by })
  return rankings[0].path!
}

/** For each penalty, class with weights and column the weight. */
function weightsOf(path: PenaltyPath, { d, classes }: Case) {
  const lists = classes === 2 ? [1] : Array.from({ length: classes }, (_, one) => one)
  const found = new Map(path.coefficients.map((one) => [`${one.class} ${one.feature}`, one.coefficients]))
  return path.penalties.map((_, step) =>
    lists.map((one) => Array.from({ length: d }, (_, j) => found.get(`c${one} x${j}`)?.[step] ?? 0)),
  )
}

describe.each(cases)('path of classes: $name', (given) => {
  const { n, d, x, y, w, alpha, classes, lambda, beta, intercepts } = given
  const deviations = Array.from({ length: d }, (_, j) => deviationOf(given, j))

  it('has the penalties, weights and intercepts of glmnet, and a certificate', async () => {
    const path = await pathOf(given)
    expect(path.gap).toBeLessThan(1e-10)
    lambda.forEach((penalty, step) => expect(path.penalties[step] / penalty).toBeCloseTo(1, 9))
    const found = weightsOf(path, given)
    const lists = found[0].length
    lambda.forEach((_, step) => {
      found[step].forEach((own, list) => {
        own.forEach((weight, j) => {
          const theirs = beta[(list * lambda.length + step) * d + j]
          expect(Math.abs(weight - theirs) * deviations[j], `${step} ${list} ${j}`).toBeLessThan(1e-5)
        })
        const ours = [path.intercepts[step]].flat()[list]
        expect(Math.abs(ours - intercepts[step * lists + list])).toBeLessThan(1e-4)
      })
    })
  })

  it('meets the conditions of the optimum', async () => {
    const path = await pathOf(given)
    const total = w.reduce((a, b) => a + b, 0)
    weightsOf(path, given).forEach((lists, step) => {
      const starts = [path.intercepts[step]].flat()
      const slopes = lists.map(() => new Float64Array(d + 1))
      for (let i = 0; i < n; i++) {
        const odds = lists.map((own, list) =>
          Math.exp(own.reduce((sum, weight, j) => sum + weight * x[j * n + i], starts[list])),
        )
        const all = odds.reduce((a, b) => a + b, lists.length === 1 ? 1 : 0)
        lists.forEach((_, list) => {
          const isOf = Number(y[i] === (classes === 2 ? 1 : list))
          const slope = (w[i] / total) * (odds[list] / all - isOf)
          slopes[list][d] += slope
          for (let j = 0; j < d; j++) slopes[list][j] += slope * (x[j * n + i] / deviations[j])
        })
      }
      const penalty = path.penalties[step]
      lists.forEach((own, list) => {
        expect(Math.abs(slopes[list][d])).toBeLessThan(1e-9)
        own.forEach((weight, j) => {
          // The mean of a column times the slope of the intercept is 0.
          const slope = slopes[list][j] + penalty * (1 - alpha) * weight * deviations[j]
          if (weight === 0) expect(Math.abs(slope)).toBeLessThan(penalty * alpha * (1 + 1e-4) + 1e-9)
          else expect(Math.abs(slope + Math.sign(weight) * penalty * alpha)).toBeLessThan(1e-5)
        })
      })
    })
  })
})

it('sparse-logistic is the lasso of classes; with a reference the last class has no weights', async () => {
  const given = cases.find(({ name }) => name === 'three')!
  const { n, d, x, y } = given
  const table = tableFromColumns({
    ...Object.fromEntries(Array.from({ length: d }, (_, j) => [`x${j}`, x.slice(j * n, (j + 1) * n)])),
    y: y.map((one) => `c${one}`),
  })
  const of = async (method: ReturnType<typeof sparseLogistic> | ReturnType<typeof lasso>) =>
    (await rank(table, { target: 'y', by: [method] })).rankings[0].path!
  expect(await of(sparseLogistic())).toEqual(await of(lasso()))
  const path = await of(sparseLogistic({ reference: 'last', choose: 'bic' }))
  expect([...new Set(path.coefficients.map((one) => one.class))]).toEqual(['c0', 'c1'])
  // Conditions of its optimum, the slopes by hand.
  const step = 40
  const weights = ['c0', 'c1'].map((one) =>
    Array.from(
      { length: d },
      (_, j) =>
        path.coefficients.find((own) => own.class === one && own.feature === `x${j}`)?.coefficients[step] ??
        0,
    ),
  )
  const starts = [path.intercepts[step]].flat()
  const even = { ...given, w: y.map(() => 1) }
  weights.forEach((own, list) => {
    own.forEach((weight, j) => {
      let slope = 0
      for (let i = 0; i < n; i++) {
        const odds = weights.map((one, k) =>
          Math.exp(one.reduce((sum, value, column) => sum + value * x[column * n + i], starts[k])),
        )
        const chance = odds[list] / (1 + odds[0] + odds[1])
        slope += ((chance - Number(y[i] === list)) * x[j * n + i]) / deviationOf(even, j) / n
      }
      const penalty = path.penalties[step]
      if (weight === 0) expect(Math.abs(slope)).toBeLessThan(penalty * (1 + 1e-4))
      else expect(Math.abs(slope + Math.sign(weight) * penalty)).toBeLessThan(1e-5)
    })
  })
})
