import { midRanks } from '#methods'

/**
 * The lag-1 autocorrelation of a series in the order of the rows, and how many of its standard errors it is
 * above 0.
 */
interface Serial {
  readonly r: number
  readonly z: number
}

/**
 * The autocorrelation of the ranks of numbers that remains within levels, after the monotone effect of the
 * rows' order: a file sorted by its classes, or by one column that others follow, leaves none. Missing values
 * count as the mean.
 */
export function serialOfNumbers(values: Float64Array, levels: ArrayLike<number>): Serial {
  const centred = withoutMeans(midRanks(values), levels)
  const rising = withoutTrend(centred, 1)
  const falling = withoutTrend(centred, -1)
  const rest = sumOfSquares(rising) <= sumOfSquares(falling) ? rising : falling
  const whole = sumOfSquares(rest)
  // What rounding leaves of a series that is all trend is no series.
  if (whole <= 1e-9 * values.length) return { r: 0, z: 0 }
  let products = 0
  for (let row = 1; row < rest.length; row++) products += rest[row] * rest[row - 1]
  return serialOf(products / whole, rest.length)
}

/**
 * How much more often than by chance the class of a row is that of the row before: 1 if always, 0 as in rows
 * in random order. Classes in about one run each are sorted, which says nothing.
 */
export function serialOfClasses(classes: ArrayLike<number>): Serial {
  const counts = new Map<number, number>()
  let alike = 0
  const n = classes.length
  for (let row = 0; row < n; row++) {
    counts.set(classes[row], (counts.get(classes[row]) ?? 0) + 1)
    if (row > 0 && classes[row] === classes[row - 1]) alike++
  }
  if (n - alike <= 2 * counts.size) return { r: 0, z: 0 }
  const byChance = [...counts.values()].reduce((sum, count) => sum + count * (count - 1), 0) / (n * (n - 1))
  return serialOf((alike / (n - 1) - byChance) / (1 - byChance), n)
}

/**
 * How many runs of equal values there are, and how many values; of so many values or more, up to the last of
 * these.
 */
export function runsOf(
  values: ArrayLike<number>,
  most = Infinity,
): { readonly runs: number; readonly levels: number } {
  const seen = new Set<number>()
  let runs = 0
  for (let row = 0; row < values.length && seen.size < most; row++) {
    seen.add(values[row])
    if (row === 0 || values[row] !== values[row - 1]) runs++
  }
  return { runs, levels: seen.size }
}

/** Whether no number is below the one before it, or none above. */
export function isSorted(values: Float64Array): boolean {
  let [rises, falls] = [false, false]
  for (let row = 1; row < values.length; row++) {
    if (Number.isNaN(values[row])) return false
    rises ||= values[row] > values[row - 1]
    falls ||= values[row] < values[row - 1]
  }
  return rises !== falls
}

function serialOf(r: number, n: number): Serial {
  return { r, z: r * Math.sqrt(n) }
}

/** The numbers without the mean of their level; 0 where one is missing. */
function withoutMeans(values: Float64Array, levels: ArrayLike<number>): Float64Array {
  const sums = new Map<number, { sum: number; n: number }>()
  values.forEach((value, row) => {
    if (Number.isNaN(value)) return
    let one = sums.get(levels[row])
    if (!one) sums.set(levels[row], (one = { sum: 0, n: 0 }))
    one.sum += value
    one.n++
  })
  return values.map((value, row) => {
    if (Number.isNaN(value)) return 0
    const { sum, n } = sums.get(levels[row])!
    return value - sum / n
  })
}

/** What a series leaves of the monotone series nearest to it (pool adjacent violators, Ayer et al. 1955). */
function withoutTrend(values: Float64Array, sign: 1 | -1): Float64Array {
  const means: number[] = []
  const sizes: number[] = []
  for (const value of values) {
    means.push(sign * value)
    sizes.push(1)
    while (means.length > 1 && means[means.length - 2] >= means[means.length - 1]) {
      const [mean, size] = [means.pop()!, sizes.pop()!]
      const last = means.length - 1
      means[last] = (means[last] * sizes[last] + mean * size) / (sizes[last] + size)
      sizes[last] += size
    }
  }
  const rest = new Float64Array(values.length)
  let row = 0
  means.forEach((mean, block) => {
    for (let end = row + sizes[block]; row < end; row++) rest[row] = values[row] - sign * mean
  })
  return rest
}

function sumOfSquares(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value * value, 0)
}
