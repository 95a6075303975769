import type { TargetProducts } from '../../dist/src/analyses/outer/distilled-columns.js'
import type { Moments } from '../../dist/src/core/statistics/moments.js'

type Values = readonly number[]

const mean = (values: Values) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Means and co-moments, by their definitions. */
export function momentsOf(columns: readonly Values[]): Moments {
  const centred = columns.map((values) => values.map((value) => value - mean(values)))
  return {
    n: columns[0].length,
    mean: Float64Array.from(columns, mean),
    meanLow: new Float64Array(columns.length),
    min: Float64Array.from(columns, (values) => Math.min(...values)),
    max: Float64Array.from(columns, (values) => Math.max(...values)),
    comoment: Float64Array.from(
      centred.flatMap((a) => centred.map((b) => a.reduce((sum, value, row) => sum + value * b[row], 0))),
    ),
  }
}

/** Mean products of standardised columns, and with a target. */
export function productsOf(columns: readonly Values[], y: Values): TargetProducts {
  const standard = columns.map((values) => {
    const deviation = Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)))
    return values.map((value) => (value - mean(values)) / deviation)
  })
  const centred = y.map((value) => value - mean(y))
  const product = (a: Values, b: Values) => mean(a.map((value, row) => value * b[row]))
  return {
    width: columns.length,
    products: Float64Array.from(standard.flatMap((a) => standard.map((b) => product(a, b)))),
    withTarget: Float64Array.from(standard, (a) => product(a, centred)),
    variance: product(centred, centred),
  }
}
