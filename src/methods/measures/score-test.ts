import { cholesky, solveRow } from './cholesky.ts'
import type { RiskSets } from './risk-sets.ts'
import { chiSquareTail } from './tails.ts'
import { canSquare, square } from './test.ts'
import type { Test } from './test.ts'

/** A test of a column against the time until an event. */
export interface EventTest extends Test {
  /** The weight of the rows behind it. */
  readonly n: number
  /** The root of the statistic with the sign of U: above 0 where greater values have the event earlier. */
  readonly root?: number
}

/** Of fewer events χ² is no good approximation, nor where one event makes more than this share of V. */
const needed = { events: 10, share: 0.2 } as const

/**
 * U²/V of a column of numbers and its p by χ²₁, the means and scatters of the rows at risk updated as rows
 * enter by falling time (Welford), so that no difference of large sums is taken.
 */
export function scoreTest(x: Float64Array, sets: RiskSets): EventTest {
  const { n, rows, weights, isEvent, starts } = sets
  if (sets.events === 0) return withoutEvents(n)
  const [min, max] = rangeOf(x, rows)
  if (!canSquare(min, max)) {
    const why = 'values too large, or too close together, to square (rescale the column)'
    return { n, score: NaN, why }
  }
  let [stay, mean, scatter] = [0, 0, 0]
  let [u, variance, most] = [0, 0, 0]
  for (let time = 0; time + 1 < starts.length; time++) {
    let [d, meanOfEvents, scatterOfEvents] = [0, 0, 0]
    for (let i = starts[time]; i < starts[time + 1]; i++) {
      const [value, weight] = [x[rows[i]], weights[i]]
      if (isEvent[i]) {
        d += weight
        const step = value - meanOfEvents
        meanOfEvents += (step * weight) / d
        scatterOfEvents += weight * step * (value - meanOfEvents)
      } else {
        stay += weight
        const step = value - mean
        mean += (step * weight) / stay
        scatter += weight * step * (value - mean)
      }
    }
    if (d === 0) continue
    const apart = stay > 0 ? meanOfEvents - mean : 0
    const product = stay * d
    u += product * sets.score[time] * apart
    const gain =
      sets.stay[time] * scatter +
      sets.leave[time] * scatterOfEvents +
      product * sets.between[time] * apart * apart
    variance += gain
    most = Math.max(most, gain / d)
    mean = stay > 0 ? mean + (apart * d) / (stay + d) : meanOfEvents
    scatter += scatterOfEvents + (product / (stay + d)) * apart * apart
    stay += d
  }
  if (!(variance > 0)) return { n, score: 0, pValue: 1, root: 0 }
  const root = u / Math.sqrt(variance)
  const isFew = sets.events < needed.events || most > needed.share * variance
  return {
    n,
    score: square(root),
    pValue: chiSquareTail(square(root), 1),
    root,
    ...(isFew && { law: 'fails' }),
  }
}

function rangeOf(x: Float64Array, rows: Int32Array): readonly [min: number, max: number] {
  let [min, max] = [Infinity, -Infinity]
  for (const row of rows) {
    min = Math.min(min, x[row])
    max = Math.max(max, x[row])
  }
  return [min, max]
}

/** More levels take a matrix that is too large at each time. */
const mostLevels = 256

/**
 * U′V⁻U of a column of `levels` levels and its p by χ² of one degree less than there are levels at risk. V
 * sums up its entries off the diagonal, all of one sign, and each of its rows sums to 0.
 */
export function scoreTestOfLevels(codes: Float64Array, levels: number, sets: RiskSets): EventTest {
  const { n, events, rows, weights, isEvent, starts } = sets
  if (events === 0) return withoutEvents(n)
  if (levels > mostLevels) return { n, score: NaN, why: `${levels} levels (at most ${mostLevels})` }
  const [stay, left] = [new Float64Array(levels), new Float64Array(levels)]
  const [u, expected] = [new Float64Array(levels), new Float64Array(levels)]
  const off = new Float64Array(levels * levels)
  let total = 0
  for (let time = 0; time + 1 < starts.length; time++) {
    left.fill(0)
    let d = 0
    for (let i = starts[time]; i < starts[time + 1]; i++) {
      const level = codes[rows[i]]
      if (isEvent[i]) {
        left[level] += weights[i]
        d += weights[i]
      } else {
        stay[level] += weights[i]
        total += weights[i]
      }
    }
    if (d === 0) continue
    const [ofStay, ofBoth, ofLeft] = [sets.stayed[time], sets.between[time], sets.left[time]]
    const score = sets.score[time]
    for (let k = 0; k < levels; k++) {
      const [s, e] = [stay[k], left[k]]
      if (s === 0 && e === 0) continue
      const gain = score * (e * total - s * d)
      u[k] += gain
      expected[k] += e - gain
      for (let j = k + 1; j < levels; j++) {
        off[k * levels + j] +=
          ofStay * s * stay[j] + ofBoth * (s * left[j] + e * stay[j]) + ofLeft * e * left[j]
      }
    }
    for (let k = 0; k < levels; k++) stay[k] += left[k]
    total += d
  }
  return { n, ...testOf(u, expected, off) }
}

function testOf(
  u: Float64Array,
  expected: Float64Array,
  off: Float64Array,
): Test & { readonly root?: number } {
  const levels = u.length
  const at = (k: number, j: number) => off[Math.min(k, j) * levels + Math.max(k, j)]
  const varied = [...u.keys()].filter((k) => [...u.keys()].some((j) => j !== k && at(k, j) > 0))
  if (varied.length < 2) return { score: 0, pValue: 1 }
  // The level with the most events expected is left out, as the rows of V sum to 0.
  const last = varied.reduce((most, k) => (expected[k] > expected[most] ? k : most))
  const kept = varied.filter((k) => k !== last)
  const matrix = new Float64Array(kept.length * kept.length)
  kept.forEach((k, row) =>
    kept.forEach((j, column) => {
      const sum = () => varied.reduce((all, other) => (other === k ? all : all + at(k, other)), 0)
      matrix[row * kept.length + column] = k === j ? sum() : -at(k, j)
    }),
  )
  const factor = cholesky(matrix, kept.length)
  if (!factor) return { score: NaN, why: 'levels whose variances cannot be told apart (merge levels)' }
  const z = new Float64Array(kept.length)
  factor.forEach((row, k) => (z[k] = solveRow(row, u[kept[k]], z)))
  const score = z.reduce((sum, value) => sum + square(value), 0)
  const few = varied.filter((k) => expected[k] < 5).length
  const fails = varied.some((k) => expected[k] < 1) || few > varied.length / 5
  return {
    score,
    pValue: chiSquareTail(score, kept.length),
    ...(fails && { law: 'fails' as const }),
  }
}

/** What a test says where no row that has a value has the event. */
export function withoutEvents(n: number): EventTest {
  return { n, score: NaN, why: 'no event among the rows that have a value' }
}
