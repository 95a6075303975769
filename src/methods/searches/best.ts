import { isNear } from '#core'

/** The indices of the best and the second-best merit. */
export interface Best {
  /** The first of the merits tied with the best; −1 where there is none. */
  readonly first: number
  /** The best of the others, the first of those tied with it; −1 where there is none. */
  readonly second: number
  readonly tied: boolean
}

/**
 * Finds the best two merits; NaN is never chosen. `tieOrder` orders equal merits, if given; among ties the
 * first wins.
 */
export function bestTwo(merit: Float64Array, tieOrder?: Float64Array): Best {
  const first = bestOf(-1)
  const second = first < 0 ? -1 : bestOf(first)
  return { first, second, tied: second >= 0 && areTied(first, second) }

  function areTied(a: number, b: number): boolean {
    return isNear(merit[a], merit[b]) && (!tieOrder || isNear(tieOrder[a], tieOrder[b]))
  }

  // Plain loops over numbers: a search runs them over every candidate at every step.
  function bestOf(other: number): number {
    let best = -1
    let top = NaN
    for (let i = 0; i < merit.length; i++) {
      const value = merit[i]
      if (i === other || Number.isNaN(value)) continue
      const isBetter =
        value > top || (value === top && tieOrder !== undefined && tieOrder[i] > tieOrder[best])
      if (best >= 0 && !isBetter) continue
      best = i
      top = value
    }
    for (let i = 0; i < best; i++) if (i !== other && areTied(i, best)) return i
    return best
  }
}

/** The difference of two merits; 0 for equal ones, also infinite ones. */
export function gapBetween(better: number, worse: number): number {
  return better === worse ? 0 : better - worse
}
