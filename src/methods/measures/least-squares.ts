import { factorRow, invertTriangle, rankTolerance, solveRow } from './cholesky.ts'
import { fisherTail, lnFisherTail } from './tails.ts'
import { ratio } from './test.ts'

/** A least-squares fit of y on d columns. */
interface LinearFit {
  /** t statistic of each coefficient. */
  readonly t: Float64Array
  /** Σ of the squared residuals. */
  readonly residual: number
  /** Columns that are linear functions of the columns before them; with any, the fit is undefined. */
  readonly dependent: readonly number[]
}

/** A residual share below this is the rounding of a perfect fit. */
const perfect = 1e-13

/**
 * Least squares of variable 0 on variables 1…d: t_i = w_i / (σ̂·√((XᵀX)⁻¹_ii)), σ̂² = SSE/(n−d−1), X centred.
 * Uses Cholesky's decomposition of the correlation matrix, so that units do not matter.
 */
export function leastSquares(comoment: Float64Array, width: number, n: number): LinearFit {
  const d = width - 1
  const scale = Float64Array.from({ length: width }, (_, i) => Math.sqrt(comoment[i * width + i]))
  const correlation = (i: number, j: number) => {
    const product = scale[i] * scale[j]
    return product === 0 ? 0 : comoment[i * width + j] / product
  }
  const factor: Float64Array[] = []
  const dependent: number[] = []
  for (let i = 0; i < d; i++) {
    const row = Float64Array.from({ length: i + 1 }, (_, j) => correlation(i + 1, j + 1))
    row[i] = scale[i + 1] === 0 ? 0 : 1
    factorRow(row, factor, rankTolerance)
    if (row[i] === 0) dependent.push(i)
    factor.push(row)
  }
  if (dependent.length > 0) return { t: new Float64Array(d).fill(NaN), residual: NaN, dependent }

  const inverse = invertTriangle(factor)
  // z = L⁻¹r is the fit in an orthogonal basis; w = L⁻ᵀz; diag (XᵀX)⁻¹ = the squared columns of L⁻¹.
  const z = new Float64Array(d)
  for (let i = 0; i < d; i++) for (let j = 0; j <= i; j++) z[i] += inverse[i][j] * correlation(0, j + 1)
  const share = 1 - z.reduce((sum, part) => sum + part * part, 0)
  const unexplained = share < perfect ? 0 : share
  const sigma = Math.sqrt(unexplained / (n - d - 1))
  const t = new Float64Array(d)
  for (let j = 0; j < d; j++) {
    let coefficient = 0
    let spread = 0
    for (let i = j; i < d; i++) {
      coefficient += inverse[i][j] * z[i]
      spread += inverse[i][j] * inverse[i][j]
    }
    // What the column explains in addition to the others; in a perfect fit a very small value is rounding.
    const part = coefficient / Math.sqrt(spread)
    t[j] = part === 0 || (sigma === 0 && part * part < perfect) ? 0 : part / sigma
  }
  return { t, residual: unexplained * comoment[0], dependent }
}

/** A matrix of centred co-moments; the target is at place 0. */
interface Comoments {
  readonly comoment: Float64Array
  readonly width: number
}

/** What a least-squares fit leaves of the target. */
interface Residual {
  /** SSE/SST; NaN where the target is constant. */
  readonly share: number
  /**
   * How many columns the fit has besides the intercept: those that are no linear functions of the columns
   * before them.
   */
  readonly rank: number
}

/**
 * A function that computes what the least-squares fit of the target on a set of columns leaves. Columns that
 * are linear functions of the columns before them are skipped. Consecutive calls with the same matrix reuse
 * the factor of the columns that both sets begin with.
 */
export function residuals(): (table: Comoments, places: readonly number[]) => Residual {
  let last: readonly number[] = []
  let lastMatrix: Float64Array | null = null
  const rows: Float64Array[] = []
  // The residual share and the rank after each number of columns.
  const left: number[] = [1]
  const ranks: number[] = [0]
  const z: number[] = []
  return ({ comoment, width }, places) => {
    const variance = (i: number) => comoment[i * width + i]
    const correlation = (i: number, j: number) => {
      const product = Math.sqrt(variance(i)) * Math.sqrt(variance(j))
      return product === 0 ? 0 : comoment[i * width + j] / product
    }
    if (!(variance(0) > 0)) return { share: NaN, rank: 0 }
    let shared = 0
    if (lastMatrix === comoment) while (shared < last.length && last[shared] === places[shared]) shared++
    ;[last, lastMatrix] = [places, comoment]
    for (let i = shared; i < places.length; i++) {
      const row = new Float64Array(i + 1)
      for (let j = 0; j < i; j++) row[j] = correlation(places[i], places[j])
      row[i] = variance(places[i]) > 0 ? 1 : 0
      factorRow(row, rows, rankTolerance)
      rows[i] = row
      z[i] = solveRow(row, correlation(places[i], 0), z)
      left[i + 1] = left[i] - z[i] * z[i]
      ranks[i + 1] = ranks[i] + (row[i] > 0 ? 1 : 0)
    }
    const share = left[places.length]
    return { share: share < perfect ? 0 : share, rank: ranks[places.length] }
  }
}

/** A partial F, its upper tail, and the logarithm of that. */
interface PartialF {
  readonly f: number
  readonly pValue: number
  readonly lnP: number
}

/** A fit: its squared residuals, its columns besides the intercept, and the rows that it is made of. */
export interface FittedResiduals {
  readonly squares: number
  readonly rank: number
  readonly n: number
}

/**
 * The partial F of the columns by which a fit is larger, F = ((SSE₀−SSE₁)/(p₁−p₀)) / (SSE₁/(n−p₁−1)), with
 * F_{p₁−p₀, n−p₁−1}: 0 where SSE does not decrease, ∞ where no residual is left, NaN without degrees of
 * freedom or without a fit.
 */
export function partialFOf(smaller: FittedResiduals, larger: FittedResiduals): PartialF {
  const df = larger.n - larger.rank - 1
  const added = larger.rank - smaller.rank
  const taken = smaller.squares - larger.squares
  if (!(df > 0) || Number.isNaN(taken)) return { f: NaN, pValue: NaN, lnP: NaN }
  if (added <= 0 || !(taken > 0)) return { f: 0, pValue: 1, lnP: 0 }
  const f = ratio(taken / added, larger.squares / df)
  return { f, pValue: fisherTail(f, added, df), lnP: lnFisherTail(f, added, df) }
}
