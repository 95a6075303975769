import type { MomentsOfFamily, Scale } from '#core'

/** A fitted scale: x becomes (x − centre) / spread. */
export interface Scaling {
  readonly centre: number
  /** 0 for a constant column, which becomes 0. */
  readonly spread: number
}

/** Fits a scale to each variable of a family of single ones: mean and population standard deviation, or minimum and range. */
export function fitScalings(
  { n, mean, min, max, comoment }: MomentsOfFamily,
  scale: Scale,
): readonly Scaling[] {
  return Array.from(n, (rows, i) => {
    if (scale === 'none') return { centre: 0, spread: 1 }
    if (rows === 0) return { centre: 0, spread: 0 }
    if (scale === 'minmax') return { centre: min[i], spread: max[i] - min[i] }
    return { centre: mean[i], spread: Math.sqrt(comoment[i] / rows) }
  })
}

/** Applies a fitted scale; NaN stays NaN. */
export function rescale(value: number, { centre, spread }: Scaling): number {
  if (Number.isNaN(value)) return value
  return spread === 0 ? 0 : (value - centre) / spread
}
