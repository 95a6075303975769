import exp from '@stdlib/math-base-special-exp'
import ln from '@stdlib/math-base-special-ln'
import { mergeMoments } from '#core'
import type { Moments, MomentsOfFamily } from '#core'
import { factorRow, rankTolerance, solveRow } from '../../measures/cholesky.ts'
import { firstOfSameSpan, orthonormalBlocks, productsOf } from '../../measures/orthonormal-blocks.ts'
import { heldOutSquares } from '../../measures/ridge.ts'
import { discriminantPath } from '../../measures/sparse-discriminant.ts'

/** Moments of the columns in each of two classes. */
export type ByClass = readonly [Moments, Moments]

/** The part of the rows that an answer is about. */
export function byClass({ n, width, mean, meanLow, min, max, comoment }: MomentsOfFamily): ByClass {
  const of = (level: number): Moments => {
    const own = (values: Float64Array, size: number) => values.subarray(level * size, (level + 1) * size)
    return {
      n: n[level],
      mean: own(mean, width),
      meanLow: own(meanLow, width),
      min: own(min, width),
      max: own(max, width),
      comoment: own(comoment, width * width),
    }
  }
  return [of(0), of(1)]
}

export function mergeClasses(a: ByClass, b: ByClass): ByClass {
  return [mergeMoments(a[0], b[0]), mergeMoments(a[1], b[1])]
}

/**
 * To each variance within classes this share of the variance of the column is added, so that every penalty
 * has a solution.
 */
const ridgeShare = 1e-6

/** Columns in units of their standard deviations; copies of others, and constants, are left out. */
interface DiscriminantProblem {
  /** The place of each coordinate among the columns. */
  readonly of: readonly number[]
  /** For each column the first that is a copy of it; itself where none before it is. */
  readonly firstOfSpan: Uint32Array
  readonly sigma: Float64Array
  readonly contrast: Float64Array
}

export function discriminantProblem(classes: ByClass): DiscriminantProblem {
  const [zero, one] = classes
  const all = mergeMoments(zero, one)
  const width = all.mean.length
  const blocks = orthonormalBlocks(
    all,
    Array.from({ length: width }, (_, place) => [place]),
  )
  const { starts, coordinates } = blocks
  const count = coordinates.length
  const products = productsOf(blocks, all, all.n, new Float64Array(count * count))
  const firstOfSpan = firstOfSameSpan(blocks, products)
  const of = Array.from(firstOfSpan.keys()).filter((i) => firstOfSpan[i] === i && starts[i + 1] > starts[i])
  const factor = of.map((i) => coordinates[starts[i]].factors[0])
  const sigma = new Float64Array(of.length * of.length)
  of.forEach((i, a) => {
    of.forEach((j, b) => {
      const within = zero.comoment[i * width + j] + one.comoment[i * width + j]
      sigma[a * of.length + b] = (within / all.n) * factor[a] * factor[b] + (a === b ? ridgeShare : 0)
    })
  })
  const isWhole = zero.n > 0 && one.n > 0
  const contrast = Float64Array.from(of, (i, a) =>
    isWhole ? 2 * factor[a] * (one.mean[i] - zero.mean[i] + (one.meanLow[i] - zero.meanLow[i])) : 0,
  )
  return { of, firstOfSpan, sigma, contrast }
}

/** The greatest penalty, and those below it with equal ratios between. */
export function penaltiesOf({ contrast }: DiscriminantProblem, count: number, least: number): Float64Array {
  const first = contrast.reduce((most, one) => Math.max(most, Math.abs(one)), 0)
  return Float64Array.from({ length: count }, (_, i) =>
    i === 0 ? first : first * exp((ln(least) * i) / (count - 1)),
  )
}

/**
 * Linear discriminants on the supports along a path, as least squares for an indicator of the second class.
 */
export interface DiscriminantFits {
  /** For each column the greatest penalty below which it is in; 0 where it never is. */
  readonly entries: Float64Array
  /** For each penalty and column its weight times its standard deviation. */
  readonly sizes: Float64Array
  readonly degrees: Float64Array
  /** For each penalty the mean squared residual, and the mean squared error of held-out rows. */
  readonly residuals: Float64Array
  readonly errors: Float64Array
  /** The greatest excess over a penalty, as a share of the greatest penalty. */
  readonly excess: number
}

