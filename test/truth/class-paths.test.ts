// Paths of logistic regression as glmnet makes them, by `class-paths.R`, and the conditions of their optimum.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { logisticPath } from '../../dist/src/kernel/logistic-path.js'

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
}

const cases = JSON.parse(
  readFileSync(new URL('class-paths.json', import.meta.url), 'utf8'),
) as readonly Case[]

/** The columns at mean 0 and deviation 1, and their deviations. */
function standardised({ n, d, x, w }: Case) {
  const total = w.reduce((a, b) => a + b, 0)
  const weights = Float64Array.from(w, (weight) => weight / total)
  const columns = new Float64Array(n * d)
  const deviations = Array.from({ length: d }, (_, j) => {
    const own = x.slice(j * n, (j + 1) * n)
    const mean = own.reduce((sum, value, i) => sum + weights[i] * value, 0)
    const deviation = Math.sqrt(own.reduce((sum, value, i) => sum + weights[i] * (value - mean) ** 2, 0))
    own.forEach((value, i) => (columns[j * n + i] = (value - mean) / deviation))
    return deviation
  })
  return { weights, columns, deviations }
}

describe.each(cases)('logistic path: $name', (given) => {
  const { n, d, classes, alpha, y, lambda, beta } = given
  const { weights, columns, deviations } = standardised(given)
  const lists = classes === 2 ? 1 : classes
  const solve = logisticPath({ rows: n, columns, codes: Uint32Array.from(y), classes, weights }, 1e-13)
  const points = lambda.map((each) => solve({ norm: each * alpha, squares: each * (1 - alpha) }))

  it('has the weights of glmnet', () => {
    points.forEach((point, step) => {
      for (let k = 0; k < lists; k++) {
        for (let j = 0; j < d; j++) {
          const theirs = beta[(k * lambda.length + step) * d + j] * deviations[j]
          expect(Math.abs(point.weights[k * d + j] - theirs)).toBeLessThan(1e-6)
        }
      }
    })
  })

  it('certifies each optimum', () => {
    for (const { gap } of points) expect(Math.abs(gap)).toBeLessThan(1e-10)
  })

  it('meets the conditions of the optimum', () => {
    points.forEach(({ weights: theta, intercepts }, step) => {
      const [norm, squares] = [lambda[step] * alpha, lambda[step] * (1 - alpha)]
      const chances = Array.from({ length: n }, (_, i) => {
        const odds = Array.from({ length: lists }, (_, k) => {
          let sum = intercepts[k]
          for (let j = 0; j < d; j++) sum += theta[k * d + j] * columns[j * n + i]
          return Math.exp(sum)
        })
        const total = odds.reduce((a, b) => a + b, lists === 1 ? 1 : 0)
        return odds.map((one) => one / total)
      })
      for (let k = 0; k < lists; k++) {
        for (let j = 0; j < d; j++) {
          const own = theta[k * d + j]
          let slope = squares * own
          for (let i = 0; i < n; i++) {
            const isOf = Number(y[i] === (lists === 1 ? 1 : k))
            slope += weights[i] * (chances[i][k] - isOf) * columns[j * n + i]
          }
          if (own === 0) expect(Math.abs(slope)).toBeLessThan(norm + 1e-6)
          else expect(Math.abs(slope + Math.sign(own) * norm)).toBeLessThan(1e-6)
        }
      }
    })
  })
})
