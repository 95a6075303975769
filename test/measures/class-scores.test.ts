import { describe, expect, it } from 'vitest'
import { scoreClasses } from '../../dist/src/methods/measures/class-scores.js'

/** The score of rows of two classes; a class is predicted by how much the score of class 1 is above that of class 0. */
const scoreOf = (metric: string, classes: readonly number[], above: readonly number[], rounding: number) =>
  scoreClasses(
    { classes: Int32Array.from(classes), weights: new Float64Array(classes.length).fill(1) },
    {
      scores: Float64Array.from(above.flatMap((one) => [0, one])),
      count: 2,
      rounding,
      areLogarithms: false,
    },
    metric,
  )

describe('the prediction of the likeliest class', () => {
  // Of four rows the first two differ by rounding only: they are of the first class. The last two are of class 1.
  const above = [5e-10, -5e-10, 2e-9, 1]

  it.each([
    ['accuracy', [0, 0, 1, 1], 1],
    ['accuracy', [1, 0, 1, 1], 3 / 4],
    ['balanced-accuracy', [1, 0, 1, 1], (1 + 2 / 3) / 2],
    // 2·TP/(2·TP + FP + FN) of either class.
    ['macro-f1', [1, 0, 1, 1], (2 / 3 + 4 / 5) / 2],
  ])('takes the first of those that differ by rounding: %s of %j', (metric, classes, score) => {
    expect(scoreOf(metric, classes, above, 1e-9)).toBeCloseTo(score, 14)
  })

  it('takes the greatest where nothing is rounded', () => {
    expect(scoreOf('accuracy', [1, 0, 1, 1], above, 0)).toBe(1)
  })
})
