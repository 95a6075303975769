import ln from '@stdlib/math-base-special-ln'
import type { QdaOptions } from '#core'
import { solveRow } from '#methods'
import type { Triangle } from '#methods'
import { belowAll, centreOf, factorOf, momentsOfClasses, pooled, variancesOf } from './class-moments.ts'
import { DesignMatrix } from './design.ts'
import type { Model } from './model.ts'
import { scaled } from './scaled-column.ts'

/**
 * Quadratic discriminant analysis: class c is normal with covariances (1 − shrinkage)·Σ_c + shrinkage·Σ, Σ
 * those within classes, of numbers at standard deviation 1 and indicators of levels.
 */
export const qda: Model<QdaOptions> = {
  isProbabilistic: true,
  fit: (training, { shrinkage }, kernels) => {
    if (!('codes' in training.target)) throw new RangeError('qda needs classes')
    const { target } = training
    const design = new DesignMatrix(kernels, kernels.arena(), training)
    const { width } = design
    const classes = momentsOfClasses(kernels, design, target)
    const within = pooled(classes, width)
    const centre = centreOf(classes, width)
    const variances = variancesOf(classes, centre, within)
    const spare = spareLevels(design, centre)
    for (const place of spare) variances[place] = 0
    const normals = classes.map((one) => {
      if (!one) return null
      const mixed = one.covariances.map(
        (covariance, i) => (1 - shrinkage) * covariance + shrinkage * within[i],
      )
      const factor = factorOf(mixed, variances)
      const constant = factor.reduce((sum, row, i) => sum - ln(row[i]), ln(one.share))
      const means = one.means.slice()
      for (const place of spare) means[place] = 0
      return { means, factor, constant }
    })
    const seen = classes.map((one) => one !== null)
    return {
      predict: (rows) => {
        const scores = new Float64Array(rows.length * target.classes)
        const places = new Float64Array(width)
        rows.forEach((row, i) => {
          writePlaces(design, row, places)
          normals.forEach((normal, one) => {
            if (normal) scores[i * target.classes + one] = normal.constant - squareOf(normal, places) / 2
          })
        })
        return belowAll(scores, seen)
      },
    }
  },
  cost: (rows, places, classes) => rows * places * (places * (1 + classes) + 20),
}

/**
 * The most frequent level of each column of levels: it is known from the others, with which it would have no
 * density. Left out of the covariances it adds the same to all classes.
 */
function spareLevels({ training, starts }: DesignMatrix, centre: Float64Array): readonly number[] {
  return training.columns.flatMap((column, i) => {
    if ('values' in column || column.levels === 0) return []
    let most = starts[i]
    for (let place = most + 1; place < starts[i] + column.levels; place++) {
      if (centre[place] > centre[most]) most = place
    }
    return [most]
  })
}

/** What a row of the table has in the places of a matrix. */
function writePlaces({ training, starts, scales }: DesignMatrix, row: number, to: Float64Array): void {
  to.fill(0)
  training.columns.forEach((column, i) => {
    if ('values' in column) to[starts[i]] = scaled(column.values[row], scales[i]!)
    else if (column.codes[row] < column.levels) to[starts[i] + column.codes[row]] = 1
  })
}

/** The square of the distance from the mean in standard deviations. */
function squareOf(
  { means, factor }: { readonly means: Float64Array; readonly factor: Triangle },
  places: Float64Array,
): number {
  const z = new Float64Array(places.length)
  let square = 0
  factor.forEach((row, i) => {
    z[i] = solveRow(row, places[i] - means[i], z)
    square += z[i] * z[i]
  })
  return square
}
