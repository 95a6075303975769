import { cholesky, symmetricEigen } from '#methods'
import { inverseOf } from './gaussian-model.ts'

/** How far knockoffs are from their columns: by the mean variance of regression weights, or equally far. */
type GapRule = 'mvr' | 'equicorrelated'

/** The most passes over the columns, and the change of every s, as a share of it, that ends them. */
const [mostPasses, leastChange] = [100, 1e-7]

/** The inverse is made anew after so many passes, so that rounding does not add up. */
const freshAfter = 8

/**
 * s with cov(X_j, X̃_j) = Σ_jj − s_j, for correlations Σ: 2Σ − S is positive definite, so that knockoffs
 * exist. `equicorrelated`: all equal, min(1, 2·least eigenvalue) (Barber and Candès 2015). `mvr`: the least
 * tr G⁻¹, G being the covariance of columns and knockoffs, which is that of the variances of their
 * least-squares weights (Spector and Janson 2022).
 *
 * @param pause is called after each pass, so that a run can be interrupted
 */
export async function knockoffGaps(
  rule: GapRule,
  correlations: Float64Array,
  width: number,
  pause: () => Promise<void> = async () => {},
): Promise<Float64Array> {
  if (rule === 'mvr') return leastVariance(correlations, width, pause)
  const least = symmetricEigen(correlations, width).values[0]
  return new Float64Array(width).fill(Math.min(1, 2 * least))
}

/** So many changes are added to the matrix at once: it is read from memory once for all of them. */
const together = 16

/**
 * A symmetric matrix to which squares factor·v·vᵀ are added one by one, and of which single columns are read
 * in between.
 */
class ChangingMatrix {
  /** Row by row; only the lower triangle changes. */
  readonly #matrix: Float64Array
  readonly #width: number
  #pending: { readonly v: Float64Array; readonly factor: number }[] = []

  /** The matrix is changed in place. */
  constructor(matrix: Float64Array, width: number) {
    this.#matrix = matrix
    this.#width = width
  }

  column(j: number): Float64Array {
    const width = this.#width
    const column = new Float64Array(width)
    column.set(this.#matrix.subarray(j * width, j * width + j + 1))
    for (let i = j + 1; i < width; i++) column[i] = this.#matrix[i * width + j]
    for (const { v, factor } of this.#pending) addTo(column, v, factor * v[j], width)
    return column
  }

  addSquare(v: Float64Array, factor: number): void {
    this.#pending.push({ v, factor })
    if (this.#pending.length < together) return
    for (let i = 0; i < this.#width; i++) {
      const row = this.#matrix.subarray(i * this.#width, i * this.#width + i + 1)
      for (const change of this.#pending) addTo(row, change.v, change.factor * change.v[i], i + 1)
    }
    this.#pending = []
  }
}

function addTo(values: Float64Array, v: Float64Array, factor: number, count: number): void {
  for (let k = 0; k < count; k++) values[k] += factor * v[k]
}

/**
 * Minimises tr S⁻¹ + tr (2Σ − S)⁻¹, which is tr G⁻¹ up to a factor, one s_j at a time. With v the column j of
 * (2Σ − S)⁻¹ its best value is (1 + s_j·v_j)/(v_j + ‖v‖), always within the bounds; the inverse then changes
 * by a matrix of rank one.
 */
async function leastVariance(
  correlations: Float64Array,
  width: number,
  pause: () => Promise<void>,
): Promise<Float64Array> {
  const gaps: Float64Array = new Float64Array(width).fill(startOf(correlations, width))
  let inverse!: ChangingMatrix
  for (let pass = 0, change = Infinity; pass < mostPasses && change > leastChange; pass++) {
    if (pass % freshAfter === 0)
      inverse = new ChangingMatrix(inverseOf(lessGaps(correlations, gaps), width), width)
    change = 0
    for (let j = 0; j < width; j++) {
      const v = inverse.column(j)
      const length = Math.sqrt(v.reduce((sum, value) => sum + value * value, 0))
      const before = gaps[j]
      gaps[j] = (1 + before * v[j]) / (v[j] + length)
      change = Math.max(change, Math.abs(gaps[j] / before - 1))
      inverse.addSquare(v, (gaps[j] - before) / (length * gaps[j]))
    }
    await pause()
  }
  return gaps
}

/** Equal gaps that are small enough. */
function startOf(correlations: Float64Array, width: number): number {
  let gap = 1
  while (!cholesky(lessGaps(correlations, new Float64Array(width).fill(gap)), width, gap / 1e3)) gap /= 2
  return gap
}

/** 2Σ − S. */
function lessGaps(correlations: Float64Array, gaps: Float64Array): Float64Array {
  const less = correlations.map((value) => 2 * value)
  gaps.forEach((gap, j) => (less[j * gaps.length + j] -= gap))
  return less
}
