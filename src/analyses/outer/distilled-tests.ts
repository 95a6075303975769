import { studentTail } from '#methods'
import { inverseOf } from './gaussian-model.ts'
import { lassoOnOthers, lassoWeights } from './lasso-weights.ts'
import type { TargetProducts } from './lasso-weights.ts'

/** A column of which the others leave a smaller share of the variance is determined by them. */
const leastLeft = 1e-6

/**
 * The p-value of each column given all others; NaN where they determine it. T_j = |correlation| of the
 * residuals r of the target and e of the column, each of a lasso on the other columns: r at one penalty, e at
 * that of its own variance. Given the others e is normal, in no direction more than in another, whatever the
 * target, so T has the law of the correlation of a fixed vector with n independent draws: Student's t with n
 * − 2 degrees. A column that the lasso of all columns leaves out leaves its weights as they are, so only the
 * others need a fit of their own. The d0CRT of Liu, Katsevich, Janson and Ramdas (2022).
 */
export function distilledPValues(target: TargetProducts, n: number, penalty: number): Float64Array {
  const { width } = target
  const isDetermined = determinedColumns({ n, width, sample: target.products })
  const all = lassoWeights(target, penalty)
  return Float64Array.from({ length: width }, (_, j) => {
    if (isDetermined[j] === 1) return NaN
    const { left, residual } = all.weights[j] === 0 ? all : lassoWeights(target, penalty, all.weights, j)
    const own = lassoOnOthers(target, j, n)
    if (!(own.residual > leastLeft)) return NaN
    if (!(residual > 0)) return 1
    let product = left[j]
    for (let i = 0; i < width; i++) product -= own.weights[i] * left[i]
    const correlation = Math.min(1, Math.abs(product) / Math.sqrt(own.residual * residual))
    return studentTail(correlation * Math.sqrt((n - 2) / (1 - correlation * correlation)), n - 2)
  })
}

/**
 * Marks the columns of which all others together leave too small a share of the variance: 1/(C⁻¹)_jj. None
 * with too few rows to tell.
 */
export function determinedColumns({
  n,
  width,
  sample,
}: {
  readonly n: number
  readonly width: number
  /** The correlations of the rows, row by row. */
  readonly sample: Float64Array
}): Uint8Array {
  if (n <= width + 1) return new Uint8Array(width)
  const ridged = sample.slice()
  for (let j = 0; j < width; j++) ridged[j * (width + 1)] += leastLeft / 1e4
  const inverse = inverseOf(ridged, width)
  return Uint8Array.from({ length: width }, (_, j) => Number(inverse[j * (width + 1)] * leastLeft > 1))
}
