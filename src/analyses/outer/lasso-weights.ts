import ln from '@stdlib/math-base-special-ln'

/**
 * The most passes over the columns, and the change of every weight, as a share of the target's standard
 * deviation, that ends them.
 */
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
 * The weights that minimise ½·(mean squared residual) + penalty·Σ|w_j| over standardised columns, one of
 * which may be left out: by coordinate descent from other weights (Friedman, Hastie and Tibshirani 2010).
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

/** The most fits, and the change of the mean squared residual, as a share of it, that ends them. */
const [mostFits, leastShare] = [50, 1e-8]

/**
 * The lasso of one standardised column on all others, at the penalty σ·√(2·ln d/n) with σ² the mean squared
 * residual of its own fit: the scaled lasso of Sun and Zhang (2012), which needs no held-out rows.
 */
export function lassoOnOthers(
  { width, products }: Pick<TargetProducts, 'width' | 'products'>,
  column: number,
  n: number,
): LassoWeights {
  const target = {
    width,
    products,
    withTarget: products.slice(column * width, (column + 1) * width),
    variance: 1,
  }
  const share = Math.sqrt((2 * ln(width)) / n)
  let fit = lassoWeights(target, share, undefined, column)
  let before = 1
  for (let i = 1; i < mostFits && before - fit.residual > leastShare * before; i++) {
    before = fit.residual
    fit = lassoWeights(target, share * Math.sqrt(before), fit.weights, column)
  }
  return fit
}

function shrink(value: number, by: number): number {
  return value > by ? value - by : value < -by ? value + by : 0
}
