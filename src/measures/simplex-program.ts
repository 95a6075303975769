import { cholesky, solveCholesky } from './cholesky.ts'
import { blockOf } from './square.ts'

/** min ½zᵀAz − bᵀz with z ≥ 0 and Σz = 1; A symmetric, row by row. */
export interface SimplexProgram {
  readonly matrix: Float64Array
  readonly linear: Float64Array
}

/** What is smaller than this, for numbers near 1, is taken for nothing while solving. */
const small = 1e-14
const mostSteps = 100

/**
 * Solves it where A has no negative eigenvalue: Newton steps towards the optimum through the inside (Mehrotra 1992), then
 * the equations of the support alone. Where several z are optimal it takes one from their middle, so equal columns share.
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
  return polished({ matrix: a, linear: b }, z, slack)
}

/** The same with exact zeros, and the equations of the others solved again; as it was where that is no better. */
function polished(program: SimplexProgram, inside: Float64Array, slack: Float64Array): Float64Array {
  const width = inside.length
  const support = Array.from(inside.keys()).filter((i) => inside[i] > slack[i])
  const z = new Float64Array(width)
  const total = support.reduce((sum, i) => sum + inside[i], 0)
  for (const i of support) z[i] = inside[i] / total
  const size = support.length
  const block = blockOf(program.matrix, support)
  // So that copies have an answer too; the rounds make good for it.
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
 * Goes down from z to a point that no small move betters, whatever A: each time as much as is best goes from the column
 * with the steepest gradient to the one with the least (Platt 1998).
 */
export function descend(program: SimplexProgram, from: Float64Array): Float64Array {
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
    if (slope <= 1e-13 * scale) break
    const bend = matrix[to * width + to] + matrix[source * width + source] - 2 * matrix[to * width + source]
    const moved = bend > 0 ? Math.min(z[source], slope / bend) : z[source]
    z[to] += moved
    z[source] = moved === z[source] ? 0 : z[source] - moved
    for (let i = 0; i < width; i++)
      gradient[i] += moved * (matrix[i * width + to] - matrix[i * width + source])
  }
  return z
}

/** How far z is from the conditions of an optimum (Karush, Kuhn and Tucker): 0 at one. */
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
