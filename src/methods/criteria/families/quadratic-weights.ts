import { isNear } from '#core'
import type { Warning } from '#core'
import { findBestOptimum } from '../../measures/best-optimum.ts'
import { cholesky } from '../../measures/cholesky.ts'
import { blockOf, residualOf, solveConvex, times } from '../../measures/simplex-program.ts'
import { symmetricEigen } from '../../measures/symmetric-eigen.ts'
import { ratio } from '../../measures/test.ts'
import type { RankScores } from '../../shapes/criterion.ts'

/**
 * What quadratic programming weighs: f, Q, and the information that shows only given the target; matrices
 * stand row by row.
 */
export interface QuadraticProblem {
  readonly n: Float64Array
  /** 1 for a column that varies, 0 for a constant one. */
  readonly varies: Uint8Array
  readonly relevance: Float64Array
  readonly redundancy: Float64Array
  readonly conditional: Float64Array | null
}

/** An eigenvalue so near to 0, for the largest entry, is rounding. */
const rounding = 1e-12
/** An optimum is this near to its conditions. */
const nearEnough = 1e-9

/** The weights of the columns that vary; a constant one has none, and takes no part. */
export function quadraticWeights(
  weighed: QuadraticProblem,
  alpha: number | 'auto',
  gamma: number,
): RankScores {
  const { n, relevance, redundancy, conditional } = weighed
  const width = relevance.length
  const varying = Array.from(relevance.keys()).filter((i) => weighed.varies[i] === 1)
  const found = weightsOf(
    {
      relevance: Float64Array.from(varying, (i) => relevance[i]),
      redundancy: blockOf(redundancy, varying),
      conditional: conditional && blockOf(conditional, varying),
    },
    alpha,
    gamma,
  )
  const spread = (values: Float64Array, otherwise: number) => {
    const all = new Float64Array(width).fill(otherwise)
    varying.forEach((i, place) => (all[i] = values[place]))
    return all
  }
  return {
    n,
    score: spread(found.z, 0),
    tieOrder: spread(found.tieOrder, -Infinity),
    parts: {
      relevance,
      redundancy: spread(found.shared, 0),
      residual: new Float64Array(width).fill(found.residual),
    },
    warnings: found.warnings,
  }
}

/**
 * The weights z of min ½(1−α)zᵀQz − αfᵀz − γzᵀCz, z ≥ 0, Σz = 1; of columns without weight the better first.
 */
function weightsOf(
  { relevance, redundancy, conditional }: Pick<QuadraticProblem, 'relevance' | 'redundancy' | 'conditional'>,
  alpha: number | 'auto',
  gamma: number,
) {
  const warnings: Warning[] = []
  const clipped = withoutNegative(redundancy, relevance.length)
  if (clipped) {
    const { least } = clipped
    warnings.push({
      code: 'not-convex',
      message: `qpfs: the matrix of redundancies has negative eigenvalues, down to ${least.toPrecision(3)}; they count as 0`,
    })
  }
  const q = clipped?.matrix ?? redundancy
  const share = alpha === 'auto' ? ratio(mean(q), mean(q) + mean(relevance)) : alpha
  const linear = relevance.map((value) => share * value)
  const convex = { matrix: q.map((value) => (1 - share) * value), linear }
  let z = solveConvex(convex)
  let program = convex
  if (gamma > 0 && conditional) {
    program = { matrix: convex.matrix.map((value, i) => value - 2 * gamma * conditional[i]), linear }
    const isConvex = withoutNegative(program.matrix, relevance.length) === null
    if (isConvex) z = solveConvex(program)
    else {
      const best = findBestOptimum(program, z)
      z = best.z
      warnings.push({
        code: 'not-convex',
        message: `qpfs: with conditional=${gamma} there may be other optima; this is the best that ${best.starts} starts led to (residual ${residualOf(program, z).toExponential(1)})`,
      })
    }
  }
  z = sharedAmongCopies(z, redundancy)
  const residual = residualOf(program, z)
  if (residual > nearEnough) {
    warnings.push({
      code: 'not-convex',
      message: `qpfs: the weights are ${residual.toExponential(1)} from the conditions of an optimum`,
    })
  }
  const shared = times(q, z)
  const tieOrder = relevance.map((value, i) => share * value - (1 - share) * shared[i])
  return { z, tieOrder, shared, residual, warnings }
}

/** Columns that determine each other have the same weight: what they share is split evenly. */
function sharedAmongCopies(z: Float64Array, redundancy: Float64Array): Float64Array {
  const width = z.length
  const at = (i: number, j: number) => redundancy[i * width + j]
  const areCopies = (i: number, j: number) => isNear(at(i, j), at(i, i)) && isNear(at(i, j), at(j, j))
  const groups: number[][] = []
  for (let i = 0; i < width; i++) {
    const group = groups.find(([first]) => areCopies(first, i))
    if (group) group.push(i)
    else groups.push([i])
  }
  const shared = z.slice()
  for (const group of groups) {
    const mean = group.reduce((sum, i) => sum + z[i], 0) / group.length
    for (const i of group) shared[i] = mean
  }
  return shared
}

/** The matrix with its negative eigenvalues made 0, and the least of them; null where none is negative. */
function withoutNegative(
  matrix: Float64Array,
  width: number,
): { readonly matrix: Float64Array; readonly least: number } | null {
  const tolerance = rounding * matrix.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const raised = matrix.slice()
  for (let i = 0; i < width; i++) raised[i * width + i] += tolerance
  if (cholesky(raised, width)) return null
  const { values, vectors } = symmetricEigen(matrix, width)
  if (values[0] >= -tolerance) return null
  const clipped = matrix.slice()
  for (let k = 0; values[k] < 0; k++) {
    for (let i = 0; i < width; i++) {
      const share = values[k] * vectors[i * width + k]
      for (let j = 0; j < width; j++) clipped[i * width + j] -= share * vectors[j * width + k]
    }
  }
  return { matrix: clipped, least: values[0] }
}

function mean(values: Float64Array): number {
  return ratio(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  )
}
