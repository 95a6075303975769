/** The most passes over the columns, and the change of every weight, as a share of the target's standard deviation, that ends them. */
const [mostPasses, leastChange] = [5000, 1e-10]

/** Mean products of standardised columns, row by row, with the target, and the variance of the target. */
export interface TargetProducts {
  readonly width: number
  readonly products: Float64Array
  readonly withTarget: Float64Array
  readonly variance: number
}

/** Weights of a lasso, and the mean products of the columns with its residuals. */
export interface LassoWeights {
  readonly weights: Float64Array
  readonly left: Float64Array
  /** The mean squared residual. */
  readonly residual: number
}

/**
 * The weights that minimise ½·(mean squared residual) + penalty·Σ|w_j| over standardised columns, one of which may be left out: by
 * coordinate descent from other weights (Friedman, Hastie and Tibshirani 2010).
 */
export function lassoWeights(
  { width, products, withTarget, variance }: TargetProducts,
  penalty: number,
  from: Float64Array = new Float64Array(width),
  omitted = -1,
): LassoWeights {
  const weights = from.slice()
  if (omitted >= 0) weights[omitted] = 0
  const left = withTarget.slice()
  weights.forEach((weight, j) => {
    if (weight !== 0) addColumn(j, -weight)
  })
  const enough = leastChange * Math.sqrt(variance)
  for (let pass = 0, change = Infinity; pass < mostPasses && change > enough; pass++) {
    change = 0
    for (let j = 0; j < width; j++) {
      if (j === omitted) continue
      const next = shrink(left[j] + weights[j], penalty)
      const step = next - weights[j]
      if (step === 0) continue
      weights[j] = next
      addColumn(j, -step)
      change = Math.max(change, Math.abs(step))
    }
  }
  let residual = variance
  for (let j = 0; j < width; j++) residual -= weights[j] * (withTarget[j] + left[j])
  return { weights, left, residual: Math.max(0, residual) }

  function addColumn(j: number, factor: number): void {
    const at = j * width
    for (let i = 0; i < width; i++) left[i] += factor * products[at + i]
  }
}

function shrink(value: number, by: number): number {
  return value > by ? value - by : value < -by ? value + by : 0
}