/** The fits at falling penalties; null where the path takes too long. */
export function discriminantFits(
  classes: ByClass,
  heldOut: ByClass | null,
  penalties: Float64Array,
): DiscriminantFits | null {
  const problem = discriminantProblem(classes)
  const { of, firstOfSpan, sigma, contrast } = problem
  const path = discriminantPath(sigma, contrast, penalties)
  if (!path) return null
  const train = withIndicator(classes)
  const test = heldOut && withIndicator(heldOut)
  const width = train.mean.length
  const columns = width - 1
  const sizes = new Float64Array(penalties.length * columns)
  const degrees = new Float64Array(penalties.length)
  const residuals = new Float64Array(penalties.length)
  const errors = new Float64Array(test ? penalties.length : 0)
  let known = ''
  const fit = leastSquares(train)
  path.weights.forEach((weights, step) => {
    const support = of.filter((_, a) => weights[a] !== 0)
    degrees[step] = support.length
    const key = support.join()
    if (step > 0 && key === known) {
      sizes.copyWithin(step * columns, (step - 1) * columns, step * columns)
      residuals[step] = residuals[step - 1]
      if (test) errors[step] = errors[step - 1]
      return
    }
    known = key
    const { places, weights: fitted } = fit(support.map((column) => column + 1))
    residuals[step] = heldOutSquares(train, train, places, fitted) / train.n
    if (test) errors[step] = heldOutSquares(test, train, places, fitted) / test.n
    const sizeOf = new Map(
      places.map((place, i) => {
        return [place - 1, Math.abs(fitted[i]) * Math.sqrt(train.comoment[place * width + place] / train.n)]
      }),
    )
    firstOfSpan.forEach((first, column) => (sizes[step * columns + column] = sizeOf.get(first) ?? 0))
  })
  const entryOf = new Map(of.map((column, a) => [column, path.entries[a]]))
  const greatest = penalties[0] || 1
  return {
    entries: Float64Array.from(firstOfSpan, (first) => entryOf.get(first) ?? 0),
    sizes,
    degrees,
    residuals,
    errors,
    excess: path.excess.reduce((most, one) => Math.max(most, one), 0) / greatest,
  }
}

/** The moments of both classes together, an indicator of the second at place 0. */
function withIndicator([zero, one]: ByClass): Moments {
  const all = mergeMoments(zero, one)
  const { n, mean, meanLow, min, max, comoment } = all
  const width = mean.length + 1
  const behind = (first: number, values: Float64Array) => Float64Array.of(first, ...values)
  const products = new Float64Array(width * width)
  const between = n > 0 ? (zero.n * one.n) / n : 0
  products[0] = between
  for (let i = 1; i < width; i++) {
    const apart =
      between > 0 ? one.mean[i - 1] - zero.mean[i - 1] + (one.meanLow[i - 1] - zero.meanLow[i - 1]) : 0
    products[i] = products[i * width] = between * apart
    for (let j = 1; j < width; j++) products[i * width + j] = comoment[(i - 1) * (width - 1) + j - 1]
  }
  return {
    n,
    mean: behind(n > 0 ? one.n / n : 0, mean),
    meanLow: behind(0, meanLow),
    min: behind(0, min),
    max: behind(1, max),
    comoment: products,
  }
}

interface LeastSquares {
  /** The columns asked for, in the order in which they were factored. */
  readonly places: readonly number[]
  readonly weights: Float64Array
}

/**
 * Least squares of variable 0 on sets of columns that differ little from one to the next: of the factor of
 * the correlations what two sets have in common stays. A column that is constant, or a linear function of
 * those before it, gets 0.
 */
function leastSquares({ comoment, mean }: Moments): (places: readonly number[]) => LeastSquares {
  const width = mean.length
  const deviation = (place: number) => Math.sqrt(comoment[place * width + place])
  const order: number[] = []
  const scale: number[] = []
  const factor: Float64Array[] = []
  /** What solves L·z = the products with the target. */
  const z: number[] = []
  return (places) => {
    const wanted = new Set(places)
    const gone = order.findIndex((place) => !wanted.has(place))
    const kept = gone < 0 ? order.length : gone
    const behind = order.slice(kept).filter((place) => wanted.has(place))
    for (const list of [order, scale, factor, z]) list.length = kept
    const known = new Set([...order, ...behind])
    for (const place of [...behind, ...places.filter((one) => !known.has(one))]) append(place)
    const weights = Float64Array.from(z)
    for (let i = weights.length - 1; i >= 0; i--) {
      const pivot = factor[i][i]
      if (pivot === 0) continue
      weights[i] /= pivot
      for (let k = 0; k < i; k++) weights[k] -= factor[i][k] * weights[i]
      weights[i] /= scale[i]
    }
    return { places: [...order], weights }
  }

  function append(place: number): void {
    const own = deviation(place)
    const row = new Float64Array(order.length + 1)
    if (own > 0) {
      order.forEach((other, j) => {
        if (scale[j] > 0) row[j] = comoment[place * width + other] / own / scale[j]
      })
      row[order.length] = 1
      factorRow(row, factor, rankTolerance)
    }
    z.push(solveRow(row, own > 0 ? comoment[place * width] / own : 0, z))
    factor.push(row)
    order.push(place)
    scale.push(own)
  }
}
