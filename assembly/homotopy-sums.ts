import { LassoPath } from './homotopy-active'
import { valueAt } from './vectors'

/**
 * Writes five numbers of the coordinates that may enter: the sums of their weights times the products with the
 * target, and with what is left of it; of the sizes of their weights times their factors; of the squares of
 * these times their shares; and the least penalty under which all weights would stay 0 if these were the slopes
 * there, with a penalty on squares.
 */
export function sumWeights(pathAt: usize, withTarget: usize, squares: f64, to: usize): void {
  const path = changetype<LassoPath>(pathAt)
  let explained: f64 = 0
  let unexplained: f64 = 0
  let norm: f64 = 0
  let ofSquares: f64 = 0
  let most: f64 = 0
  for (let i: u32 = 0; i < path.width; i++) {
    const factor = valueAt(path.factors, i)
    if (factor == Infinity) continue
    const weight = valueAt(path.weights, i)
    const left = valueAt(path.left, i)
    const shared = weight * valueAt(path.shares, i)
    explained += weight * valueAt(withTarget, i)
    unexplained += weight * left
    norm += factor * abs(weight)
    ofSquares += weight * shared
    const slope = abs(left - squares * shared)
    if (slope > 0) most = max(most, slope / factor)
  }
  store<f64>(to, explained)
  store<f64>(to, unexplained, 8)
  store<f64>(to, norm, 16)
  store<f64>(to, ofSquares, 24)
  store<f64>(to, most, 32)
}
