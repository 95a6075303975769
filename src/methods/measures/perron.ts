import { CribaError } from '#core'
import { symmetricEigen } from './symmetric-eigen.ts'

/** A symmetric matrix as its product with a vector. */
export type Product = (x: Float64Array) => Float64Array

/** The greatest eigenvalue of a matrix and its vector. */
interface Perron {
  readonly value: number
  readonly vector: Float64Array
}

/** How many powers are combined before the vector found begins anew, and how often it may. */
const [mostPowers, mostStarts] = [120, 60]
/** The vector is found when ‖Av − λv‖ is below this share of λ, up to the rounding of the products. */
const accuracy = 1e-14
/** An entry below this is rounding. */
const negligible = 1e-12

/**
 * The greatest eigenvalue of a symmetric matrix without negative entries, and its vector: not negative, of
 * length 1. Where several vectors have it, as of unconnected parts alike, this is the one nearest to equal
 * weights; a matrix of zeros has zeros. Found from the powers A^k·1, orthonormalised at each power (Lanczos;
 * Golub and Van Loan 2013, section 10.1): the best vector in their span is far nearer than the last power,
 * and powers alone may swing for ever.
 */
export function perronOf(product: Product, width: number): Perron {
  let vector: Float64Array = new Float64Array(width).fill(1 / Math.sqrt(width))
  for (let start = 0; start < mostStarts; start++) {
    const found = bestOfPowers(product, vector)
    if (!(found.value > 0)) return { value: 0, vector: new Float64Array(width) }
    vector = found.vector
    if (found.isFound) return { value: found.value, vector: positive(vector) }
  }
  throw new CribaError(
    'unsuitable',
    `unsuitable affinity: no principal eigenvector after ${mostStarts * mostPowers} products (its greatest eigenvalues are too close)`,
  )
}

/** The best vector in the span of the first powers. */
function bestOfPowers(product: Product, start: Float64Array): Perron & { readonly isFound: boolean } {
  const basis = [start]
  let last = start
  const diagonal: number[] = []
  const off: number[] = []
  for (;;) {
    const next = product(last)
    diagonal.push(dot(next, last))
    // Twice, because once leaves the rounding of the first.
    for (const vector of [...basis, ...basis]) subtract(next, dot(next, vector), vector)
    const rest = Math.sqrt(dot(next, next))
    const size = basis.length
    const isLast = size === mostPowers || size === start.length
    if (isLast || size % 8 === 0 || rest <= accuracy * Math.abs(diagonal[0])) {
      const { value, weights } = greatest(diagonal, off)
      const isFound = rest * Math.abs(weights[size - 1]) <= accuracy * value || size === start.length
      if (isFound || isLast) return { value, vector: combine(basis, weights), isFound }
      if (rest === 0) return { value, vector: combine(basis, weights), isFound: true }
    }
    off.push(rest)
    last = next.map((entry) => entry / rest)
    basis.push(last)
  }
}

/** The greatest eigenvalue of a tridiagonal matrix, and its vector. */
function greatest(diagonal: readonly number[], off: readonly number[]) {
  const size = diagonal.length
  const matrix = new Float64Array(size * size)
  diagonal.forEach((value, i) => (matrix[i * size + i] = value))
  for (let i = 0; i + 1 < size; i++) matrix[i * size + i + 1] = matrix[(i + 1) * size + i] = off[i]
  const { values, vectors } = symmetricEigen(matrix, size)
  return {
    value: values[size - 1],
    weights: Float64Array.from({ length: size }, (_, i) => vectors[i * size + size - 1]),
  }
}

function combine(basis: readonly Float64Array[], weights: Float64Array): Float64Array {
  const sum = new Float64Array(basis[0].length)
  basis.forEach((vector, k) => subtract(sum, -weights[k], vector))
  return unit(sum)
}

/** The vector with its sign turned to positive, and what is rounding as 0. */
function positive(vector: Float64Array): Float64Array {
  const sign = vector.reduce((sum, entry) => sum + entry, 0) < 0 ? -1 : 1
  return unit(vector.map((entry) => (sign * entry < negligible ? 0 : sign * entry)))
}

function unit(vector: Float64Array): Float64Array {
  const length = Math.sqrt(dot(vector, vector))
  return vector.map((entry) => entry / length)
}

/** Subtracts a multiple of another vector, in place. */
function subtract(from: Float64Array, times: number, vector: Float64Array): void {
  for (let i = 0; i < from.length; i++) from[i] -= times * vector[i]
}

/** Σ a_i·b_i. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

/** A step is worth this share of the step before, where each step multiplies by the greatest eigenvalue. */
const reach = 0.9
/** The solution is found when the residual is below this share of the right side. */
const residualAccuracy = 1e-14
/**
 * So many steps solve any matrix: its eigenvalues lie within a factor of 19, so each step takes off more than
 * a third.
 */
const mostSteps = 200

/**
 * The row sums of Σ_{k≥1} (rA)^k = (I − rA)⁻¹ − I with r = 0.9/λ: all paths from a node, of any length. Zeros
 * for a matrix of zeros. One linear system, (I − rA)s = rA·1, by conjugate gradients (Golub and Van Loan
 * 2013, section 11.3): a symmetric A without negative entries has its eigenvalues in [−λ, λ], so I − rA is
 * positive definite.
 */
export function infinitePaths(product: Product, { value }: Perron, width: number): Float64Array {
  const sums = new Float64Array(width)
  if (value === 0) return sums
  const steps = (x: Float64Array) => product(x).map((entry) => (reach * entry) / value)
  const rest = steps(new Float64Array(width).fill(1))
  const direction = rest.slice()
  let squares = dot(rest, rest)
  const enough = residualAccuracy * residualAccuracy * squares
  for (let step = 0; step < mostSteps && squares > enough; step++) {
    const ahead = steps(direction)
    const moved = direction.map((entry, i) => entry - ahead[i])
    const length = squares / dot(direction, moved)
    for (let i = 0; i < width; i++) {
      sums[i] += length * direction[i]
      rest[i] -= length * moved[i]
    }
    const before = squares
    squares = dot(rest, rest)
    for (let i = 0; i < width; i++) direction[i] = rest[i] + (squares / before) * direction[i]
  }
  return sums
}

/** The product with a symmetric matrix, given row by row. */
export function matrixProduct(matrix: Float64Array, width: number): Product {
  return (x) => {
    const out = new Float64Array(width)
    for (let i = 0; i < width; i++) {
      let sum = 0
      for (let j = 0, at = i * width; j < width; j++, at++) sum += matrix[at] * x[j]
      out[i] = sum
    }
    return out
  }
}
