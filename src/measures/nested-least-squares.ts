import { factorRow, rankTolerance, solveRow } from '../kernel/models/cholesky.ts'
import type { Moments } from '../statistics/moments.ts'

export interface LeastSquares {
  /** The columns asked for, in the order in which they were factored. */
  readonly places: readonly number[]
  readonly weights: Float64Array
}

/**
 * Least squares of variable 0 on sets of columns that differ little from one to the next: of the factor of the correlations what two sets have in common stays.
 * A column that is constant, or a linear function of those before it, gets 0.
 */
export function leastSquares({ comoment, mean }: Moments): (places: readonly number[]) => LeastSquares {
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
