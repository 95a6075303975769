import type { Shape } from './law.ts'

/** The shape of values with weights, of which the missing ones are left out; null where they do not vary. */
export function shapeOf(values: Float64Array, weights: Float64Array): Shape | null {
  let [n, sum, offset] = [0, 0, NaN]
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]) || !(weights[i] > 0)) continue
    if (Number.isNaN(offset)) offset = values[i]
    n += weights[i]
    sum += weights[i] * (values[i] - offset)
  }
  const mean = sum / n
  let [second, third, fourth] = [0, 0, 0]
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]) || !(weights[i] > 0)) continue
    const d = values[i] - offset - mean
    const d2 = d * d
    second += weights[i] * d2
    third += weights[i] * d2 * d
    fourth += weights[i] * d2 * d2
  }
  const variance = second / n
  if (!(variance > 0)) return null
  return {
    skewness: third / n / (variance * Math.sqrt(variance)),
    kurtosis: fourth / n / (variance * variance) - 3,
  }
}
