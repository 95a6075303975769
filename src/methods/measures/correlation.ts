import type { MomentsOfFamily } from '#core'
import { canSquare } from './test.ts'

/** The correlation of a pair of variables. */
export interface Correlation {
  /** The rows, less the degrees of freedom that went into what it is given. */
  readonly n: number
  /** Pearson's ρ; 0 where one of the two is constant, NaN where `unsquarable` is given. */
  readonly rho: number
  /** The variable of the pair whose squares overflow or underflow. */
  readonly unsquarable?: 0 | 1
}

/** A correlation this close to ±1 counts as perfect: the difference is rounding. */
const roundingOfRho = 4e-16

/** ρ = C₀₁ / √(C₀₀·C₁₁) of each pair, from centred co-moments. */
export function correlations(pairs: MomentsOfFamily): readonly Correlation[] {
  return Array.from({ length: pairs.members }, (_, member) => {
    const n = pairs.n[member] - (pairs.taken?.[member] ?? 0)
    const unsquarable = ([0, 1] as const).find(
      (variable) => !canSquare(pairs.min[member * 2 + variable], pairs.max[member * 2 + variable]),
    )
    if (n > 0 && unsquarable !== undefined) return { n, rho: NaN, unsquarable }
    const at = member * 4
    const [xx, xy, , yy] = pairs.comoment.subarray(at, at + 4)
    if (xx === 0 || yy === 0) return { n, rho: 0 }
    const rho = xy / (Math.sqrt(xx) * Math.sqrt(yy))
    return { n, rho: Math.abs(rho) > 1 - roundingOfRho ? Math.sign(rho) : rho }
  })
}

/** From this |ρ| on, two columns are the same up to scale and the rounding of decimal numbers. */
const oneLine = 1 - 1e-9

/**
 * The pairs of variables, in a family of one member, that are equal up to scale; constant variables are in no
 * pair.
 */
export function collinearPairs({
  width,
  min,
  max,
  comoment,
}: MomentsOfFamily): readonly (readonly [number, number])[] {
  const deviation = Array.from({ length: width }, (_, i) =>
    canSquare(min[i], max[i]) ? Math.sqrt(comoment[i * width + i]) : NaN,
  )
  return deviation.flatMap((deviationB, b) =>
    deviation.slice(0, b).flatMap((deviationA, a) => {
      const rho = comoment[a * width + b] / (deviationA * deviationB)
      return Math.abs(rho) >= oneLine ? [[a, b] as const] : []
    }),
  )
}

/** t = ρ√((n−2)/(1−ρ²)); ±∞ for a perfect correlation. */
export function correlationT({ n, rho }: Correlation): number {
  return rho === 0 ? 0 : rho * Math.sqrt((n - 2) / ((1 - rho) * (1 + rho)))
}
