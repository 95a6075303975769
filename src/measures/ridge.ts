import type { Moments } from '../statistics/moments.ts'

/** What is left of a column's variance once those before it are known: below it the column counts as determined. */
const rankTolerance = 1e-11

/**
 * The weights w of some columns that minimise Σ (y − b − x·w)² + penalty·Σ (s_j w_j)² over the rows of the moments, y being
 * variable 0 and s_j a column's standard deviation, or 1 where it is a level. By Cholesky's decomposition of the
 * correlation matrix, so that units do not matter; a column that is constant, or that those before it determine, gets 0.
 * Without a penalty the weights of the levels of one column, which are known up to a constant, sum to 0, as they do
 * under the least penalty: a level that was not seen is then the mean of those that were.
 */
export function ridge(
  moments: Moments,
  places: readonly number[],
  levelOf: readonly (number | null)[],
  penalty: number,
): Float64Array {
  return ridgePath(moments, places, levelOf, penalty)(places.length)
}

/** The same of the first so many places, as a function of how many: the factor of the first is part of the factor of all. */
export function ridgePath(
  { n, comoment, mean }: Moments,
  places: readonly number[],
  levelOf: readonly (number | null)[],
  penalty: number,
): (count: number) => Float64Array {
  const width = mean.length
  const d = places.length
  const scale = Float64Array.from(places, (place) => Math.sqrt(comoment[place * width + place]))
  const factor = new Float64Array(d * d)
  // L z = r, forward as the factor grows; L the factor of the correlations with the ridge on their diagonal.
  const z = new Float64Array(d)
  for (let i = 0; i < d; i++) {
    if (scale[i] === 0) continue
    const row = places[i] * width
    let right = comoment[row] / scale[i]
    for (let j = 0; j < i; j++) {
      const pivot = factor[j * d + j]
      if (pivot === 0) continue
      let sum = comoment[row + places[j]] / scale[i] / scale[j]
      for (let k = 0; k < j; k++) sum -= factor[i * d + k] * factor[j * d + k]
      factor[i * d + j] = sum / pivot
      right -= factor[i * d + j] * z[j]
    }
    let rest = 1 + (levelOf[i] !== null ? penalty / scale[i] / scale[i] : penalty / n)
    for (let k = 0; k < i; k++) rest -= factor[i * d + k] * factor[i * d + k]
    if (rest <= rankTolerance) {
      factor.fill(0, i * d, (i + 1) * d)
      continue
    }
    factor[i * d + i] = Math.sqrt(rest)
    z[i] = right / factor[i * d + i]
  }
  return (count) => {
    const weights = z.slice(0, count)
    for (let i = count - 1; i >= 0; i--) {
      const pivot = factor[i * d + i]
      if (pivot === 0) continue
      for (let k = i + 1; k < count; k++) weights[i] -= factor[k * d + i] * weights[k]
      weights[i] /= pivot
    }
    for (let i = 0; i < count; i++) if (scale[i] > 0) weights[i] /= scale[i]
    return penalty === 0 ? balanced(weights, scale, levelOf) : weights
  }
}

/** The weights, those of the levels seen of one column less their mean. */
function balanced(
  weights: Float64Array,
  scale: Float64Array,
  levelOf: readonly (number | null)[],
): Float64Array {
  const sums = new Map<number | null, { sum: number; seen: number }>()
  weights.forEach((weight, i) => {
    const { sum, seen } = sums.get(levelOf[i]) ?? { sum: 0, seen: 0 }
    if (scale[i] > 0) sums.set(levelOf[i], { sum: sum + weight, seen: seen + 1 })
  })
  return weights.map((weight, i) => {
    const { sum, seen } = sums.get(levelOf[i]) ?? { sum: 0, seen: 1 }
    return levelOf[i] === null || scale[i] === 0 ? weight : weight - sum / seen
  })
}

/** Σ (y − b − x·w)² over held-out rows, b being such that the mean of the rows learned from is met. */
export function heldOutSquares(
  held: Moments,
  learned: Moments,
  places: readonly number[],
  weights: Float64Array,
): number {
  const width = held.mean.length
  const shift = (place: number) =>
    held.mean[place] - learned.mean[place] + (held.meanLow[place] - learned.meanLow[place])
  let error = shift(0)
  let squares = held.comoment[0]
  places.forEach((place, i) => {
    error -= weights[i] * shift(place)
    const row = place * width
    let product = -2 * held.comoment[row]
    places.forEach((other, j) => {
      product += weights[j] * held.comoment[row + other]
    })
    squares += weights[i] * product
  })
  return Math.max(0, squares) + held.n * error * error
}
