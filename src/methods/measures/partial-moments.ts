import { emptyMomentsOfFamily } from '#core'
import type { MomentsOfFamily } from '#core'
import { factorRow, rankTolerance, solveRow } from './cholesky.ts'

/**
 * The co-moments of pairs of variables that are left within the levels of `by` after a line on the variables
 * before the pair: C_PP − C_PG·C_GG⁻¹·C_GP of the co-moments summed over levels. `taken` counts the degrees of
 * freedom of that fit: levels with rows less 1, and the variables that do not depend on those before them.
 */
export function partialMoments(moments: MomentsOfFamily): MomentsOfFamily {
  const { members, width } = moments
  const pairs = { ...emptyMomentsOfFamily(members, 1, 2), taken: new Float64Array(members) }
  const before = width - 2
  for (let member = 0; member < members; member++) {
    const { comoment, levels } = overLevels(moments, member)
    const row = (i: number) => comoment.slice(i * width, i * width + i + 1)
    const factor: Float64Array[] = []
    for (let i = 0; i < before; i++) {
      factor.push(row(i))
      factorRow(factor[i], factor.slice(0, i), comoment[i * width + i] * rankTolerance)
    }
    const [a, b] = [before, before + 1].map((variable) => {
      const solved = new Float64Array(before)
      factor.forEach((one, i) => (solved[i] = solveRow(one, comoment[variable * width + i], solved)))
      return solved
    })
    const rest = (i: number, j: number, one: Float64Array, other: Float64Array) =>
      comoment[i * width + j] - one.reduce((sum, value, k) => sum + value * other[k], 0)
    const left = [
      rest(before, before, a, a),
      rest(before, before + 1, a, b),
      rest(before + 1, before + 1, b, b),
    ]
    // What is left of a variable that these determine is rounding.
    const isLeft = [left[0], left[2]].map(
      (square, i) => square > rankTolerance * comoment[(before + i) * (width + 1)],
    )
    const [aa, ab, bb] = left.map((one, i) => ((i === 0 || isLeft[1]) && (i === 2 || isLeft[0]) ? one : 0))
    pairs.comoment.set([aa, ab, ab, bb], member * 4)
    pairs.taken[member] = Math.max(0, levels - 1) + factor.filter((one, i) => one[i] > 0).length
  }
  return withRanges(pairs, moments)
}

/** The co-moments of a member within its levels, and how many of these have rows. */
function overLevels({ classes, width, n, comoment }: MomentsOfFamily, member: number) {
  const sum = new Float64Array(width * width)
  let levels = 0
  for (let level = 0; level < classes; level++) {
    const cell = member * classes + level
    if (n[cell] === 0) continue
    levels++
    for (let i = 0; i < sum.length; i++) sum[i] += comoment[cell * sum.length + i]
  }
  return { comoment: sum, levels }
}

/** The pairs with rows, means and ranges of their variables over all levels. */
function withRanges(
  pairs: MomentsOfFamily & { readonly taken: Float64Array },
  { members, classes, width, n, mean, min, max, ties }: MomentsOfFamily,
): MomentsOfFamily {
  pairs.mean.fill(0)
  for (let member = 0; member < members; member++) {
    for (let level = 0; level < classes; level++) {
      const cell = member * classes + level
      if (n[cell] === 0) continue
      pairs.n[member] += n[cell]
      for (const variable of [0, 1]) {
        const [from, to] = [cell * width + width - 2 + variable, member * 2 + variable]
        pairs.mean[to] += ((mean[from] - pairs.mean[to]) * n[cell]) / pairs.n[member]
        pairs.min[to] = Math.min(pairs.min[to], min[from])
        pairs.max[to] = Math.max(pairs.max[to], max[from])
      }
    }
    for (const variable of [0, 1])
      pairs.ties[member * 2 + variable] = ties[member * width + width - 2 + variable]
  }
  return pairs
}
