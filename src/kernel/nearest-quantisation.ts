import type { DistanceMetric } from '../statistics/nearest.ts'

/** How numbers are quantised: see `QuantisedRows` in assembly/. */
interface Quantisation {
  readonly scale: number
  readonly limit: number
  readonly middles: readonly number[]
}

/** The most rows from which quartiles are computed. */
const sampled = 1024
/** The interquartile ranges on either side of the median that are not clipped. */
const ranges = 2
/** Sixteen bits hold the difference of two numbers of steps up to this. */
const mostSteps = 16_000

/**
 * Fits steps to the column with the widest interquartile range, or range if all quartiles coincide: most rows get
 * different steps, and outliers are clipped. The scale is 0, so that no row is skipped, if all values are equal or the
 * range is extreme. The fit affects the speed of a search, never its result.
 */
export function fitQuantisation(columns: readonly Float64Array[], metric: DistanceMetric): Quantisation {
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
