import { weightText } from '#core'
import type { MomentsOfFamily } from '#core'
import { fisherTail, studentTail } from './tails.ts'
import { ratio, square } from './test.ts'
import type { Test } from './test.ts'

/** One variable within one class: rows, mean, Σ(x − mean)², smallest and largest value. */
export interface Group {
  /** Index of the class among the target's levels. */
  readonly level: number
  readonly n: number
  readonly mean: number
  /** The rounding error of the mean. */
  readonly meanLow: number
  readonly squares: number
  readonly min: number
  readonly max: number
}

/** The classes with rows, for each member of a family of single variables by class. */
export function groupsOf(family: MomentsOfFamily): readonly (readonly Group[])[] {
  return Array.from({ length: family.members }, (_, member) => {
    const groups: Group[] = []
    for (let level = 0; level < family.classes; level++) {
      const cell = member * family.classes + level
      if (family.n[cell] === 0) continue
      const [n, mean, meanLow] = [family.n[cell], family.mean[cell], family.meanLow[cell]]
      groups.push({
        level,
        n,
        mean,
        meanLow,
        squares: family.comoment[cell],
        min: family.min[cell],
        max: family.max[cell],
      })
    }
    return groups
  })
}

/** The range of all classes together. */
export function rangeOf(groups: readonly Group[]): { min: number; max: number } {
  const min = groups.reduce((least, group) => Math.min(least, group.min), Infinity)
  return { min, max: groups.reduce((most, group) => Math.max(most, group.max), -Infinity) }
}

export function totalRows(groups: readonly Group[]): number {
  return groups.reduce((sum, { n }) => sum + n, 0)
}

/** μ_a − μ_b, without the loss of digits that a large common offset causes. */
function meanDifference(a: Group, b: Group): number {
  return a.mean - b.mean + (a.meanLow - b.meanLow)
}

/** Σ w_c (μ_c − μ̃)² with μ̃ = Σ w_cμ_c/Σw, means taken relative to the first class. */
function weightedSpread(groups: readonly Group[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const offsets = groups.map((group) => meanDifference(group, groups[0]))
  const mean = offsets.reduce((sum, offset, c) => sum + (weights[c] / total) * offset, 0)
  return offsets.reduce((sum, offset, c) => sum + weights[c] * square(offset - mean), 0)
}

/** Σ n_c (μ_c − μ)², the squares between the classes, and the sum of the squares within them. */
export function squaresOf(groups: readonly Group[]): { between: number; within: number } {
  return {
    between: weightedSpread(
      groups,
      groups.map(({ n }) => n),
    ),
    within: groups.reduce((sum, group) => sum + group.squares, 0),
  }
}

/** (μ₁−μ₂)²/(σ₁²+σ₂²) of two classes, population variances. */
export function classSeparation([a, b]: readonly Group[]): number {
  return b ? ratio(square(meanDifference(a, b)), a.squares / a.n + b.squares / b.n) : 0
}

/** One-way analysis of variance: F = (between/(K−1)) / (within/(n−K)), with F_{K−1,n−K}. */
export function analysisOfVariance(groups: readonly Group[]): Test {
  const n = totalRows(groups)
  const df1 = groups.length - 1
  const df2 = n - groups.length
  if (df1 < 1) return { score: 0, pValue: 1, why: 'only one class has rows' }
  if (df2 <= 0)
    return {
      score: NaN,
      why: `${weightText(n)} rows for ${groups.length} classes (needs more rows than classes)`,
    }
  const { between, within } = squaresOf(groups)
  const score = between === 0 ? 0 : between / df1 / (within / df2)
  return { score, pValue: fisherTail(score, df1, df2) }
}

/** Student's t of two classes with pooled variance: (μ₁−μ₂)/√(s²(1/n₁+1/n₂)), t_{n−2}. */
export function pooledT([a, b]: readonly Group[]): Test {
  const df = a.n + b.n - 2
  if (df <= 0) return { score: NaN, why: 'two rows in all (needs three or more)' }
  const error = Math.sqrt(((a.squares + b.squares) / df) * (1 / a.n + 1 / b.n))
  const score = ratio(meanDifference(a, b), error)
  return { score, pValue: studentTail(score, df) }
}

/** Welch's t: (μ₁−μ₂)/√(s₁²/n₁+s₂²/n₂), with Satterthwaite's degrees of freedom. */
export function welchT([a, b]: readonly Group[]): Test {
  const errorA = a.squares / (a.n - 1) / a.n
  const errorB = b.squares / (b.n - 1) / b.n
  const score = ratio(meanDifference(a, b), Math.sqrt(errorA + errorB))
  if (errorA + errorB === 0) return { score, pValue: score === 0 ? 1 : 0 }
  // From shares of the error, as the square of the error itself could overflow.
  const share = errorA / (errorA + errorB)
  const df = 1 / (square(share) / (a.n - 1) + square(1 - share) / (b.n - 1))
  return { score, pValue: studentTail(score, df) }
}

/**
 * Welch's analysis of variance: F = [Σw_c(μ_c−μ̃)²/(K−1)] / [1 + 2(K−2)Λ/(K²−1)], w_c = n_c/s_c²,
 * μ̃ = Σw_cμ_c/Σw, Λ = Σ(1−w_c/Σw)²/(n_c−1), with F_{K−1,(K²−1)/(3Λ)}.
 */
export function welchAnalysisOfVariance(groups: readonly Group[]): Test {
  const k = groups.length
  if (k < 2) return { score: 0, pValue: 1, why: 'only one class has rows' }
  if (groups.some(({ squares }) => squares === 0))
    return { score: 0, pValue: 1, why: 'no variance within a class' }
  const weights = groups.map(({ n, squares }) => (n * (n - 1)) / squares)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const between = weightedSpread(groups, weights)
  const lambda = groups.reduce((sum, { n }, c) => sum + square(1 - weights[c] / total) / (n - 1), 0)
  const score = between / (k - 1) / (1 + (2 * (k - 2) * lambda) / (k * k - 1))
  return { score, pValue: fisherTail(score, k - 1, (k * k - 1) / (3 * lambda)) }
}
