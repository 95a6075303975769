import { findLocalOptimum, times } from './simplex-program.ts'
import type { SimplexProgram } from './simplex-program.ts'

/** A value counts as lower than another only beyond this share of the largest number of the program. */
const rounding = 1e-12
/** How near to their optimum starts are followed; only the best is followed to the end. */
const roughly = 1e-8

/** The best optimum found, and from how many starts. */
interface BestOptimum {
  readonly z: Float64Array
  readonly starts: number
}

/**
 * The best of many local optima, for any A: descents from a point given, from each single column, and from
 * the best point between two columns, for as many pairs as there are columns, the best pairs first. Then
 * weight is moved between two columns, all or in part, while that helps. Of equal values, the one with fewer
 * columns; else the first.
 */
export function findBestOptimum(program: SimplexProgram, from: Float64Array): BestOptimum {
  const width = program.linear.length
  const scale = [program.matrix, program.linear].reduce(
    (most, values) => values.reduce((found, value) => Math.max(found, Math.abs(value)), most),
    0,
  )
  const starts = [from, ...vertices(width), ...bestPairs(program)]
  const isBetter = (a: Place, b: Place) => {
    const gain = b.value - a.value
    return gain > rounding * scale || (gain >= -rounding * scale && a.columns < b.columns)
  }
  let best = starts
    .map((start) => placeOf(program, findLocalOptimum(program, start, roughly)))
    .reduce((first, found) => (isBetter(found, first) ? found : first))
  for (;;) {
    const settled = placeOf(program, findLocalOptimum(program, best.z))
    const moved = withBestMove(program, settled.z)
    const next = moved && placeOf(program, findLocalOptimum(program, moved))
    if (!next || settled.value - next.value <= rounding * scale)
      return { z: settled.z, starts: starts.length }
    best = next
  }
}

/** A point with its value and how many columns have weight there. */
interface Place {
  readonly z: Float64Array
  readonly value: number
  readonly columns: number
}

function placeOf(program: SimplexProgram, z: Float64Array): Place {
  return {
    z,
    value: valueOf(program, z),
    columns: z.reduce((count, weight) => count + (weight > 0 ? 1 : 0), 0),
  }
}

/** ½zᵀAz − bᵀz. */
export function valueOf({ matrix, linear }: SimplexProgram, z: Float64Array): number {
  const product = times(matrix, z)
  return z.reduce((sum, weight, i) => sum + weight * (product[i] / 2 - linear[i]), 0)
}

function vertices(width: number): Float64Array[] {
  return Array.from({ length: width }, (_, i) => new Float64Array(width).fill(1, i, i + 1))
}

/** The best points between two columns that are better than both, at most one for each column. */
function bestPairs({ matrix, linear }: SimplexProgram): Float64Array[] {
  const width = linear.length
  const at = (i: number, j: number) => matrix[i * width + j]
  let pairs: { readonly i: number; readonly j: number; readonly share: number; readonly value: number }[] = []
  const keepBest = () => (pairs = pairs.sort((a, b) => a.value - b.value).slice(0, width))
  for (let i = 0; i < width; i++) {
    for (let j = i + 1; j < width; j++) {
      // On z_i = share, z_j = 1 − share.
      const bend = at(i, i) + at(j, j) - 2 * at(i, j)
      const share = bend > 0 ? (at(j, j) - at(i, j) + linear[i] - linear[j]) / bend : 0
      if (!(share > 0 && share < 1)) continue
      const rest = 1 - share
      const value =
        (share * share * at(i, i) + rest * rest * at(j, j)) / 2 +
        share * rest * at(i, j) -
        share * linear[i] -
        rest * linear[j]
      pairs.push({ i, j, share, value })
    }
    if (pairs.length > 4 * width) keepBest()
  }
  return keepBest().map(({ i, j, share }) => {
    const z = new Float64Array(width)
    z[i] = share
    z[j] = 1 - share
    return z
  })
}

/**
 * z with all weight of one column moved to another, where that lowers the value most; null where no such move
 * does.
 */
function withBestMove({ matrix, linear }: SimplexProgram, z: Float64Array): Float64Array | null {
  const width = z.length
  const gradient = times(matrix, z).map((value, i) => value - linear[i])
  let best: { readonly from: number; readonly to: number; readonly fall: number } | null = null
  for (let from = 0; from < width; from++) {
    if (z[from] === 0) continue
    for (let to = 0; to < width; to++) {
      const bend = matrix[to * width + to] + matrix[from * width + from] - 2 * matrix[to * width + from]
      const fall = z[from] * (gradient[from] - gradient[to] - (z[from] * bend) / 2)
      if (to !== from && fall > (best?.fall ?? 0)) best = { from, to, fall }
    }
  }
  if (best === null) return null
  const moved = z.slice()
  moved[best.to] += moved[best.from]
  moved[best.from] = 0
  return moved
}
