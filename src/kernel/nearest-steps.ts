import type { DistanceMetric } from './nearest-search.ts'

/** How numbers become whole steps: see `Sieve` in assembly/. */
interface Steps {
  readonly scale: number
  readonly limit: number
  readonly middles: readonly number[]
}

/** Quartiles are of so many rows at most. */
const sampled = 1024
/** So many quartile ranges on either side of the median are kept apart. */
const ranges = 2
/** Sixteen bits hold the difference of two numbers of steps up to this. */
const mostSteps = 16_000

/**
 * Steps fit to the column with the widest quartiles, or range where quartiles coincide: most rows are well told apart,
 * and outliers are clipped. No steps, so that no row is left out, where nothing differs or numbers are beyond reason. How
 * they fit makes a search faster or slower, but changes no result.
 */
export function fitSteps(columns: readonly Float64Array[], metric: DistanceMetric): Steps {
  const samples = columns.map(sortedSample)
  const middles = samples.map((sample) => quantile(sample, 0.5))
  const quartiles = samples.map((sample) => quantile(sample, 0.75) - quantile(sample, 0.25))
  let reach = ranges * Math.max(...quartiles)
  if (reach === 0) reach = Math.max(...samples.map((sample) => sample[sample.length - 1] - sample[0]))
  const most =
    metric === 'euclidean' ? Math.sqrt(0x7fffffff / columns.length) / 2 : 0x40000000 / columns.length
  const limit = Math.min(mostSteps, Math.floor(most))
  return { scale: reach > 1e-100 && reach < 1e100 ? limit / reach : 0, limit, middles }
}

function sortedSample(column: Float64Array): Float64Array {
  const count = Math.min(sampled, column.length)
  return Float64Array.from(
    { length: count },
    (_, i) => column[Math.floor((i * column.length) / count)],
  ).sort()
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))]
}
