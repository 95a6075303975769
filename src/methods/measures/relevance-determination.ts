import { cholesky, invertTriangle, solveCholesky } from './cholesky.ts'

/** Blocks of orthonormal columns, and what automatic relevance determination reads of them. */
export interface RelevanceProblem {
  /** The first coordinate of each block, and how many there are. */
  readonly starts: Uint32Array
  /** Mean products of coordinates with one another, row by row, and with the target. */
  readonly products: Float64Array
  readonly withTarget: Float64Array
  /** The mean square of the target. */
  readonly ofTarget: number
  /** The total weight of the rows. */
  readonly rows: number
  /** For each block the first that spans the same: itself where none before it does. */
  readonly firstOfSpan: Uint32Array
}

export interface Relevance {
  /** For each block the prior variance 1/λ of its weights; 0 where it has left. */
  readonly variances: Float64Array
  /** By how much a λ, or the noise precision, changed last, as a share of itself. */
  readonly change: number
}

/** Of the gamma priors of all precisions. */
const shape = 1e-6
const rate = 1e-6
/** A block of a greater precision leaves for good. */
const greatest = 1e4
const mostIterations = 5000

/**
 * The fixed point of λ_j = (γ_j + 2a)/(‖μ_j‖² + 2b) and β = (n − Σγ_j + 2a)/(‖y − Xμ‖² + 2b), with Σ = (diag
 * λ + βXᵀX)⁻¹, μ = βΣXᵀy and γ_j = p_j − λ_j·tr Σ_jj, for blocks j of p_j orthonormal columns, all from λ = β
 * = 1 on. Of c blocks that span the same each has a c-th of γ and μ. It ends where nothing changes by more
 * than `tolerance` of itself, or after 5,000 rounds.
 */
export function determineRelevance(problem: RelevanceProblem, tolerance: number): Relevance {
  const { starts, withTarget, ofTarget, rows, firstOfSpan } = problem
  const blocks = firstOfSpan.length
  const copies = new Float64Array(blocks)
  for (const first of firstOfSpan) copies[first]++
  let kept = [...firstOfSpan.keys()].filter((i) => firstOfSpan[i] === i && starts[i + 1] > starts[i])
  const lambda = new Float64Array(blocks).fill(1)
  let noise = 1
  let change = Infinity
  for (let round = 0; round < mostIterations && change > tolerance && kept.length > 0; round++) {
    change = 0
    const own = kept.flatMap((block) => coordinatesOf(block, starts).map((at) => ({ at, block })))
    const roots = Float64Array.from(own, ({ block }) => Math.sqrt(copies[block] / lambda[block]))
    const places = Uint32Array.from(own, ({ at }) => at)
    const { weights, rest } = posterior(problem, places, roots, noise)
    const move = (before: number, after: number) => {
      change = Math.max(change, Math.abs(after / before - 1))
      return after
    }
    let determined = 0
    let at = 0
    for (const block of kept) {
      let gamma = 0
      let squares = 0
      for (const end = at + starts[block + 1] - starts[block]; at < end; at++) {
        gamma += 1 - rest[at]
        squares += weights[at] * weights[at]
      }
      determined += gamma
      const share = copies[block]
      const next = (gamma / share + 2 * shape) / (squares / share / share + 2 * rate)
      lambda[block] = move(lambda[block], next)
    }
    const squares = residualSquares(problem, places, weights)
    noise = move(noise, (rows - determined + 2 * shape) / (squares + 2 * rate))
    const staying = kept.filter((block) => lambda[block] <= greatest)
    if (staying.length < kept.length) change = Infinity
    kept = staying
  }
  const stays = new Set(kept)
  const variances = Float64Array.from(firstOfSpan, (first) => (stays.has(first) ? 1 / lambda[first] : 0))
  return { variances, change: kept.length === 0 ? 0 : change }

  /** n times the mean square of what the weights leave of the target. */
  function residualSquares({ products }: RelevanceProblem, places: Uint32Array, weights: Float64Array) {
    const width = withTarget.length
    let squares = ofTarget
    for (let i = 0; i < places.length; i++) {
      let left = -2 * withTarget[places[i]]
      for (let j = 0; j < places.length; j++) left += weights[j] * products[places[i] * width + places[j]]
      squares += weights[i] * left
    }
    return rows * Math.max(0, squares)
  }
}

function coordinatesOf(block: number, starts: Uint32Array): readonly number[] {
  return Array.from({ length: starts[block + 1] - starts[block] }, (_, i) => starts[block] + i)
}

/**
 * The mean of the weights, and λ times each variance: the diagonal of B⁻¹, with B = I + βn·R·P·R, R the prior
 * standard deviations and P the mean products. No eigenvalue of B is below 1, so copies do no harm.
 */
function posterior(
  { products, withTarget, rows }: RelevanceProblem,
  places: Uint32Array,
  roots: Float64Array,
  noise: number,
): { readonly weights: Float64Array; readonly rest: Float64Array } {
  const width = withTarget.length
  const count = places.length
  const scaled = roots.map((root) => root * Math.sqrt(noise * rows))
  const matrix = new Float64Array(count * count)
  for (let i = 0; i < count; i++) {
    for (let j = 0; j <= i; j++)
      matrix[i * count + j] = scaled[i] * scaled[j] * products[places[i] * width + places[j]]
    matrix[i * count + i] += 1
  }
  // A pivot is 1 or more, but for rounding.
  const factor = cholesky(matrix, count, 0.5) ?? cholesky(raised(matrix, count), count)!
  const right = Float64Array.from(places, (place, i) => scaled[i] * withTarget[place])
  const weights = solveCholesky(factor, right).map((one, i) => one * scaled[i])
  const rest = new Float64Array(count)
  for (const row of invertTriangle(factor)) row.forEach((one, i) => (rest[i] += one * one))
  return { weights, rest }
}

/** By this share of the trace the diagonal is raised where rounding has eaten the identity. */
const rounding = 1e-13

function raised(matrix: Float64Array, count: number): Float64Array {
  let trace = 0
  for (let i = 0; i < count; i++) trace += matrix[i * count + i]
  return matrix.map((one, at) => (at % (count + 1) === 0 ? one + rounding * trace : one))
}
