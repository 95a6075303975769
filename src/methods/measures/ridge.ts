import type { Moments } from '#core'
import { factorRow, rankTolerance, solveRow } from './cholesky.ts'

/**
 * The weights w that minimise Σ (y − b − x·w)² + penalty·Σ (s_j w_j)² over the rows of the moments, y being
 * variable 0 and s_j a column's standard deviation, or 1 for the indicator of a level. By Cholesky's
 * decomposition of the correlation matrix, so that units do not matter. A column that is constant, or a
 * linear function of those before it, gets 0. Without a penalty the weights of the levels of one column are
 * determined up to a constant; they are centred to sum to 0, as they do for a penalty that tends to 0. A
 * level absent from the rows then has the mean weight of the others.
 */
export function ridge(
  moments: Moments,
  places: readonly number[],
  levelOf: readonly (number | null)[],
  penalty: number,
): Float64Array {
  return ridgePath(moments, places, levelOf, penalty)(places.length)
}

/**
 * The weights of the first `count` places, as a function of `count`: the factor of the first is part of the
 * whole factor.
 */
export function ridgePath(
  { n, comoment, mean }: Moments,
  places: readonly number[],
  levelOf: readonly (number | null)[],
  penalty: number,
): (count: number) => Float64Array {
  const width = mean.length
  const d = places.length
  const scale = Float64Array.from(places, (place) => Math.sqrt(comoment[place * width + place]))
  // L is the factor of the correlations with the ridge on their diagonal; z solves L z = r while it grows.
  const factor: Float64Array[] = []
  const z = new Float64Array(d)
  for (let i = 0; i < d; i++) {
    const factored = new Float64Array(i + 1)
    factor.push(factored)
    if (scale[i] === 0) continue
    const row = places[i] * width
    for (let j = 0; j < i; j++) factored[j] = comoment[row + places[j]] / scale[i] / scale[j]
    factored[i] = 1 + (levelOf[i] !== null ? penalty / scale[i] / scale[i] : penalty / n)
    factorRow(factored, factor, rankTolerance)
    z[i] = solveRow(factored, comoment[row] / scale[i], z)
  }
  return (count) => {
    const weights = z.slice(0, count)
    for (let i = count - 1; i >= 0; i--) {
      const pivot = factor[i][i]
      if (pivot === 0) continue
      for (let k = i + 1; k < count; k++) weights[i] -= factor[k][i] * weights[k]
      weights[i] /= pivot
    }
    for (let i = 0; i < count; i++) if (scale[i] > 0) weights[i] /= scale[i]
    return penalty === 0 ? centreLevelWeights(weights, scale, levelOf) : weights
  }
}

/** Subtracts from the weights of the levels of each column their mean over the levels present. */
function centreLevelWeights(
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

/** Σ (y − b − x·w)² over held-out rows, with the b that fits the means of the training rows. */
export function heldOutSquares(
  heldOut: Moments,
  train: Moments,
  places: readonly number[],
  weights: Float64Array,
): number {
  const width = heldOut.mean.length
  const shift = (place: number) =>
    heldOut.mean[place] - train.mean[place] + (heldOut.meanLow[place] - train.meanLow[place])
  let error = shift(0)
  let squares = heldOut.comoment[0]
  places.forEach((place, i) => {
    error -= weights[i] * shift(place)
    const row = place * width
    let product = -2 * heldOut.comoment[row]
    places.forEach((other, j) => {
      product += weights[j] * heldOut.comoment[row + other]
    })
    squares += weights[i] * product
  })
  return Math.max(0, squares) + heldOut.n * error * error
}
