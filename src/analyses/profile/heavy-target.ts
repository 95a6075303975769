import type { Warning } from '#core'

/**
 * One row rules the sums of squares where it has a larger share of the squared deviations, and of few rows more than
 * so many times its equal share.
 */
const heavy = { share: 0.2, times: 12 } as const

interface NumbersOfTarget {
  readonly n: number
  readonly mean: number
  /** Σ (y − mean)². */
  readonly m2: number
  readonly min: number
  readonly max: number
}

/** The value furthest from the mean and its share of Σ (y − mean)², if that is most of it; else `null`. */
export function heavyValue(
  { n, mean, m2, min, max }: NumbersOfTarget,
  least: number = heavy.share,
): { readonly value: number; readonly share: number } | null {
  const value = max - mean > mean - min ? max : min
  const share = m2 > 0 ? ((value - mean) * (value - mean)) / m2 : 0
  return share > Math.max(least, heavy.times / n) ? { value, share } : null
}

/** The warning of one row of the target that has most of the squared deviations. */
export function heavyTarget(numbers: NumbersOfTarget, name: string, least?: number): readonly Warning[] {
  const found = heavyValue(numbers, least)
  if (!found) return []
  const percent = Math.min(100, Math.round(100 * found.share))
  const message = `a row with ${name} = ${Number(found.value.toPrecision(6))} has ${percent} % of the squared deviations of ${name}: correlations, R² and squared errors say how well this row is predicted (check it; judge absolute errors by --learner forest --metric mae, or take logarithms of ${name})`
  return [{ code: 'heavy-target', column: name, message }]
}
