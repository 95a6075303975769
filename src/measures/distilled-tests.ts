import type { GaussianModel } from './gaussian-model.ts'
import { lassoWeights } from './lasso-weights.ts'
import type { TargetProducts } from './lasso-weights.ts'
import { studentTail } from './tails.ts'

/**
 * The p-value of each column given all others. T_j = |correlation| of the residuals r of the target and e of the column: r of a lasso on
 * the other columns at one penalty, e of the normal model. Given the others e is normal, in no direction more than in another, whatever
 * the target, so T has the law of the correlation of a fixed vector with n independent draws: Student's t with n − 2 degrees. A column
 * that the lasso of all columns leaves out leaves its weights as they are, so only the others need a fit of their own. The d0CRT of Liu,
 * Katsevich, Janson and Ramdas (2022).
 */
export function distilledPValues(
  { width, n, precision, residuals }: Pick<GaussianModel, 'width' | 'n' | 'precision' | 'residuals'>,
  target: TargetProducts,
  penalty: number,
): Float64Array {
  const all = lassoWeights(target, penalty)
  return Float64Array.from({ length: width }, (_, j) => {
    const { left, residual } = all.weights[j] === 0 ? all : lassoWeights(target, penalty, all.weights, j)
    const deviation = residuals[j] * Math.sqrt(residual)
    if (!(deviation > 0)) return 1
    let product = 0
    for (let i = 0; i < width; i++) product += precision[j * width + i] * left[i]
    const correlation = Math.min(1, Math.abs(product) / precision[j * (width + 1)] / deviation)
    return studentTail(correlation * Math.sqrt((n - 2) / (1 - correlation * correlation)), n - 2)
  })
}
