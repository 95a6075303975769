import type { GaussianModel } from './gaussian-model.ts'
import { lassoWeights } from './lasso-weights.ts'
import type { TargetProducts } from './lasso-weights.ts'
import { studentTail } from './tails.ts'

/**
 * The p-value of each column given all others. T_j = |r·e| / (‖r‖·√(n/Ω_jj)), r the residuals of the target and e those of the column:
 * r of a lasso on the other columns at one penalty, e of the normal model. Given the others e is normal with variance 1/Ω_jj whatever the
 * target, so T has the law of a correlation of n rows with a fixed vector: Student's t with n − 2 degrees, which also allows for the
 * estimated variance. A column that the lasso of all columns leaves out leaves its weights as they are, so only the others need a fit of
 * their own. The d0CRT of Liu, Katsevich, Janson and Ramdas (2022).
 */
export function distilledPValues(
  { width, n, precision }: Pick<GaussianModel, 'width' | 'n' | 'precision'>,
  target: TargetProducts,
  penalty: number,
): Float64Array {
  const all = lassoWeights(target, penalty)
  return Float64Array.from({ length: width }, (_, j) => {
    const { left, residual } = all.weights[j] === 0 ? all : lassoWeights(target, penalty, all.weights, j)
    if (!(residual > 0)) return 1
    let product = 0
    for (let i = 0; i < width; i++) product += precision[j * width + i] * left[i]
    const correlation = Math.min(1, Math.abs(product) / Math.sqrt(precision[j * width + j] * residual))
    return studentTail(correlation * Math.sqrt((n - 2) / (1 - correlation * correlation)), n - 2)
  })
}
