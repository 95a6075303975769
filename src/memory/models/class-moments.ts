import ln from '@stdlib/math-base-special-ln'
import { cholesky } from '#methods'
import type { Triangle } from '#methods'
import type { Kernels } from '../threads/kernels.ts'
import type { ModelTarget } from '../threads/model-rows.ts'
import { DesignMatrix } from './design.ts'

/** Means and covariances of the places of a matrix in the rows of a class; null where it has no rows. */
type ClassMoments = {
  /** The share of the class in the weight of all rows. */
  readonly share: number
  readonly means: Float64Array
  /** Row by row; divided by the weight of the rows, not one less. */
  readonly covariances: Float64Array
} | null

/** The moments of each class, on the scales of a matrix of all rows. */
export function momentsOfClasses(
  kernels: Kernels,
  design: DesignMatrix,
  target: Extract<ModelTarget, { readonly classes: number }>,
): readonly ClassMoments[] {
  const { training, width, scales, total } = design
  return Array.from({ length: target.classes }, (_, one) => {
    const rows = training.rows.filter((row) => target.codes[row] === one)
    if (rows.length === 0) return null
    const arena = kernels.arena()
    const own = new DesignMatrix(kernels, arena, { ...training, rows }, scales)
    const products = own.products(arena)
    const means = products.slice(1, width + 1)
    const covariances = new Float64Array(width * width)
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < width; j++) {
        covariances[i * width + j] = products[(i + 1) * (width + 1) + j + 1] - means[i] * means[j]
      }
    }
    return { share: own.total / total, means, covariances }
  })
}

/** The covariances within classes: the mean of the classes' own by their shares. */
export function pooled(classes: readonly ClassMoments[], width: number): Float64Array {
  const sums = new Float64Array(width * width)
  for (const one of classes) one?.covariances.forEach((covariance, i) => (sums[i] += one.share * covariance))
  return sums
}

/** The means of places over the rows of all classes. */
export function centreOf(classes: readonly ClassMoments[], width: number): Float64Array {
  return Float64Array.from({ length: width }, (_, i) =>
    classes.reduce((sum, one) => sum + (one ? one.share * one.means[i] : 0), 0),
  )
}

/** The variances of places over the rows of all classes. */
export function variancesOf(
  classes: readonly ClassMoments[],
  centre: Float64Array,
  within: Float64Array,
): Float64Array {
  const width = centre.length
  return centre.map((mean, i) => {
    const between = classes.reduce(
      (sum, one) => sum + (one ? one.share * (one.means[i] - mean) * (one.means[i] - mean) : 0),
      0,
    )
    return within[i * width + i] + between
  })
}

/**
 * So much of the variance of a place over all rows is added to that within classes, so that one that is
 * constant in each class parts them.
 */
const floor = 1e-9

/** The factor of covariances within classes. A place without variance stands apart from all others. */
export function factorOf(covariances: Float64Array, variances: Float64Array): Triangle {
  const { length } = variances
  const raised = covariances.slice()
  variances.forEach((variance, i) => {
    if (variance > 0) raised[i * length + i] += floor * variance
    else for (let j = 0; j < length; j++) raised[i * length + j] = raised[j * length + i] = i === j ? 1 : 0
  })
  return cholesky(raised, length)!
}

/** A class without training rows is 1e-14 times as likely as the least likely of the others. */
const lack = 14 * ln(10)

/** Gives classes that were not seen, in each row, a score below those of all others, in place. */
export function belowAll(scores: Float64Array, seen: readonly boolean[]): Float64Array {
  if (seen.every((one) => one)) return scores
  const { length } = seen
  for (let from = 0; from < scores.length; from += length) {
    let least = Infinity
    seen.forEach((one, place) => {
      if (one) least = Math.min(least, scores[from + place])
    })
    seen.forEach((one, place) => {
      if (!one) scores[from + place] = least - lack
    })
  }
  return scores
}
