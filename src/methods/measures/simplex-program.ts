import { cholesky, solveCholesky } from './cholesky.ts'

/** min ½zᵀAz − bᵀz with z ≥ 0 and Σz = 1; A symmetric, row by row. */
export interface SimplexProgram {
  readonly matrix: Float64Array
  readonly linear: Float64Array
}

/** Convergence tolerance, for numbers near 1. */
const small = 1e-14
const mostSteps = 100

/**
 * Solves a program whose A has no negative eigenvalue: an interior-point method (Mehrotra 1992), then the
 * linear equations of the support. Where several z are optimal it finds one in their centre, so equal columns
 * get equal weights.
 */
export function solveConvex({ matrix, linear }: SimplexProgram): Float64Array {
  const width = linear.length
  const scale = Math.max(small, largest(matrix), largest(linear))
  const a = matrix.map((value) => value / scale)
  const b = linear.map((value) => value / scale)
  const z = new Float64Array(width).fill(1 / width)
  const slack = new Float64Array(width).fill(1)
  let level = 0
  for (let step = 0; step < mostSteps; step++) {
    const dual = gradientOf({ matrix: a, linear: b }, z).map((value, i) => value - level - slack[i])
    const primal = 1 - sumOf(z)
    const gap = dot(z, slack) / width
    if (gap < small && Math.abs(primal) < small && largest(dual) < small) break
    const barrier = a.slice()
    for (let i = 0; i < width; i++) barrier[i * width + i] += slack[i] / z[i]
    const lower = cholesky(barrier, width)
    if (!lower) break
    const ones = solveCholesky(lower, new Float64Array(width).fill(1))
    const guess = direction(z.map((value, i) => -value * slack[i]))
    const bold = lengthOf(guess, 1)
    const after = dot(add(z, guess.z, bold), add(slack, guess.slack, bold)) / width
    const centring = (after / gap) * (after / gap) * (after / gap) * gap
    const taken = direction(z.map((value, i) => centring - value * slack[i] - guess.z[i] * guess.slack[i]))
    const length = lengthOf(taken, 0.995)
    for (let i = 0; i < width; i++) {
      z[i] += length * taken.z[i]
      slack[i] += length * taken.slack[i]
    }
    level += length * taken.level

    function direction(complement: Float64Array) {
      const right = complement.map((value, i) => value / z[i] - dual[i])
      const free = solveCholesky(lower!, right)
      const rise = (primal - sumOf(free)) / sumOf(ones)
      const dz = free.map((value, i) => value + rise * ones[i])
      return { z: dz, level: rise, slack: complement.map((value, i) => (value - slack[i] * dz[i]) / z[i]) }
    }

    function lengthOf(by: { readonly z: Float64Array; readonly slack: Float64Array }, share: number): number {
      let most = 1
      for (let i = 0; i < width; i++) {
        if (by.z[i] < 0) most = Math.min(most, (-share * z[i]) / by.z[i])
        if (by.slack[i] < 0) most = Math.min(most, (-share * slack[i]) / by.slack[i])
      }
      return most
    }
  }
  return polish({ matrix: a, linear: b }, z, slack)
}

/**
 * Sets small weights to exactly 0 and refines the others by the equations of the support, while that improves
 * them.
 */
function polish(program: SimplexProgram, inside: Float64Array, slack: Float64Array): Float64Array {
  const width = inside.length
  const support = Array.from(inside.keys()).filter((i) => inside[i] > slack[i])
  const z = new Float64Array(width)
  const total = support.reduce((sum, i) => sum + inside[i], 0)
  for (const i of support) z[i] = inside[i] / total
  const size = support.length
  const block = blockOf(program.matrix, support)
  // Makes the matrix regular for copies of columns; the rounds correct the error this causes.
  for (let row = 0; row < size; row++) block[row * size + row] += 1e-9
  const lower = cholesky(block, size)
  let best = z.slice()
  for (let round = 0; lower && round < 5; round++) {
    const gradient = gradientOf(program, z)
    const free = solveCholesky(
      lower,
      Float64Array.from(support, (i) => -gradient[i]),
    )
    const ones = solveCholesky(lower, new Float64Array(size).fill(1))
    const rise = (1 - sumOf(z) - sumOf(free)) / sumOf(ones)
    support.forEach((i, row) => (z[i] += free[row] + rise * ones[row]))
    if (z.some((value) => value < 0) || residualOf(program, z) >= residualOf(program, best)) break
    best = z.slice()
  }
  return best
}

/**
 * A local optimum reached by descent from z, for any A: each step moves the optimal amount of weight from the
 * column with the greatest gradient to the one with the least (Platt 1998), until gradients differ by less
 * than `accuracy`.
 */
export function findLocalOptimum(
  program: SimplexProgram,
  from: Float64Array,
  accuracy = 1e-13,
): Float64Array {
  const { matrix } = program
  const width = from.length
  const z = from.slice()
  const gradient = gradientOf(program, z)
  const scale = Math.max(small, largest(matrix), largest(program.linear))
  for (let step = 0; step < 1000 * width + 100_000; step++) {
    let to = 0
    let source = -1
    for (let i = 0; i < width; i++) {
      if (gradient[i] < gradient[to]) to = i
      if (z[i] > 0 && (source < 0 || gradient[i] > gradient[source])) source = i
    }
    const slope = gradient[source] - gradient[to]
    if (slope <= accuracy * scale) break
    const bend = matrix[to * width + to] + matrix[source * width + source] - 2 * matrix[to * width + source]
    const moved = bend > 0 ? Math.min(z[source], slope / bend) : z[source]
    z[to] += moved
    z[source] = moved === z[source] ? 0 : z[source] - moved
    for (let i = 0; i < width; i++)
      gradient[i] += moved * (matrix[i * width + to] - matrix[i * width + source])
  }
  return z
}

/** The residual of the optimality conditions (Karush, Kuhn and Tucker) at z: 0 at an optimum. */
export function residualOf(program: SimplexProgram, z: Float64Array): number {
  const gradient = gradientOf(program, z)
  const level = dot(gradient, z)
  return gradient.reduce(
    (most, value, i) => Math.max(most, z[i] > 0 ? Math.abs(value - level) : level - value),
    Math.abs(1 - sumOf(z)),
  )
}

/** A·z − b. */
function gradientOf({ matrix, linear }: SimplexProgram, z: Float64Array): Float64Array {
  return times(matrix, z).map((value, i) => value - linear[i])
}

/** The product of a square matrix with a vector. */
export function times(matrix: Float64Array, z: Float64Array): Float64Array {
  const width = z.length
  return z.map((_, i) => dot(matrix.subarray(i * width, (i + 1) * width), z))
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

function add(a: Float64Array, b: Float64Array, share: number): Float64Array {
  return a.map((value, i) => value + share * b[i])
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
}

/** The submatrix of a square matrix, row by row, with the rows and columns at some places. */
export function blockOf(matrix: Float64Array, places: readonly number[]): Float64Array {
  const width = Math.sqrt(matrix.length)
  const size = places.length
  const block = new Float64Array(size * size)
  places.forEach((i, row) => {
    places.forEach((j, column) => (block[row * size + column] = matrix[i * width + j]))
  })
  return block
}
